"""What rrc identify finds; benchmarks/identify_all.py asks every mutant and many mixtures."""

from dataclasses import replace
from functools import cache

import pytest

from conformance.coverage.identify import BUDGET, Identity, identify
from conformance.coverage.models import Model, playable, written
from conformance.coverage.probes import load_probe_set
from conformance.editions import CANON, load_editions, load_parameters
from conformance.engines.mutants import mutants
from conformance.engines.names import engine_factory
from conformance.engines.protocol import Engine, Hello, Json
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Scenario, load_corpus

EDITIONS = [*load_editions()]
EVERY = 23  # of the mutants one in so many, from the first on


@cache
def corpus() -> tuple[Scenario, ...]:
    return load_corpus()


def identity(engine: Engine) -> Identity:
    return identify("it", engine, corpus())


def model(*changes: tuple[str, str], edition: str = CANON) -> Identity:
    return identity(Model(edition, changes).engine(edition))


# --- editions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", ["reference", "literal"])
def test_every_edition_is_named_within_the_budget(kind: str, edition: str) -> None:
    found = identity(engine_factory(f"{kind}@{edition}")())
    assert found.edition == edition
    assert found.is_exact
    assert found.asked <= BUDGET


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_known_by_its_play_and_not_by_its_name(edition: str) -> None:
    found = identity(Model(edition).engine(CANON))
    assert found.edition == edition
    assert found.is_exact


def test_every_parameter_is_told_once_with_the_value_of_the_edition() -> None:
    found = identity(engine_factory("reference@complete-2025-12")())
    values = {one.name: one.value for one in found.parameters}
    expected = load_parameters()["complete-2025-12"]
    assert values == {name: written(value) for name, value in expected.items()}
    assert {one.source for one in found.parameters} == {"asked", "shown", "inferred", "unknown"}


def test_a_value_that_nothing_tells_from_another_is_said_to_play_the_same() -> None:
    found = model(("unpayable_line", "end_turn"))
    assert found.is_exact
    [told] = [one for one in found.parameters if one.name == "unpayable_line"]
    assert (told.value, told.source, told.others) == ("leave", "unknown", ("end_turn",))


def test_where_a_value_is_shown_every_other_would_have_been_seen() -> None:
    found = identity(engine_factory("reference")())
    for one in found.parameters:
        assert (one.source in ("asked", "shown")) is (one.others == ()), one
    shown = [one for one in found.parameters if one.source == "shown"]
    assert len(shown) > 10
    for one in shown[::7]:
        other = next(value for value in playable()[one.name] if value != one.value)
        assert not model((one.name, other)).is_exact, one


def test_an_engine_that_cannot_load_is_told_less() -> None:
    class Newcomer(ReferenceEngine):
        def hello(self) -> Hello:
            return replace(super().hello(), operations=("new", "legal", "play", "state"))

    found = identity(Newcomer())
    assert found.is_exact
    assert 0 < found.probed < len(load_probe_set().probes)
    sources = [one.source for one in found.parameters]
    assert sources.count("unknown") > sources.count("shown")


def test_an_engine_that_leaves_out_what_it_cannot_tell_plays_its_edition_all_the_same() -> None:
    class Reticent(ReferenceEngine):
        def state(self) -> Json:
            return {name: value for name, value in super().state().items() if name != "standing"}

    assert identity(Reticent()).is_exact


def test_fewer_questions_leave_more_to_be_inferred() -> None:
    found = identify("it", engine_factory("reference")(), corpus(), budget=5)
    assert found.edition == CANON
    assert sum(one.source == "asked" for one in found.parameters) <= 5


# --- mutants ------------------------------------------------------------------------------------


def test_the_clause_of_a_mutant_is_named_first_nine_times_in_ten() -> None:
    chosen = [*mutants().values()][::EVERY]
    first = []
    for one in chosen:
        found = identity(engine_factory(f"mutant:{one.name}")())
        assert found.edition == CANON, one.name
        named = [departure.nearest.clause for departure in found.departures if departure.nearest]
        if named[:1] == [one.clause]:
            first.append(one.name)
    assert len(first) >= 0.9 * len(chosen), [one.name for one in chosen if one.name not in first]


def test_a_mutant_that_is_a_reading_is_told_as_both() -> None:
    [departure] = identity(engine_factory("mutant:spares-own-stacks")()).departures
    assert (departure.parameter, departure.value) == ("capture_own", "forbidden")
    assert departure.nearest is not None
    assert departure.nearest.clause == "R101.b"


# --- mixtures -----------------------------------------------------------------------------------

MIXTURES = [
    ("rr-canon-2025-11", ("capture_own", "forbidden"), ("region_processing", "mandatory")),
    ("compact-2025-12", ("border_collapse", "connected"), ("hex_side", "11")),
    (
        "compact-2025-12",
        ("region_claimant", "creator_only"),
        ("victory_priority", "territory_first"),
    ),
    ("engine-2025-11", ("pie_rule", "off"), ("lines_processed", "all_for_mover")),
    (
        "complete-2025-12",
        ("capture_own", "forbidden"),
        ("check_after_fe", "True"),
        ("passover_collapse", "False"),
    ),
    (
        "compact-2025-11",
        ("diagonal_squeeze", "blocked"),
        ("payment_unit", "entire_cap"),
        ("region_claimant", "creator_only"),
    ),
    (
        "rr-canon-2025-11",
        ("capture_after_move", "any_stack"),
        ("first_player", "2"),
        ("lps_activity", "turn_material"),
    ),
]


@pytest.mark.parametrize(
    "mixture",
    MIXTURES,
    ids=lambda mixture: "-".join((mixture[0], *(name for name, _ in mixture[1:]))),
)
def test_parameters_that_were_changed_are_named(mixture: tuple[str, tuple[str, str]]) -> None:
    edition, *changes = mixture
    wanted = [one for one in changes if Model(edition).value(one[0]) != one[1]]
    found = model(*wanted, edition=edition)
    assert found.edition == edition
    assert not found.is_exact
    named = {(one.parameter, one.value): one.expected for one in found.departures}
    assert named == {one: Model(edition).value(one[0]) for one in wanted}


def test_two_mutants_at_once_are_both_named() -> None:
    both = ("spares-own-stacks", "diagonal-markers-collapse")
    found = identity(Model(CANON, mutants=both).engine(CANON))
    named = {one.nearest.mutant for one in found.departures if one.nearest}
    assert {mutants()[name].clause for name in named} >= {mutants()[name].clause for name in both}


# --- models -------------------------------------------------------------------------------------


def test_every_value_of_every_edition_can_be_played() -> None:
    for edition, parameters in load_parameters().items():
        for name, value in parameters.items():
            assert playable()[name][written(value)] == getattr(load_editions()[edition], name)


def test_a_reading_that_no_engine_can_play_is_no_change() -> None:
    assert "all_for_owner" not in playable()["lines_processed"]


def test_a_change_back_is_no_change() -> None:
    changed = Model(CANON).changed("capture_own", "forbidden")
    assert changed.changed("capture_own", "allowed") == Model(CANON)
