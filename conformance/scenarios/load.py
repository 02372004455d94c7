"""From files to scenarios and cases; every fault of every file, with its place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from conformance.catalogue import Catalogue, load_catalogue
from conformance.documents import (
    Document,
    DocumentError,
    Fault,
    InvalidDocumentError,
    Steps,
    did_you_mean,
    load_document,
    validate,
)
from conformance.editions import CANON, load_parameters
from conformance.errors import UserError
from conformance.resources import scenarios_dir
from conformance.scenarios.build import CaseBuilder, board_of
from conformance.scenarios.model import Case, Json, Polarity, Scenario, Status


class NoScenariosError(UserError):
    """A path holds no scenario file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"no scenarios at {path}: expected a .yaml file, or a folder with some")


@dataclass(frozen=True, slots=True)
class Corpus:
    """The scenarios of some files, and what is wrong with the files."""

    scenarios: tuple[Scenario, ...]
    faults: tuple[Fault, ...]

    def sound(self) -> tuple[Scenario, ...]:
        """The scenarios, if nothing is wrong with any."""
        if self.faults:
            raise InvalidDocumentError(self.faults)
        return self.scenarios


def scenario_files(paths: Iterable[Path]) -> list[Path]:
    """The scenario files at these paths, in order; links that lead elsewhere are not followed."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            files = sorted(f for f in path.rglob("*.yaml") if f.is_file() and not f.is_symlink())
            if not files:
                raise NoScenariosError(path)
            found += files
        elif path.is_file():
            found.append(path)
        else:
            raise NoScenariosError(path)
    return list(dict.fromkeys(found))


def load_scenarios(paths: Iterable[Path]) -> Corpus:
    """All scenarios at these paths."""
    scenarios: list[Scenario] = []
    faults: list[Fault] = []
    seen: dict[str, Path] = {}
    for path in scenario_files(paths):
        try:
            document = load_document(path)
        except DocumentError as error:
            faults += error.found
            continue
        wrong = faults_of(document)
        if wrong:
            faults += wrong
            continue
        scenario = scenario_of(document)
        if scenario.id in seen:
            faults.append(document.fault(("id",), f"the id of {seen[scenario.id]} too", "its own"))
        seen.setdefault(scenario.id, path)
        scenarios.append(scenario)
        values = values_of(scenario)
        for edition in [CANON] if values else editions_of(scenario):
            faults += built(scenario, edition, values).faults
    return Corpus(tuple(scenarios), tuple(dict.fromkeys(faults)))


def load_corpus(files: Iterable[str] | None = None) -> tuple[Scenario, ...]:
    """The scenarios of this project, or those of these files, which its checks have found sound.

    They are not checked again, for that takes longer than running them. Where a file that is being
    written turns out not to be sound, all are checked, and the faults are named.
    """
    folder = scenarios_dir()
    paths = [folder] if files is None else [folder / file for file in files]
    try:
        return tuple(scenario_of(load_document(path)) for path in scenario_files(paths))
    except (AttributeError, KeyError, TypeError, ValueError, DocumentError):
        return load_scenarios(paths).sound()


def faults_of(document: Document) -> list[Fault]:
    """What is wrong with a file by its schema, or by what it refers to."""
    faults = validate(document, "scenario")
    if faults:
        return faults
    data: Any = document.data
    catalogue = load_catalogue()
    return [
        *_name_faults(document, data),
        *_reference_faults(document, data, catalogue),
        *_edition_faults(document, data, catalogue),
    ]


def _name_faults(document: Document, data: Json) -> Iterator[Fault]:
    if data["id"] != document.path.stem:
        yield document.fault(
            ("id",), f"{data['id']} is not the name of its file", document.path.stem
        )


def _reference_faults(document: Document, data: Json, catalogue: Catalogue) -> Iterator[Fault]:
    for field, known in (("clauses", catalogue.clauses), ("questions", catalogue.questions)):
        for index, name in enumerate(data.get(field, [])):
            if name not in known:
                yield _unknown(document, (field, index), name, known)
    if "ruling" in data and data["ruling"] not in catalogue.rulings:
        yield _unknown(document, ("ruling",), data["ruling"], catalogue.rulings)
    yield from _step_faults(document, ("steps",), data["steps"], catalogue)


def _step_faults(
    document: Document, steps: Steps, written: list[Json], catalogue: Catalogue
) -> Iterator[Fault]:
    for index, step in enumerate(written):
        where = (*steps, index, "clause")
        if "clause" in step:
            if "reject" not in step:
                yield document.fault(where, "a clause without a reject")
            elif step["clause"] not in catalogue.clauses:
                yield _unknown(document, where, step["clause"], catalogue.clauses)
        for number, outcome in enumerate(step.get("any_of", [])):
            inner = (*steps, index, "any_of", number, "steps")
            yield from _step_faults(document, inner, outcome["steps"], catalogue)


def _unknown(document: Document, steps: Steps, name: str, known: Iterable[str]) -> Fault:
    near = did_you_mean(name, known)
    return document.fault(steps, f"{name} is not in the catalogue", near)


def _edition_faults(document: Document, data: Json, catalogue: Catalogue) -> Iterator[Fault]:
    editions = load_parameters()
    for index, name in enumerate(data.get("editions", [])):
        if name not in editions:
            expected = did_you_mean(name, editions) or f"one of {', '.join(editions)}"
            yield document.fault(("editions", index), f"{name} is no edition", expected)
    for name, value in data.get("when", {}).items():
        if name not in editions[CANON]:
            near = did_you_mean(name, editions[CANON])
            yield document.fault(("when", name), "no parameter of editions", near, key=True)
        elif name in catalogue.parameters:
            known = [_plain(one) for one in catalogue.parameters[name].values]
            for one in value if isinstance(value, list) else [value]:
                if one not in known:
                    expected = f"one of {', '.join(map(str, known))}"
                    yield document.fault(("when", name), f"{one} is no value of it", expected)


def _plain(value: Any) -> Any:
    """A value as it is written: the catalogue keeps lists as tuples."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple) else value


def scenario_of(document: Document) -> Scenario:
    """The scenario of a file without faults."""
    data: Any = document.data
    wanted = data.get("symmetries", [])
    return Scenario(
        id=data["id"],
        title=data["title"],
        clauses=tuple(data["clauses"]),
        questions=tuple(data.get("questions", ())),
        polarities=tuple(map(Polarity, _listed(data["polarity"]))),
        status=Status(data.get("status", "normative")),
        ruling=data.get("ruling"),
        editions=tuple(data["editions"]) if "editions" in data else None,
        when={name: tuple(_listed(value)) for name, value in data.get("when", {}).items()},
        boards=tuple(_listed(data["board"])),
        players=tuple(_listed(data["players"])),
        symmetries=("all",) if wanted == "all" else tuple(wanted),
        notes=data.get("notes", ""),
        document=document,
    )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def holds_in(scenario: Scenario, edition: str, parameters: Mapping[str, Any]) -> bool:
    """Whether a scenario says anything about an edition."""
    if scenario.editions is not None:
        return edition in scenario.editions
    if not scenario.when:
        return edition == CANON
    return all(parameters[name] in values for name, values in scenario.when.items())


def editions_of(scenario: Scenario) -> list[str]:
    """The editions that a scenario holds in."""
    return [
        name
        for name, parameters in load_parameters().items()
        if holds_in(scenario, name, parameters)
    ]


@dataclass(frozen=True, slots=True)
class Built:
    """The cases of a scenario in an edition, and what is wrong with them."""

    cases: tuple[Case, ...]
    faults: tuple[Fault, ...]


def values_of(scenario: Scenario) -> dict[str, Any]:
    """The values that a scenario asks of the canonical edition, if no edition has them."""
    return {} if editions_of(scenario) else {name: one[0] for name, one in scenario.when.items()}


def built(scenario: Scenario, edition: str, values: Mapping[str, Any] | None = None) -> Built:
    """The cases of a scenario in an edition, or in one that differs from it in some values."""
    values = values or {}
    parameters = {**load_parameters()[edition], **values}
    cases: list[Case] = []
    faults: list[Fault] = []
    for board in scenario.boards:
        supply = parameters["rings_per_player"][board]
        for players in scenario.players:
            builder = CaseBuilder(scenario, board_of(board, parameters), players, edition, supply)
            cases += (replace(case, values=values) for case in builder.cases())
            faults += builder.faults
    return Built(tuple(cases), tuple(dict.fromkeys(faults)))


def cases_of(scenarios: Sequence[Scenario], edition: str) -> list[Case]:
    """The cases of all scenarios that hold in an edition, in order."""
    parameters = load_parameters()[edition]
    cases: list[Case] = []
    faults: list[Fault] = []
    for scenario in scenarios:
        if holds_in(scenario, edition, parameters):
            found = built(_as_in(edition, scenario), edition)
            cases += found.cases
            faults += found.faults
    if faults:
        raise InvalidDocumentError(faults)
    return cases


def _as_in(edition: str, scenario: Scenario) -> Scenario:
    """What the canon leaves open fails nobody there, though other editions may have settled it."""
    if edition != CANON or scenario.status is not Status.NORMATIVE:
        return scenario
    open_ruling = next(filter(None, map(load_catalogue().open_ruling, scenario.when)), None)
    if open_ruling is None:
        return scenario
    return replace(scenario, status=Status.INFORMATIVE, ruling=open_ruling)


def varied_cases(scenarios: Sequence[Scenario]) -> list[Case]:
    """The cases of all scenarios about values that no edition has, in order."""
    found = [(one, values_of(one)) for one in scenarios]
    return [case for one, values in found if values for case in built(one, CANON, values).cases]
