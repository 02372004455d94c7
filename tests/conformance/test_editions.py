import json
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from conformance.catalogue import load_catalogue
from conformance.documents import InvalidDocumentError, MalformedDocumentError, load_document
from conformance.editions import (
    CANON,
    UnknownEditionError,
    faults_of,
    load_edition,
    load_editions,
    load_editions_from,
    load_parameters,
)
from conformance.errors import UserError
from conformance.resources import editions_dir, schemas_dir
from reference_engine.editions import PARAMETERS, BoardTable, Edition
from reference_engine.geometry import Board

NAMES = [
    "rr-canon-2025-11",
    "compact-2025-11",
    "compact-2025-12",
    "complete-2025-12",
    "engine-2025-11",
]


def by_board(square8: object, square19: object, hexagonal: object) -> dict[str, object]:
    return {"square8": square8, "square19": square19, "hexagonal": hexagonal}


# The table of the rulings, written out by hand: what the canon says, ...
CANONICAL: dict[str, object] = {
    "line_length": by_board([3, 3, 3], [4, 4, 4], [4, 4, 4]),
    "hex_side": 11,
    "rings_per_player": by_board(18, 36, 36),
    "land_on_opponent_marker": "forbidden",
    "own_marker_landing_cost": "top_ring",
    "landing_elimination_trigger": "own_marker",
    "suicide_landing": "legal",
    "landing_elimination_timing": "immediate",
    "chain_on_control_loss": "ends",
    "landing_relative_to_markers": "anywhere",
    "capture_metric": "steps",
    "capture_own": "allowed",
    "capture_land_own_marker": "legal",
    "capture_after_move": "moved_stack",
    "capture_start": "optional_unless_only_action",
    "max_rings_per_placement": 3,
    "first_placement_options": "all",
    "must_move_placed_stack": True,
    "place_on_marker": "illegal",
    "placement_required_when": "no_controlled_stack_or_immobile",
    "fe_requires_empty_hand": False,
    "after_forced_elimination": "continue_if_action",
    "fe_turn_postprocessing": "after_fe",
    "fe_choice": "player",
    "lines_processed": "mover_only",
    "unpayable_line": "leave",
    "line_origin": "any",
    "payment_unit": "entire_cap",
    "cap_elimination_scope": "cap_only",
    "region_model": "single_colour_marker_borders",
    "stacks_in_regions": "interior",
    "region_side": "any_component",
    "border_colour": "any_single",
    "interior_border_colour_markers": "absorbed",
    "border_collapse": "adjacent_open",
    "active_colours": "ring_on_board",
    "representation_test": "strict_subset",
    "region_processing": "optional",
    "region_claimant": "current_mover",
    "region_credit": "processor",
    "post_move_order": "lines_then_territory",
    "victory_check": "end_of_turn",
    "check_after_fe": True,
    "lps_rounds": 1,
    "lps_activity": "real_action",
    "rotation": "skip_eliminated",
    "stalemate_counts_fe": True,
    "final_tiebreak": "latest_actor_among_tied",
    "stalemate_threshold_check": False,
    "pie_rule": "off",
    # not in the table, but each in its ruling
    "max_players": by_board(4, 4, 4),
    "first_player": 1,
    "turn_order": "ascending",
    "passover_collapse": True,
    "diagonal_squeeze": "allowed",
    "capture_departure_marker": True,
    "option1_requires_payer": True,
    "prerequisite": "controlled_stack_outside",
    "victory_priority": "elimination_first",
    "lps_recheck": "all_seats_hypothetical",
    "threshold_base": "initial",
}

# ... and where the column of another document differs. Of two readings in a cell the first.
DIFFERENCES: dict[str, dict[str, object]] = {
    "rr-canon-2025-11": {},
    "compact-2025-11": {
        "line_length": by_board([4, 4, 4], [5, 5, 5], [5, 5, 5]),
        "own_marker_landing_cost": "none",
        "capture_metric": "manhattan",
        "capture_after_move": "none",
        "max_rings_per_placement": None,
        "fe_requires_empty_hand": True,
        "payment_unit": "one_ring_or_cap",
        "region_processing": "mandatory",
        "lps_rounds": 0,
        "stalemate_counts_fe": False,
        "final_tiebreak": "none",
        "stalemate_threshold_check": True,
    },
    "compact-2025-12": {
        "hex_side": 13,
        "rings_per_player": by_board(18, 36, 48),
        "land_on_opponent_marker": "remove_and_eliminate_top",
        "landing_elimination_trigger": "any_marker",
        "capture_after_move": "none",
        "fe_turn_postprocessing": "before_fe",
        "payment_unit": "one_ring_or_cap",
        "region_processing": "mandatory",
        "rotation": "skip_no_material",
        "stalemate_threshold_check": True,
    },
    "complete-2025-12": {
        "line_length": by_board([4, 3, 3], [4, 4, 4], [4, 4, 4]),
        "hex_side": 13,
        "rings_per_player": by_board(18, 36, 48),
        "land_on_opponent_marker": "remove_and_eliminate_top",
        "landing_elimination_trigger": "any_marker",
        "landing_relative_to_markers": "beyond_all",
        "capture_start": "always_optional",
        "first_placement_options": "single_on_empty",
        "placement_required_when": "no_rings_on_board",
        "after_forced_elimination": "end_turn",
        "fe_turn_postprocessing": "before_fe",
        "line_origin": "this_turn",
        "stacks_in_regions": "wall",
        "interior_border_colour_markers": "remain",
        "border_collapse": "minimal_cut",
        "region_claimant": "creator_only",
        "check_after_fe": False,
        "lps_rounds": 2,
        "rotation": "visit_all",
        "pie_rule": "swap_then_other_colour_moves",
    },
    "engine-2025-11": {
        "place_on_marker": "removes_marker",
        "after_forced_elimination": "end_turn",
        "fe_turn_postprocessing": "none",
        "fe_choice": "automatic",
        "cap_elimination_scope": "whole_stack",
        "region_model": "mover_markers_and_edges",
        "region_side": "exclude_largest",
        "border_colour": "mover_only",
        "border_collapse": "connected",
        "representation_test": "none",
        "region_credit": "ring_owner",
        "rotation": "skip_no_material",
    },
}

# Cells of the table with two readings, or with words that are no value of the parameter.
NOT_PLAIN: dict[str, set[str]] = {
    "rr-canon-2025-11": set(),
    "compact-2025-11": {"capture_after_move", "border_collapse", "region_processing"},
    "compact-2025-12": {
        "capture_after_move",
        "border_collapse",
        "representation_test",
        "region_processing",
        "region_credit",
    },
    "complete-2025-12": {
        "land_on_opponent_marker",
        "landing_elimination_trigger",
        "landing_relative_to_markers",
        "capture_own",
        "capture_land_own_marker",
        "fe_turn_postprocessing",
        "unpayable_line",
        "line_origin",
        "stacks_in_regions",
        "interior_border_colour_markers",
        "active_colours",
        "region_claimant",
        "check_after_fe",
        "lps_rounds",
        "lps_activity",
        "stalemate_counts_fe",
        "final_tiebreak",
        "pie_rule",
    },
    "engine-2025-11": {
        "place_on_marker",
        "region_side",
        "active_colours",
        "region_processing",
        "region_credit",
        "post_move_order",
    },
}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    text = (schemas_dir() / "edition.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


# What they say


def test_the_five_editions_are_there_with_the_canonical_one_first() -> None:
    assert list(load_editions()) == NAMES
    assert NAMES[0] == CANON
    for name, edition in load_editions().items():
        assert edition.name == name
        assert edition.title


@pytest.mark.parametrize("name", NAMES)
def test_an_edition_says_what_the_table_of_the_rulings_says(name: str) -> None:
    assert load_parameters()[name] == {**CANONICAL, **DIFFERENCES[name]}


@pytest.mark.parametrize("name", NAMES)
def test_an_edition_says_which_reading_it_takes_where_its_source_has_several(name: str) -> None:
    data: Any = load_document(editions_dir() / f"{name}.yaml").data
    assert set(data.get("notes", {})) >= NOT_PLAIN[name]


def test_the_canonical_edition_has_the_canonical_value_of_every_ruling() -> None:
    catalogue = load_catalogue()
    canonical = {name: catalogue.parameter(name).canonical for name in PARAMETERS}
    assert load_parameters()[CANON] == json.loads(json.dumps(canonical))


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_an_edition_is_a_reading_that_the_catalogue_knows(name: str) -> None:
    catalogue = load_catalogue()
    for parameter, value in load_parameters()[name].items():
        readings = json.loads(json.dumps(catalogue.parameter(parameter).values))
        assert value in readings, parameter


@pytest.mark.parametrize("name", NAMES)
def test_an_edition_is_read_into_the_type_of_the_engine(name: str) -> None:
    edition = load_edition(name)
    written = load_parameters()[name]
    for parameter in PARAMETERS:
        value = getattr(edition, parameter)
        if isinstance(value, BoardTable):
            value = {board.value: value.on(board) for board in Board}
        assert json.loads(json.dumps(value)) == written[parameter], parameter


def test_a_value_for_each_board_is_found_by_its_board() -> None:
    edition = load_edition("complete-2025-12")
    assert edition.line_length.on(Board.SQUARE8) == (4, 3, 3)
    assert edition.rings_per_player.on(Board.HEXAGONAL) == 48


def test_the_editions_are_read_once() -> None:
    assert load_editions() is load_editions()
    assert load_edition(CANON) is load_edition(CANON)


# Schema and type


def test_every_property_of_the_schema_is_a_field_of_the_type(schema: dict[str, Any]) -> None:
    parameters = schema["properties"]["parameters"]
    assert tuple(parameters["properties"]) == PARAMETERS
    assert tuple(parameters["required"]) == PARAMETERS
    assert parameters["additionalProperties"] is False
    assert tuple(schema["properties"]["notes"]["propertyNames"]["enum"]) == PARAMETERS
    assert {field.name for field in fields(Edition)} == {"name", "title", *PARAMETERS}


def test_every_list_of_values_in_the_schema_is_that_of_the_type(schema: dict[str, Any]) -> None:
    hints = get_type_hints(Edition)
    for name, property_ in schema["properties"]["parameters"]["properties"].items():
        hint = hints[name]
        if hint is bool:
            assert sorted(property_["enum"]) == [False, True], name
        elif get_origin(hint) is Literal:
            assert set(property_["enum"]) == set(get_args(hint)), name
        else:
            assert "enum" not in property_, name


def test_every_property_of_the_schema_says_what_it_means_and_names_its_ruling(
    schema: dict[str, Any],
) -> None:
    rulings = load_catalogue().rulings
    for name, property_ in schema["properties"]["parameters"]["properties"].items():
        assert property_["x-ruling"] in rulings, name
        meaning, _, ruling = property_["description"].rpartition(" (")
        assert meaning.endswith("."), name
        assert ruling == f"{property_['x-ruling']})", name


def test_the_canonical_value_stands_first_in_the_schema(schema: dict[str, Any]) -> None:
    for name, property_ in schema["properties"]["parameters"]["properties"].items():
        if "enum" in property_:
            assert property_["enum"][0] == CANONICAL[name], name


# Refusals


def test_an_unknown_edition_is_an_error_that_names_all_and_suggests_the_nearest() -> None:
    with pytest.raises(UnknownEditionError) as caught:
        load_edition("rr-cannon")
    assert isinstance(caught.value, UserError)
    assert caught.value.name == "rr-cannon"
    assert caught.value.known == tuple(NAMES)
    assert str(caught.value) == (
        f"no edition 'rr-cannon': expected one of {', '.join(NAMES)}; "
        "did you mean rr-canon-2025-11?"
    )


def test_nothing_is_suggested_for_a_name_that_is_far_from_all() -> None:
    with pytest.raises(UnknownEditionError) as caught:
        load_edition("?")
    assert str(caught.value).endswith("engine-2025-11")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the editions, to break."""
    folder = tmp_path / "editions"
    shutil.copytree(editions_dir(), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return folder


def replace(file: Path, old: str, new: str) -> int:
    """Change the one place where a file says this, and tell its line."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, (file.name, old)
    file.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def refusals(folder: Path) -> list[str]:
    with pytest.raises(InvalidDocumentError) as caught:
        load_editions_from(folder)
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.found]


def test_a_copy_of_the_folder_loads_alike(copy: Path) -> None:
    found = load_editions_from(copy)
    assert list(found) == NAMES
    for name, edition in found.items():
        assert all(getattr(edition, p) == getattr(load_edition(name), p) for p in PARAMETERS)


@pytest.mark.parametrize(
    ("old", "new", "column", "fault"),
    [
        (
            "  capture_own: allowed\n",
            "  capture_own: alowed\n",
            16,
            'parameters.capture_own: "alowed" is not known (expected one of "allowed", "forb',
        ),
        (
            "  passover_collapse: true\n",
            "  passover_collapse: yes\n",
            22,
            'parameters.passover_collapse: "yes" is not known (expected one of true, false)',
        ),
        (
            "  lps_rounds: 1\n",
            "  lps_rounds: 3\n",
            15,
            "parameters.lps_rounds: 3 is not known (expected one of 1, 0, 2)",
        ),
        (
            "  hex_side: 11\n",
            "  hex_side: eleven\n",
            13,
            'parameters.hex_side: "eleven" is of the wrong type (expected integer)',
        ),
        (
            "  fe_choice: player\n",
            "  fe_choise: player\n",
            3,
            "parameters.fe_choise: unknown field (expected fe_choice",
        ),
        (
            "  line_length: {square8: [3, 3, 3],",
            "  line_length: {square8: [3, 3],",
            26,
            "parameters.line_length.square8: [3, 3] is too short",
        ),
        (
            "  max_players: {square8: 4,",
            "  max_players: {square8: 5,",
            26,
            "parameters.max_players.square8: 5 is greater than the maximum of 4",
        ),
        (
            "name: rr-canon-2025-11\n",
            "name: rr-canon-2025-12\n",
            7,
            "name: rr-canon-2025-12 is not its file's (expected rr-canon-2025-11)",
        ),
        (
            "parameters:\n",
            "notes: {capture_ovn: x}\nparameters:\n",
            8,
            'notes: "capture_ovn" is not known (expected one of "line_length", ',
        ),
    ],
)
def test_a_broken_edition_is_refused_with_file_line_field_and_expectation(
    copy: Path, old: str, new: str, column: int, fault: str
) -> None:
    line = replace(copy / f"{CANON}.yaml", old, new)
    found = refusals(copy)
    wanted = f"{CANON}.yaml:{line}:{column}: {fault}"
    assert [each for each in found if each.startswith(wanted)], found


def test_a_missing_parameter_is_refused_with_its_meaning(copy: Path) -> None:
    replace(copy / f"{CANON}.yaml", "  threshold_base: initial\n", "")
    (fault,) = refusals(copy)
    assert "parameters.threshold_base: missing field (expected Which total" in fault


def test_the_faults_of_all_editions_are_told_at_once(copy: Path) -> None:
    for name in NAMES:
        replace(copy / f"{name}.yaml", "  diagonal_squeeze: allowed\n", "  diagonal_squeeze: no\n")
    replace(copy / f"{CANON}.yaml", "  first_player: 1\n", "  first_player: 9\n")
    found = refusals(copy)
    assert sorted(fault.partition(":")[0] for fault in found) == sorted(
        f"{name}.yaml" for name in [*NAMES, CANON]
    )


def test_a_malformed_edition_is_refused(copy: Path) -> None:
    line = replace(copy / f"{CANON}.yaml", "  pie_rule: off\n", "  hex_side: 11\n")
    with pytest.raises(MalformedDocumentError, match=rf"{CANON}\.yaml:{line}:3: parameters"):
        load_editions_from(copy)


@pytest.mark.parametrize("name", NAMES)
def test_the_files_of_this_project_have_no_faults(name: str) -> None:
    assert faults_of(load_document(editions_dir() / f"{name}.yaml")) == []
