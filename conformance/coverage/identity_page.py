"""What an engine was found to play, as text and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from conformance.coverage.identify import Departure, Identity, Parameter
from conformance.engines.mutants import mutants


def headline(found: Identity) -> str:
    """The edition in one line, with the departures that are known by name."""
    if found.is_exact:
        return f"{found.engine} plays {found.edition}"
    excepting = ", ".join(map(in_short, found.departures)) or "what follows"
    return f"{found.engine} plays like {found.edition}, except {excepting}"


def in_short(one: Departure) -> str:
    """A departure as the mutant that is most like it; a parameter only if no other is as like."""
    near = one.nearest
    if near is not None and (one.parameter is None or (near.degree == 1.0 and not near.equals)):
        return f"{near.clause} as mutant:{near.mutant}"
    return f"{one.parameter}: {shown(one.value)}"


def text_lines(found: Identity) -> Iterator[str]:
    """The whole report."""
    yield headline(found)
    if not found.is_exact:
        yield ""
        yield f"departures from {found.edition}"
        yield from (f"  {departure_line(one)}" for one in found.departures)
        for odd in found.oddities:
            yield f"  {odd.parameter}: {odd.case} is answered {odd.reading}, not {odd.expected}"
        yield from (f"  {name} fails, and no mutant fails like it" for name in found.unexplained)
        yield from (
            f"  {name}: played otherwise; nothing that was found explains it"
            for name in found.apart
        )
    yield ""
    yield "parameters"
    yield from (f"  {parameter_line(one)}" for one in found.parameters)
    yield ""
    yield (
        f"{found.asked} questions asked ({found.positions} of them for the edition),"
        f" {found.failed} of {found.judged} cases of the quick set not as {found.edition},"
        f" {found.probed} probes"
    )
    if found.unanswered:
        yield f"{found.unanswered} times it crashed, erred or did not answer"


def shown(value: str | None) -> str:
    """A value as the files of editions write it."""
    return value.lower() if value in ("True", "False") else str(value)


def parameter_line(one: Parameter) -> str:
    """A parameter: its value, which edition has it too, and how that is known."""
    same = f"as {one.editions[0]}" if one.editions else "as no edition"
    match one.source:
        case "asked":
            return f"{one.name}: {shown(one.value)} {same}"
        case "shown":
            return f"{one.name}: {shown(one.value)} {same} (shown)"
        case "inferred":
            return f"{one.name}: {shown(one.value)} {same} (inferred{alike(one.others)})"
        case _:
            return f"{one.name}: unknown ({shown(one.value)} in every edition{alike(one.others)})"


def alike(others: Sequence[str]) -> str:
    """The values that cannot be told from the one that was found."""
    return f"; {' or '.join(map(shown, others))} would play the same" if others else ""


def departure_line(one: Departure) -> str:
    """A departure: the parameter if it is one, and the nearest mutant."""
    parts = []
    if one.parameter is not None:
        parts.append(
            f"{one.parameter}: {shown(one.value)} in place of {shown(one.expected)}"
            f" ({one.ruling}{alike(one.others)})"
        )
    near = one.nearest
    if near is None:
        parts.append("no mutant fails like it")
    else:
        says = mutants()[near.mutant].says if near.mutant in mutants() else ""
        how = "the same cases fail" if near.degree == 1.0 else f"likeness {near.degree:.2f}"
        how = how if near.shared else "by the probes"
        parts.append(f"{near.clause} as mutant:{near.mutant} ({how}): {says}")
        if near.equals:
            parts.append(f"no case tells it from {', '.join(near.equals)}")
    return "; ".join(parts)


def as_json(found: Identity) -> dict[str, Any]:
    """The report for programs."""
    return {
        "engine": found.engine,
        "edition": found.edition,
        "exact": found.is_exact,
        "says": headline(found),
        "departures": [departure_json(one) for one in found.departures],
        "oddities": [
            {
                "parameter": one.parameter,
                "case": one.case,
                "reading": one.reading,
                "expected": one.expected,
            }
            for one in found.oddities
        ],
        "unexplained": found.unexplained,
        "apart": found.apart,
        "parameters": {
            one.name: {
                "value": one.value,
                "source": one.source,
                "editions": [*one.editions],
                "others": [*one.others],
            }
            for one in found.parameters
        },
        "asked": found.asked,
        "positions": found.positions,
        "probes": found.probed,
        "cases": found.judged,
        "failed": found.failed,
        "unanswered": found.unanswered,
    }


def departure_json(one: Departure) -> dict[str, Any]:
    """A departure for programs; what does not apply is null."""
    near = one.nearest
    return {
        "clause": near.clause if near else None,
        "mutant": near.mutant if near else None,
        "likeness": round(near.degree, 3) if near else None,
        "equals": [*near.equals] if near else [],
        "cases": sorted(near.shared) if near else [],
        "parameter": one.parameter,
        "ruling": one.ruling,
        "value": one.value,
        "expected": one.expected,
        "others": [*one.others],
    }
