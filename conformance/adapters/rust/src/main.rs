//! Answers the engine protocol: one JSON object per line in, one per line out.
//! The lines marked ENGINE CALL ask the engine; everything else can stay as it is.

mod engine;
mod json;
mod mapping;

use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use engine::Game;
use json::{object, Json};
use mapping::NotLoaded;

// Declare only what the engine can do: what is not declared is never asked for.
const EDITIONS: [&str; 1] = [mapping::EDITION];
const BOARDS: [&str; 1] = ["square8"];
const PLAYERS: [i64; 1] = [2];
// Add "load" when mapping.rs can read a state.
const OPERATIONS: [&str; 4] = ["new", "legal", "play", "state"];

fn hello() -> Json {
    object([
        ("protocol", 1.into()),
        (
            "engine",
            object([
                ("name", "my-engine".into()),
                ("version", "0.1.0".into()),
                ("language", "rust".into()),
            ]),
        ),
        ("editions", list(&EDITIONS)),
        ("boards", list(&BOARDS)),
        ("players", list(&PLAYERS)),
        ("operations", list(&OPERATIONS)),
    ])
}

fn list<T: Copy + Into<Json>>(items: &[T]) -> Json {
    Json::Array(items.iter().map(|item| (*item).into()).collect())
}

fn unsupported(reason: &str) -> Json {
    object([("unsupported", object([("reason", reason.into())]))])
}

fn error(message: &str) -> Json {
    object([("error", object([("message", message.into())]))])
}

/// Holds one game at a time and answers one request at a time.
struct Adapter {
    game: Option<Game>,
    is_over: bool,
}

impl Adapter {
    /// The reply to a line. A failure is told as `error`: it must never look like a refusal.
    fn reply(&mut self, line: &str) -> Json {
        let (seq, answer) = match Json::parse(line) {
            Ok(request) => {
                let seq = request.get("seq").and_then(Json::as_integer).unwrap_or(0);
                // A panic has been told on standard error, which is kept as evidence.
                let tried = catch_unwind(AssertUnwindSafe(|| self.answer(&request)));
                (seq, tried.unwrap_or_else(|_| Err("the engine panicked".to_string())))
            }
            Err(fault) => (0, Err(fault)),
        };
        let mut fields = vec![("seq".to_string(), Json::Integer(seq))];
        if let Json::Object(rest) = answer.unwrap_or_else(|message| error(&message)) {
            fields.extend(rest);
        }
        Json::Object(fields)
    }

    /// What a request asks for, without its seq; or why the engine failed.
    fn answer(&mut self, request: &Json) -> Result<Json, String> {
        match text(request, "cmd")? {
            "hello" => Ok(hello()),
            "new" => self.new_game(request),
            "load" => self.load(request),
            "legal" => Ok(object([("moves", self.legal()?)])),
            "play" => self.play(request),
            "state" => Ok(object([("state", mapping::state_to_wire(self.present()?))])),
            "bye" => {
                self.is_over = true;
                Ok(object([]))
            }
            other => Err(format!("unknown request {other}")),
        }
    }

    /// Begin a game.
    fn new_game(&mut self, request: &Json) -> Result<Json, String> {
        let (edition, board) = (text(request, "edition")?, text(request, "board")?);
        let players = field(request, "players")?.as_integer().ok_or("players: expected a number")?;
        if !EDITIONS.contains(&edition) {
            return Ok(unsupported(&format!("edition {edition}")));
        }
        if !BOARDS.contains(&board) {
            return Ok(unsupported(&format!("board {board}")));
        }
        if !PLAYERS.contains(&players) {
            return Ok(unsupported(&format!("players {players}")));
        }
        let mut game = Game::new(); // ENGINE CALL: begin a game
        mapping::settle(&mut game);
        self.game = Some(game);
        self.told(request)
    }

    /// Take up a position.
    fn load(&mut self, request: &Json) -> Result<Json, String> {
        match mapping::state_from_wire(field(request, "state")?) {
            Ok(mut game) => {
                mapping::settle(&mut game);
                self.game = Some(game);
                self.told(request)
            }
            Err(NotLoaded::Unsupported(reason)) => Ok(unsupported(&reason)),
            Err(NotLoaded::Invalid(faults)) => {
                let faults = faults.iter().map(|fault| fault.as_str().into()).collect();
                Ok(object([("invalid", object([("faults", Json::Array(faults))]))]))
            }
        }
    }

    /// Play moves, up to the first that is illegal; those before it stay played.
    fn play(&mut self, request: &Json) -> Result<Json, String> {
        let game = self.game.as_mut().ok_or("no game has begun")?;
        let moves = field(request, "moves")?.as_array().ok_or("moves: expected a list")?;
        let every = is_set(request, "every");
        let mut states = Vec::new();
        for (played, wire) in moves.iter().enumerate() {
            // ENGINE CALL: may this be played?
            let legal = mapping::move_from_wire(wire).filter(|mv| game.is_legal(mv));
            let Some(mv) = legal else {
                let reason = ("reason", "not a legal move here".into());
                let refusal = object([
                    ("played", (played as i64).into()),
                    ("illegal", object([("move", wire.clone()), reason])),
                    ("state", mapping::state_to_wire(game)),
                ]);
                return Ok(with_states(refusal, every, states));
            };
            game.play(&mv); // ENGINE CALL: play it
            mapping::settle(game);
            states.push(mapping::state_to_wire(game));
        }
        Ok(with_states(self.told(request)?, every, states))
    }

    /// The legal moves, each once, in any order; none when the game is over.
    fn legal(&self) -> Result<Json, String> {
        let moves = self.present()?.legal_moves(); // ENGINE CALL: list the legal moves
        Ok(Json::Array(moves.iter().map(mapping::move_to_wire).collect()))
    }

    /// The present state, and the legal moves where they are asked for.
    fn told(&self, request: &Json) -> Result<Json, String> {
        let state = ("state", mapping::state_to_wire(self.present()?));
        if is_set(request, "legal") {
            return Ok(object([state, ("moves", self.legal()?)]));
        }
        Ok(object([state]))
    }

    /// The game that has begun.
    fn present(&self) -> Result<&Game, String> {
        self.game.as_ref().ok_or_else(|| "no game has begun".to_string())
    }
}

fn field<'a>(request: &'a Json, name: &str) -> Result<&'a Json, String> {
    request.get(name).ok_or_else(|| format!("{name}: missing"))
}

fn text<'a>(request: &'a Json, name: &str) -> Result<&'a str, String> {
    field(request, name)?.as_str().ok_or_else(|| format!("{name}: expected text"))
}

fn is_set(request: &Json, name: &str) -> bool {
    request.get(name) == Some(&Json::Bool(true))
}

fn with_states(mut reply: Json, every: bool, states: Vec<Json>) -> Json {
    if let (true, Json::Object(fields)) = (every, &mut reply) {
        fields.push(("states".to_string(), Json::Array(states)));
    }
    reply
}

/// Read a line, answer a line, until goodbye or the end of the input.
fn main() -> io::Result<()> {
    let mut adapter = Adapter { game: None, is_over: false };
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", adapter.reply(&line?))?;
        out.flush()?; // the suite waits for this line
        if adapter.is_over {
            break;
        }
    }
    Ok(())
}
