import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers the engine protocol: one JSON object per line in, one per line out.
 *
 * <p>Holds one game at a time. The lines marked ENGINE CALL ask the engine; everything else can
 * stay as it is.
 */
public final class Adapter {
    // Declare only what the engine can do: what is not declared is never asked for.
    private static final List<?> EDITIONS = List.of(Mapping.EDITION);
    private static final List<?> BOARDS = List.of("square8");
    private static final List<?> PLAYERS = List.of(2L); // as read from JSON, so a Long
    // Add "load" when Mapping.java can read a state.
    private static final List<?> OPERATIONS = List.of("new", "legal", "play", "state");
    private static final Map<String, Object> HELLO = Map.of(
            "protocol", 1,
            "engine", Map.of("name", "my-engine", "version", "0.1.0", "language", "java"),
            "editions", EDITIONS,
            "boards", BOARDS,
            "players", PLAYERS,
            "operations", OPERATIONS);

    private Engine game;
    private boolean isOver;

    /** Read a line, answer a line, until goodbye or the end of the input. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Adapter adapter = new Adapter();
        String line;
        while (!adapter.isOver && (line = in.readLine()) != null) {
            out.print(Json.write(adapter.reply(line)) + "\n");
            out.flush(); // the suite waits for this line
        }
    }

    /** The reply to a line. A failure is told as "error": it must never look like a refusal. */
    private Map<String, Object> reply(String line) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("seq", 0);
        try {
            Map<String, Object> request = object(Json.parse(line));
            reply.put("seq", request.get("seq"));
            reply.putAll(answer(request));
        } catch (Mapping.Unsupported error) {
            reply.put("unsupported", Map.of("reason", error.getMessage()));
        } catch (Mapping.Invalid error) {
            reply.put("invalid", Map.of("faults", error.faults));
        } catch (RuntimeException | StackOverflowError error) {
            error.printStackTrace(); // standard error is kept as evidence
            reply.put("error", Map.of("message", error.toString()));
        }
        return reply;
    }

    /** What a request asks for, without its seq. */
    private Map<String, Object> answer(Map<String, Object> request) {
        String command = (String) request.get("cmd");
        switch (command) {
            case "hello":
                return HELLO;
            case "new":
                return begin(request);
            case "load":
                game = Mapping.stateFromWire(object(request.get("state")));
                Mapping.settle(game);
                return told(request);
            case "legal":
                return Map.of("moves", legal());
            case "play":
                return play(request);
            case "state":
                return Map.of("state", Mapping.stateToWire(present()));
            case "bye":
                isOver = true;
                return Map.of();
            default:
                throw new IllegalArgumentException("unknown request " + command);
        }
    }

    /** Begin a game. */
    private Map<String, Object> begin(Map<String, Object> request) {
        Map<String, List<?>> declared =
                Map.of("edition", EDITIONS, "board", BOARDS, "players", PLAYERS);
        declared.forEach((field, known) -> {
            if (!known.contains(request.get(field))) {
                throw new Mapping.Unsupported(field + " " + request.get(field));
            }
        });
        game = new Engine(); // ENGINE CALL: begin a game
        Mapping.settle(game);
        return told(request);
    }

    /** Play moves, up to the first that is illegal; those before it stay played. */
    private Map<String, Object> play(Map<String, Object> request) {
        Engine game = present();
        List<?> moves = (List<?>) request.get("moves");
        List<Object> states = new ArrayList<>();
        for (Object wire : moves) {
            Engine.Place move = Mapping.moveFromWire(object(wire));
            if (move == null || !game.isLegal(move)) { // ENGINE CALL: may this be played?
                Map<String, Object> refusal = new LinkedHashMap<>();
                refusal.put("played", states.size());
                refusal.put("illegal", Map.of("move", wire, "reason", "not a legal move here"));
                refusal.put("state", Mapping.stateToWire(game));
                return withStates(refusal, request, states);
            }
            game.play(move); // ENGINE CALL: play it
            Mapping.settle(game);
            states.add(Mapping.stateToWire(game));
        }
        return withStates(told(request), request, states);
    }

    private static Map<String, Object> withStates(
            Map<String, Object> reply, Map<String, Object> request, List<Object> states) {
        if (Boolean.TRUE.equals(request.get("every"))) {
            reply.put("states", states);
        }
        return reply;
    }

    /** The legal moves, each once, in any order; none when the game is over. */
    private List<Map<String, Object>> legal() {
        List<Engine.Place> moves = present().legalMoves(); // ENGINE CALL: list the legal moves
        return moves.stream().map(Mapping::moveToWire).toList();
    }

    /** The present state, and the legal moves where they are asked for. */
    private Map<String, Object> told(Map<String, Object> request) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("state", Mapping.stateToWire(present()));
        if (Boolean.TRUE.equals(request.get("legal"))) {
            reply.put("moves", legal());
        }
        return reply;
    }

    /** The game that has begun. */
    private Engine present() {
        if (game == null) {
            throw new IllegalStateException("no game has begun");
        }
        return game;
    }

    @SuppressWarnings("unchecked") // the names of a JSON object are always text
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }
}
