//! REPLACE THIS: a toy that stands where your engine will stand.
//!
//! It does not play RingRift. The seats put single rings on empty cells, in turn, until their hands
//! are empty; then the game is over and nobody has won.

use std::collections::BTreeMap;

const SIZE: i64 = 8;
const RINGS: i64 = 18;

pub type Cell = (i64, i64);

/// A number of rings onto a cell: the only move of the toy.
#[derive(Clone, Copy, PartialEq)]
pub struct Place {
    pub cell: Cell,
    pub count: i64,
}

/// A game on its way: the rings by cell, the hands, and whose turn it is.
pub struct Game {
    pub stacks: BTreeMap<Cell, Vec<i64>>,
    pub hands: [i64; 2],
    pub player: i64,
    pub is_over: bool,
}

impl Game {
    pub fn new() -> Game {
        Game { stacks: BTreeMap::new(), hands: [RINGS, RINGS], player: 1, is_over: false }
    }

    /// One ring onto any empty cell.
    pub fn legal_moves(&self) -> Vec<Place> {
        if self.is_over {
            return Vec::new();
        }
        (0..SIZE)
            .flat_map(|y| (0..SIZE).map(move |x| (x, y)))
            .filter(|cell| !self.stacks.contains_key(cell))
            .map(|cell| Place { cell, count: 1 })
            .collect()
    }

    /// Whether a move is one of those.
    pub fn is_legal(&self, mv: &Place) -> bool {
        self.legal_moves().contains(mv)
    }

    /// Put the ring down; the turn passes.
    pub fn play(&mut self, mv: &Place) {
        self.stacks.insert(mv.cell, vec![self.player]);
        self.hands[self.player as usize - 1] -= 1;
        self.is_over = self.hands == [0, 0];
        if !self.is_over {
            self.player = 3 - self.player;
        }
    }
}
