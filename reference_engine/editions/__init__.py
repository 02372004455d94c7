"""Editions: the parameters that the rules read, and nothing else about a ruleset.

The values of the published editions are the YAML files beside this module; reading them is the
work of whoever holds a YAML reader, for the engine itself uses the standard library only. What
each parameter means stands in `schemas/edition.schema.json`; the ruling it belongs to is cited
beside it here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from reference_engine.geometry import Board

T = TypeVar("T")


class BoardTable(NamedTuple, Generic[T]):
    """One value for each board."""

    square8: T
    square19: T
    hexagonal: T

    def on(self, board: Board) -> T:
        """The value for that board."""
        value: T = getattr(self, board.value)
        return value


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """A named set of rule parameters."""

    name: str
    title: str
    line_length: BoardTable[tuple[int, int, int]]  # RUL-01
    hex_side: int  # RUL-02
    rings_per_player: BoardTable[int]  # RUL-03
    max_players: BoardTable[int]  # RUL-05
    first_player: int  # RUL-06
    turn_order: Literal["ascending", "descending"]  # RUL-06
    land_on_opponent_marker: Literal["forbidden", "remove_and_eliminate_top"]  # RUL-07
    own_marker_landing_cost: Literal["top_ring", "none"]  # RUL-08
    landing_elimination_trigger: Literal["own_marker", "any_marker", "always"]  # RUL-09
    suicide_landing: Literal["legal", "forbidden"]  # RUL-10
    landing_elimination_timing: Literal["immediate", "end_of_chain"]  # RUL-11
    chain_on_control_loss: Literal["ends", "continues"]  # RUL-11
    landing_relative_to_markers: Literal["anywhere", "beyond_all", "first_after"]  # RUL-12
    passover_collapse: bool  # RUL-69
    diagonal_squeeze: Literal["allowed", "blocked"]  # RUL-19
    capture_metric: Literal["steps", "manhattan"]  # RUL-13
    capture_own: Literal["allowed", "forbidden"]  # RUL-14
    capture_land_own_marker: Literal["legal", "illegal"]  # RUL-15
    capture_departure_marker: bool  # RUL-16
    capture_after_move: Literal["moved_stack", "any_stack", "none"]  # RUL-17
    capture_start: Literal["optional_unless_only_action", "always_optional", "mandatory"]  # RUL-18
    max_rings_per_placement: int | None  # RUL-20
    first_placement_options: Literal["all", "single_on_empty"]  # RUL-21
    must_move_placed_stack: bool  # RUL-22
    place_on_marker: Literal["illegal", "removes_marker"]  # RUL-23
    placement_required_when: Literal[
        "no_controlled_stack_or_immobile", "no_rings_on_board"
    ]  # RUL-25
    fe_requires_empty_hand: bool  # RUL-27
    after_forced_elimination: Literal["continue_if_action", "end_turn"]  # RUL-28
    fe_turn_postprocessing: Literal["after_fe", "before_fe", "none"]  # RUL-29
    fe_choice: Literal["player", "automatic"]  # RUL-30
    lines_processed: Literal["mover_only", "all_for_mover"]  # RUL-33
    unpayable_line: Literal["leave", "collapse_free", "end_turn"]  # RUL-35
    option1_requires_payer: bool  # RUL-36
    line_origin: Literal["any", "this_turn"]  # RUL-38
    payment_unit: Literal["entire_cap", "one_ring_or_cap"]  # RUL-40
    cap_elimination_scope: Literal["cap_only", "whole_stack"]  # RUL-41
    region_model: Literal[
        "single_colour_marker_borders", "collapsed_only", "mover_markers_and_edges"
    ]  # RUL-42
    stacks_in_regions: Literal["interior", "wall"]  # RUL-43
    region_side: Literal["any_component", "exclude_largest", "smaller_side_only"]  # RUL-44
    border_colour: Literal["any_single", "mover_only"]  # RUL-45
    interior_border_colour_markers: Literal["absorbed", "remain"]  # RUL-46
    border_collapse: Literal["adjacent_open", "all_adjacent", "minimal_cut", "connected"]  # RUL-47
    active_colours: Literal["ring_on_board", "controls_stack"]  # RUL-48
    representation_test: Literal["strict_subset", "zero_stacks", "none"]  # RUL-49
    prerequisite: Literal["controlled_stack_outside", "any_ring_outside"]  # RUL-50
    region_processing: Literal["optional", "mandatory"]  # RUL-51
    region_claimant: Literal["current_mover", "creator_only"]  # RUL-52
    region_credit: Literal["processor", "ring_owner"]  # RUL-53
    post_move_order: Literal["lines_then_territory", "territory_then_lines"]  # RUL-54
    victory_check: Literal["end_of_turn", "immediate"]  # RUL-57
    check_after_fe: bool  # RUL-57
    victory_priority: Literal["elimination_first", "territory_first"]  # RUL-58
    lps_rounds: Literal[0, 1, 2]  # RUL-59
    lps_recheck: Literal["all_seats_hypothetical", "p_only", "none"]  # RUL-60
    lps_activity: Literal["real_action", "turn_material"]  # RUL-61
    rotation: Literal["skip_eliminated", "skip_no_material", "visit_all"]  # RUL-62
    stalemate_counts_fe: bool  # RUL-63
    final_tiebreak: Literal["latest_actor_among_tied", "last_actor_only", "none"]  # RUL-64
    stalemate_threshold_check: bool  # RUL-65
    threshold_base: Literal["initial", "current"]  # RUL-66
    pie_rule: Literal[
        "off", "swap_then_other_colour_moves", "swap_then_same_colour_moves"
    ]  # RUL-72

    @property
    def remembers_made(self) -> bool:
        """Whether the state has to know which cells this turn has changed."""
        return self.line_origin == "this_turn" or self.region_claimant == "creator_only"

    @property
    def remembers_did(self) -> bool:
        """Whether the state has to know what the seat has done this turn."""
        return self.fe_turn_postprocessing == "before_fe" or not self.check_after_fe

    @property
    def remembers_deferred(self) -> bool:
        """Whether the state has to know how many landing rings are still due."""
        return self.landing_elimination_timing == "end_of_chain"

    @property
    def remembers_rounds(self) -> bool:
        """Whether the state has to count each seat's rounds alone."""
        return self.lps_rounds == 2

    @property
    def has_pie_rule(self) -> bool:
        """Whether the state has to know that sides may be swapped."""
        return self.pie_rule != "off"


def edition_from(name: str, title: str, parameters: Mapping[str, Any]) -> Edition:
    """The edition with these parameters, already checked against the schema."""
    values = dict(parameters)
    for table in ("line_length", "rings_per_player", "max_players"):
        row = values[table]
        values[table] = BoardTable(
            *(tuple(v) if isinstance(v, list) else v for v in (row[b.value] for b in Board))
        )
    return Edition(name=name, title=title, **values)


PARAMETERS: tuple[str, ...] = tuple(
    field.name for field in fields(Edition) if field.name not in ("name", "title")
)
