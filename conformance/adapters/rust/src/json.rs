//! JSON, as much as the protocol needs. If your engine has a library for it, use that instead.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Integer(i64),
    Number(f64),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// An object of these fields, in this order.
pub fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
    Json::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::String(text.to_string())
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Json {
        Json::Integer(number)
    }
}

impl Json {
    /// A field of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|field| field.0 == name).map(|field| &field.1),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Json::Integer(number) => Some(*number),
            _ => None,
        }
    }

    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Json::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The value that a text holds.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(0)?;
        parser.space();
        if parser.at < text.len() {
            return Err(parser.fault("the end"));
        }
        Ok(value)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => write!(out, "null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Integer(value) => write!(out, "{value}"),
            Json::Number(value) => write!(out, "{value}"),
            Json::String(text) => write_text(out, text),
            Json::Array(items) => {
                write!(out, "[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if index > 0 { "," } else { "" })?;
                }
                write!(out, "]")
            }
            Json::Object(fields) => {
                write!(out, "{{")?;
                for (index, (name, value)) in fields.iter().enumerate() {
                    write!(out, "{}", if index > 0 { "," } else { "" })?;
                    write_text(out, name)?;
                    write!(out, ":{value}")?;
                }
                write!(out, "}}")
            }
        }
    }
}

fn write_text(out: &mut fmt::Formatter, text: &str) -> fmt::Result {
    write!(out, "\"")?;
    for one in text.chars() {
        match one {
            '"' => write!(out, "\\\"")?,
            '\\' => write!(out, "\\\\")?,
            one if (one as u32) < 0x20 => write!(out, "\\u{:04x}", one as u32)?,
            one => write!(out, "{one}")?,
        }
    }
    write!(out, "\"")
}

const MAX_DEPTH: usize = 100;

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > MAX_DEPTH {
            return Err("too deep".to_string());
        }
        self.space();
        match self.peek() {
            Some('{') => self.object(depth),
            Some('[') => self.array(depth),
            Some('"') => Ok(Json::String(self.string()?)),
            Some('-' | '0'..='9') => self.number(),
            _ if self.take("null") => Ok(Json::Null),
            _ if self.take("true") => Ok(Json::Bool(true)),
            _ if self.take("false") => Ok(Json::Bool(false)),
            _ => Err(self.fault("a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut fields = Vec::new();
        self.expect("{")?;
        self.space();
        if self.take("}") {
            return Ok(Json::Object(fields));
        }
        loop {
            self.space();
            let name = self.string()?;
            self.space();
            self.expect(":")?;
            fields.push((name, self.value(depth + 1)?));
            self.space();
            if !self.take(",") {
                self.expect("}")?;
                return Ok(Json::Object(fields));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.expect("[")?;
        self.space();
        if self.take("]") {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if !self.take(",") {
                self.expect("]")?;
                return Ok(Json::Array(items));
            }
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let rest = &self.text[self.at..];
        let end = rest.find(|one: char| !"+-.eE0123456789".contains(one)).unwrap_or(rest.len());
        let word = &rest[..end];
        let found = match (word.parse::<i64>(), word.parse::<f64>()) {
            (Ok(number), _) => Json::Integer(number),
            (_, Ok(number)) => Json::Number(number),
            _ => return Err(self.fault("a number")),
        };
        self.at += end;
        Ok(found)
    }

    fn string(&mut self) -> Result<String, String> {
        self.expect("\"")?;
        let mut text = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(text),
                Some('\\') => text.push(self.escape()?),
                Some(one) if one >= ' ' => text.push(one),
                _ => return Err(self.fault("the end of a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        match self.next() {
            Some(one @ ('"' | '\\' | '/')) => Ok(one),
            Some('b') => Ok('\u{8}'),
            Some('f') => Ok('\u{c}'),
            Some('n') => Ok('\n'),
            Some('r') => Ok('\r'),
            Some('t') => Ok('\t'),
            Some('u') => {
                let high = self.hex()?;
                if !(0xd800..0xdc00).contains(&high) || !self.take("\\u") {
                    return Ok(char::from_u32(high).unwrap_or('\u{fffd}'));
                }
                let low = self.hex()?;
                let both = 0x10000 + ((high - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff);
                Ok(char::from_u32(both).unwrap_or('\u{fffd}'))
            }
            _ => Err(self.fault("an escape")),
        }
    }

    fn hex(&mut self) -> Result<u32, String> {
        let word = self.text.get(self.at..self.at + 4).unwrap_or("");
        let code = u32::from_str_radix(word, 16).map_err(|_| self.fault("four hex digits"))?;
        self.at += 4;
        Ok(code)
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(' ' | '\t' | '\r' | '\n')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let one = self.peek()?;
        self.at += one.len_utf8();
        Some(one)
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.take(word) {
            Ok(())
        } else {
            Err(self.fault(word))
        }
    }

    fn fault(&self, wanted: &str) -> String {
        format!("not JSON at byte {}: expected {wanted}", self.at)
    }
}
