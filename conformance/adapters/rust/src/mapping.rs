//! States and moves, to and from the form of the protocol: the one place for both.

use crate::engine::{Cell, Game, Place};
use crate::json::{object, Json};

pub const EDITION: &str = "rr-canon-2025-11";

/// Why a position is not taken up.
#[allow(dead_code)] // the toy has no use for `Invalid`; an engine that loads has
pub enum NotLoaded {
    /// The engine cannot take it up.
    Unsupported(String),
    /// It cannot exist: every fault found.
    Invalid(Vec<String>),
}

/// A cell is written "x,y", on the hexagonal board "x,y,z".
fn cell_to_wire(cell: Cell) -> String {
    format!("{},{}", cell.0, cell.1)
}

/// The cell of "x,y".
fn cell_from_wire(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// The state at its decision point. Leave out what your engine cannot tell.
pub fn state_to_wire(game: &Game) -> Json {
    // Rings by cell, bottom first.
    let stacks = game.stacks.iter().map(|(cell, rings)| {
        (cell_to_wire(*cell), Json::Array(rings.iter().map(|ring| Json::Integer(*ring)).collect()))
    });
    let phase = if game.is_over { "game_over" } else { "ring_placement" };
    let result = if game.is_over {
        object([
            ("winner", Json::Null),
            ("reason", "stalemate".into()),
            ("ranking", Json::Array(vec![1.into(), 2.into()])),
        ])
    } else {
        Json::Null
    };
    object([
        ("edition", EDITION.into()),
        ("board", "square8".into()),
        ("players", 2.into()),
        ("stacks", Json::Object(stacks.collect())),
        ("markers", object([])),   // owner by cell
        ("collapsed", object([])), // owner by cell
        // Rings not yet placed, and rings credited, by seat.
        ("hand", object([("1", game.hands[0].into()), ("2", game.hands[1].into())])),
        ("eliminated", object([("1", 0.into()), ("2", 0.into())])),
        (
            "turn",
            object([
                ("player", game.player.into()),
                ("phase", phase.into()),
                // The only stack that may act now: just placed, just moved, in the chain.
                ("from", Json::Null),
                // "line" or "region" while an elimination is due.
                ("owes", Json::Null),
            ]),
        ),
        // "standing" is left out: the toy does not know who had an action or acted last.
        ("result", result),
    ])
}

/// The game of a state, for `load`: the reverse of `state_to_wire`. `standing` may be missing: then
/// nobody has had a turn.
pub fn state_from_wire(state: &Json) -> Result<Game, NotLoaded> {
    let board = state.get("board").and_then(Json::as_str).unwrap_or("any board");
    Err(NotLoaded::Unsupported(format!("the toy takes up no position, not even on {board}")))
}

/// A move of the engine in the form of the protocol.
///
/// ```text
/// place_ring                  at, count
/// skip_placement
/// move_stack                  from, to
/// overtaking_capture          from, target, to
/// skip_capture
/// continue_capture_segment    from, target, to
/// process_line                cells
/// choose_line_reward          cells, collapse
/// eliminate_rings_from_stack  at
/// process_territory_region    cells
/// skip_territory_processing
/// swap_sides                  (editions with the pie rule)
/// ```
pub fn move_to_wire(mv: &Place) -> Json {
    object([
        ("type", "place_ring".into()),
        ("at", cell_to_wire(mv.cell).as_str().into()),
        ("count", mv.count.into()),
    ])
}

/// A move of the protocol as the engine has it; `None` if the engine has no such move.
pub fn move_from_wire(wire: &Json) -> Option<Place> {
    match wire.get("type")?.as_str()? {
        "place_ring" => Some(Place {
            cell: cell_from_wire(wire.get("at")?.as_str()?)?,
            count: wire.get("count")?.as_integer()?,
        }),
        _ => None,
    }
}

/// Go on to the next decision point: a choice with a legal move, or the end of the game.
///
/// An engine that wants a move also where there is nothing to choose (no placement possible, no
/// line, no region, a seat that must pass) gets it here. The toy has no such moves.
pub fn settle(_game: &mut Game) {}
