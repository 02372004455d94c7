"""From the files of the catalogue to its values, with every cross-reference checked."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from conformance.catalogue.model import (
    Alternative,
    Basis,
    Catalogue,
    CheckedBy,
    Clause,
    Flag,
    Kind,
    Parameter,
    ParameterValue,
    Question,
    Rule,
    Ruling,
    Weight,
)
from conformance.documents import (
    Document,
    Fault,
    InvalidDocumentError,
    Steps,
    did_you_mean,
    load_document,
    validate,
)
from conformance.resources import catalogue_dir

Row: TypeAlias = dict[str, Any]


@cache
def load_catalogue() -> Catalogue:
    """The catalogue of this project.

    Its tests hold it to its schemas; they are asked again only where it turns out not to be sound.
    """
    try:
        return load_catalogue_from(catalogue_dir(), is_checked=True)
    except (LookupError, TypeError, ValueError):
        return load_catalogue_from(catalogue_dir())


def load_catalogue_from(folder: Path, *, is_checked: bool = False) -> Catalogue:
    """The catalogue in a folder; every fault of its files in one error."""
    rules = [load_document(path) for path in sorted(folder.glob("rules/*.yaml"))]
    rulings = [load_document(path) for path in sorted(folder.glob("rulings/*.yaml"))]
    questions = load_document(folder / "questions.yaml")
    if not is_checked:
        _refuse(
            chain(
                *(validate(document, "catalogue-rules") for document in rules),
                *(validate(document, "catalogue-rulings") for document in rulings),
                validate(questions, "catalogue-questions"),
            )
        )
    places = _Places()
    for document in rules:
        places.add_all("rule", document, "rules")
        for number in range(len(_rows(document, "rules"))):
            places.add_all("clause", document, "rules", number, "clauses")
    places.add_all("question", questions, "questions")
    for document in rulings:
        places.add_all("ruling", document, "rulings")
        for number in range(len(_rows(document, "rulings"))):
            places.add_all("parameter", document, "rulings", number, "parameters", name="name")
    _refuse(chain(places.faults, _naming_faults(places), _reference_faults(places)))
    return _catalogue(rules, questions, rulings)


@dataclass(frozen=True, slots=True)
class _Located:
    """One entry of a file: its fields, and the steps that lead to it."""

    document: Document
    steps: Steps
    row: Row

    def fault(self, *steps: str | int, message: str, expected: str = "") -> Fault:
        """A fault of one field of the entry."""
        return self.document.fault((*self.steps, *steps), message, expected)


@dataclass(slots=True)
class _Places:
    """Every entry by kind and name, and the names that stand twice."""

    found: dict[str, dict[str, _Located]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def add_all(self, kind: str, document: Document, *steps: str | int, name: str = "id") -> None:
        """Add the entries of one list."""
        entries = self.found.setdefault(kind, {})
        for number, row in enumerate(_rows(document, *steps)):
            entry = _Located(document, (*steps, number), row)
            first = entries.setdefault(row[name], entry)
            if first is not entry:
                line, _ = first.document.position((*first.steps, name))
                message = f"{kind} {row[name]} is already in {first.document.path.name}:{line}"
                self.faults.append(entry.fault(name, message=message))


def _rows(document: Document, *steps: str | int) -> list[Row]:
    """The list of entries at these steps of a document that its schema has admitted."""
    value: Any = document.data
    for step in steps:
        value = value[step]
    rows: list[Row] = value
    return rows


def _refuse(faults: Iterable[Fault]) -> None:
    found = list(faults)
    if found:
        raise InvalidDocumentError(found)


def _naming_faults(places: _Places) -> Iterator[Fault]:
    """A rule has the number of the canon, its clauses have its number and letters in order."""
    for rule in places.found["rule"].values():
        number = rule.row["id"]
        if rule.row["canon"] != f"RR-CANON-{number}":
            yield rule.fault("canon", message="another rule", expected=f"RR-CANON-{number}")
        for index, row in enumerate(rule.row["clauses"]):
            wanted = f"{number}.{chr(ord('a') + index)}"
            if row["id"] != wanted:
                yield rule.fault(
                    "clauses", index, "id", message=f"{row['id']} out of order", expected=wanted
                )


def _reference_faults(places: _Places) -> Iterator[Fault]:
    """Clauses, questions and rulings name one another: only what exists, and both ways."""
    for kind, other in (("clause", "question"), ("clause", "ruling"), ("question", "ruling")):
        yield from _one_way(places, kind, other)
        yield from _one_way(places, other, kind)


def _one_way(places: _Places, kind: str, other: str) -> Iterator[Fault]:
    known = places.found[other]
    there, back = f"{other}s", f"{kind}s"
    for name, entry in places.found[kind].items():
        for index, wanted in enumerate(entry.row[there]):
            if wanted not in known:
                near = did_you_mean(wanted, known)
                yield entry.fault(there, index, message=f"no {other} {wanted}", expected=near)
            elif name not in known[wanted].row[back]:
                message = f"{wanted} does not name {name}"
                wish = f"{name} among the {back} of {wanted}"
                yield entry.fault(there, index, message=message, expected=wish)


def _catalogue(
    rules: Iterable[Document], questions: Document, rulings: Iterable[Document]
) -> Catalogue:
    parts = [part for document in rules for part in _rules(document)]
    decided = [ruling for document in rulings for ruling in _rulings(document)]
    asked = [_question(row) for row in _rows(questions, "questions")]
    decided.sort(key=lambda ruling: _natural(ruling.id))
    return Catalogue(
        rules={rule.id: rule for rule in parts},
        clauses={clause.id: clause for rule in parts for clause in rule.clauses},
        questions={question.id: question for question in asked},
        rulings={ruling.id: ruling for ruling in decided},
        parameters={
            parameter.name: parameter for ruling in decided for parameter in ruling.parameters
        },
    )


def _rules(document: Document) -> Iterator[Rule]:
    chapter = _chapter(document)
    for row in _rows(document, "rules"):
        yield Rule(
            id=row["id"],
            canon=row["canon"],
            chapter=chapter,
            title=row["title"],
            note=row.get("note"),
            clauses=tuple(_clause(row["id"], clause) for clause in row["clauses"]),
        )


def _clause(rule: str, row: Row) -> Clause:
    return Clause(
        id=row["id"],
        rule=rule,
        kind=Kind(row["kind"]),
        forbids=row.get("forbids", False),
        says=row["says"],
        likely_bug=row["likely_bug"],
        questions=tuple(row["questions"]),
        rulings=tuple(row["rulings"]),
        checked_by=CheckedBy(row["checked"]["by"]),
        where=row["checked"].get("where"),
    )


def _question(row: Row) -> Question:
    return Question(
        id=row["id"],
        title=row["title"],
        answer=row["answer"],
        clauses=tuple(row["clauses"]),
        rulings=tuple(row["rulings"]),
        flag=Flag(row["flag"]),
        note=row.get("note"),
    )


def _rulings(document: Document) -> Iterator[Ruling]:
    chapter = _chapter(document)
    for row in _rows(document, "rulings"):
        yield Ruling(
            id=row["id"],
            chapter=chapter,
            title=row["title"],
            weight=Weight(row["weight"]),
            question=row["question"],
            sources=row["sources"],
            basis=Basis(row["basis"]),
            decision=row["decision"],
            reason=row["reason"],
            parameters=tuple(_parameter(row["id"], each) for each in row["parameters"]),
            discriminator=row["discriminator"],
            clauses=tuple(row["clauses"]),
            questions=tuple(row["questions"]),
        )


def _parameter(ruling: str, row: Row) -> Parameter:
    return Parameter(
        name=row["name"],
        ruling=ruling,
        canonical=_value(row["canonical"]),
        alternatives=tuple(
            Alternative(_value(each["value"]), each["reads"]) for each in row["alternatives"]
        ),
    )


def _value(raw: Any) -> ParameterValue:
    if isinstance(raw, Mapping):
        return {
            board: tuple(value) if isinstance(value, list) else value
            for board, value in raw.items()
        }
    value: str | int | bool | None = raw
    return value


def _chapter(document: Document) -> str:
    data: Any = document.data
    chapter: str = data["chapter"]
    return chapter


def _natural(name: str) -> list[int]:
    """The numbers in a name, to sort by."""
    return [int(number) for number in re.findall(r"\d+", name)]
