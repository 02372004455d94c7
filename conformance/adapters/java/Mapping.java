import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** States and moves, to and from the form of the protocol: the one place for both. */
final class Mapping {
    static final String EDITION = "rr-canon-2025-11";

    private Mapping() {}

    /** Something that the engine cannot do; thrown by stateFromWire, it is told as such. */
    static final class Unsupported extends RuntimeException {
        Unsupported(String reason) {
            super(reason);
        }
    }

    /** A position that cannot exist, with every fault found. */
    static final class Invalid extends RuntimeException {
        final List<String> faults;

        Invalid(List<String> faults) {
            super(String.join("; ", faults));
            this.faults = faults;
        }
    }

    /** A cell is written "x,y", on the hexagonal board "x,y,z". */
    static String cellToWire(Engine.Cell cell) {
        return cell.x() + "," + cell.y();
    }

    /** The cell of "x,y". */
    static Engine.Cell cellFromWire(String text) {
        String[] parts = text.split(",");
        return new Engine.Cell(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }

    /** The state at its decision point. Leave out what your engine cannot tell. */
    static Map<String, Object> stateToWire(Engine game) {
        // Rings by cell, bottom first. Copied: a state handed out must not change with the game.
        Map<String, Object> stacks = new LinkedHashMap<>();
        game.stacks.forEach((cell, rings) -> stacks.put(cellToWire(cell), List.copyOf(rings)));
        Map<String, Object> turn = new LinkedHashMap<>();
        turn.put("player", game.player);
        turn.put("phase", game.isOver ? "game_over" : "ring_placement");
        turn.put("from", null); // the only stack that may act: just placed, just moved, in the chain
        turn.put("owes", null); // "line" or "region" while an elimination is due
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("winner", null);
        result.put("reason", "stalemate");
        result.put("ranking", List.of(1, 2));
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("edition", EDITION);
        state.put("board", "square8");
        state.put("players", 2);
        state.put("stacks", stacks);
        state.put("markers", Map.of()); // owner by cell
        state.put("collapsed", Map.of()); // owner by cell
        state.put("hand", Map.of("1", game.hands[0], "2", game.hands[1])); // rings not yet placed
        state.put("eliminated", Map.of("1", 0, "2", 0)); // credited to this seat
        state.put("turn", turn);
        // "standing" is left out: the toy does not know who had an action or acted last.
        state.put("result", game.isOver ? result : null);
        return state;
    }

    /**
     * The game of a state, for load: the reverse of stateToWire.
     *
     * <p>Throw Invalid for what cannot exist, and Unsupported for what your engine cannot take up.
     * "standing" may be missing: then nobody has had a turn.
     */
    static Engine stateFromWire(Map<String, Object> state) {
        throw new Unsupported("the toy takes up no position, not even on " + state.get("board"));
    }

    /**
     * A move of the engine in the form of the protocol.
     *
     * <pre>
     * place_ring                  at, count
     * skip_placement
     * move_stack                  from, to
     * overtaking_capture          from, target, to
     * skip_capture
     * continue_capture_segment    from, target, to
     * process_line                cells
     * choose_line_reward          cells, collapse
     * eliminate_rings_from_stack  at
     * process_territory_region    cells
     * skip_territory_processing
     * swap_sides                  (editions with the pie rule)
     * </pre>
     */
    static Map<String, Object> moveToWire(Engine.Place move) {
        return Map.of("type", "place_ring", "at", cellToWire(move.cell()), "count", move.count());
    }

    /** A move of the protocol as the engine has it; null if the engine has no such move. */
    static Engine.Place moveFromWire(Map<String, Object> wire) {
        return switch ((String) wire.get("type")) {
            case "place_ring" -> new Engine.Place(
                    cellFromWire((String) wire.get("at")), ((Number) wire.get("count")).intValue());
            default -> null;
        };
    }

    /**
     * Go on to the next decision point: a choice with a legal move, or the end of the game.
     *
     * <p>An engine that wants a move also where there is nothing to choose (no placement possible,
     * no line, no region, a seat that must pass) gets it here. The toy has no such moves.
     */
    static void settle(Engine game) {}
}
