import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * REPLACE THIS: a toy that stands where your engine will stand.
 *
 * <p>It does not play RingRift. The seats put single rings on empty cells, in turn, until their
 * hands are empty; then the game is over and nobody has won.
 */
final class Engine {
    private static final int SIZE = 8;
    private static final int RINGS = 18;

    record Cell(int x, int y) {}

    /** A number of rings onto a cell: the only move of the toy. */
    record Place(Cell cell, int count) {}

    final Map<Cell, List<Integer>> stacks = new LinkedHashMap<>();
    final int[] hands = {RINGS, RINGS};
    int player = 1;
    boolean isOver = false;

    /** One ring onto any empty cell. */
    List<Place> legalMoves() {
        List<Place> moves = new ArrayList<>();
        for (int y = 0; y < SIZE && !isOver; y++) {
            for (int x = 0; x < SIZE; x++) {
                Cell cell = new Cell(x, y);
                if (!stacks.containsKey(cell)) {
                    moves.add(new Place(cell, 1));
                }
            }
        }
        return moves;
    }

    /** Whether a move is one of those. */
    boolean isLegal(Place move) {
        return legalMoves().contains(move);
    }

    /** Put the ring down; the turn passes. */
    void play(Place move) {
        stacks.put(move.cell(), List.of(player));
        hands[player - 1]--;
        isOver = hands[0] == 0 && hands[1] == 0;
        if (!isOver) {
            player = 3 - player;
        }
    }
}
