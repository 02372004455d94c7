"""A mutant behind the protocol."""

from collections.abc import Mapping, Sequence

from conformance.engines.mutants.registry import Mutant, broken
from conformance.engines.protocol import Hello, Invalid, Json, Refused, Settled, Unsupported
from conformance.engines.reference import ReferenceEngine
from reference_engine.editions import Edition


class MutantEngine(ReferenceEngine):
    """The reference engine with one home replaced, for as long as it is at work."""

    def __init__(self, mutant: Mutant, editions: Mapping[str, Edition] | None = None) -> None:
        super().__init__(editions)
        self.mutant = mutant

    def hello(self) -> Hello:
        """Say what the reference engine says, under the mutant's name."""
        whole = super().hello()
        return Hello(
            name=f"mutant:{self.mutant.name}",
            version=whole.version,
            language=whole.language,
            editions=whole.editions,
            boards=whole.boards,
            players=whole.players,
        )

    def new(self, edition: str, board: str, players: int) -> Settled | Unsupported:
        """Begin a new game, broken."""
        with broken(self.mutant):
            return super().new(edition, board, players)

    def load(self, state: Json) -> Settled | Invalid:
        """Take up a position, broken."""
        with broken(self.mutant):
            return super().load(state)

    def legal(self) -> list[Json]:
        """List the moves, broken."""
        with broken(self.mutant):
            return super().legal()

    def play(self, moves: Sequence[Json], *, every: bool = False) -> Settled | Refused:
        """Play, broken."""
        with broken(self.mutant):
            return super().play(moves, every=every)
