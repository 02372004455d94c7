import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON, as much as the protocol needs: Map, List, String, Long, Double, Boolean and null. If your
 * engine has a library for it, use that instead.
 */
final class Json {
    private static final int MAX_DEPTH = 100;
    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    /** The value that a text holds. */
    static Object parse(String text) {
        Json parser = new Json(text);
        Object value = parser.value(0);
        parser.space();
        if (parser.at < text.length()) {
            throw parser.fault("the end");
        }
        return value;
    }

    /** A value as text. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> fields) {
            String before = "{";
            for (Map.Entry<?, ?> field : fields.entrySet()) {
                out.append(before);
                quote(field.getKey().toString(), out);
                out.append(':');
                write(field.getValue(), out);
                before = ",";
            }
            out.append(fields.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> items) {
            String before = "[";
            for (Object item : items) {
                out.append(before);
                write(item, out);
                before = ",";
            }
            out.append(items.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            quote(string, out);
        } else {
            out.append(value); // a number, true, false or null
        }
    }

    private static void quote(String string, StringBuilder out) {
        out.append('"');
        for (char one : string.toCharArray()) {
            if (one == '"' || one == '\\') {
                out.append('\\').append(one);
            } else if (one < ' ' || Character.isSurrogate(one)) {
                out.append(String.format("\\u%04x", (int) one));
            } else {
                out.append(one);
            }
        }
        out.append('"');
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("too deep");
        }
        space();
        if (take("{")) {
            return object(depth);
        }
        if (take("[")) {
            return array(depth);
        }
        if (take("\"")) {
            return string();
        }
        if (take("null")) {
            return null;
        }
        if (take("true")) {
            return true;
        }
        if (take("false")) {
            return false;
        }
        return number();
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        space();
        if (take("}")) {
            return fields;
        }
        do {
            space();
            expect("\"");
            String name = string();
            space();
            expect(":");
            fields.put(name, value(depth + 1));
            space();
        } while (take(","));
        expect("}");
        return fields;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        space();
        if (take("]")) {
            return items;
        }
        do {
            items.add(value(depth + 1));
            space();
        } while (take(","));
        expect("]");
        return items;
    }

    private Number number() {
        int end = at;
        while (end < text.length() && "+-.eE0123456789".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        String word = text.substring(at, end);
        try {
            Number found = word.matches("-?[0-9]{1,18}")
                    ? (Number) Long.valueOf(word)
                    : (Number) Double.valueOf(word);
            at = end;
            return found;
        } catch (NumberFormatException error) {
            throw fault("a value");
        }
    }

    private String string() {
        StringBuilder found = new StringBuilder();
        while (at < text.length()) {
            char one = text.charAt(at++);
            if (one == '"') {
                return found.toString();
            }
            if (one < ' ') {
                break;
            }
            found.append(one == '\\' ? escape() : one);
        }
        throw fault("the end of a string");
    }

    private char escape() {
        char one = at < text.length() ? text.charAt(at++) : ' ';
        switch (one) {
            case '"', '\\', '/':
                return one;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                if (at + 4 <= text.length()) {
                    at += 4;
                    return (char) Integer.parseInt(text.substring(at - 4, at), 16);
                }
                throw fault("four hex digits");
            default:
                throw fault("an escape");
        }
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean take(String word) {
        boolean found = text.startsWith(word, at);
        if (found) {
            at += word.length();
        }
        return found;
    }

    private void expect(String word) {
        if (!take(word)) {
            throw fault(word);
        }
    }

    private IllegalArgumentException fault(String wanted) {
        return new IllegalArgumentException("not JSON at " + at + ": expected " + wanted);
    }
}
