from io import StringIO
from pathlib import Path
from typing import Any

from rich.console import Console

from conformance.certify.tally import Known
from conformance.certify.verdicts import Crashed, Failed, Passed, Unsupported
from conformance.reports.terminal import MAX_FAILURES, print_run, verdict_line
from tests.conformance.certify.wrong_engines import BROKEN, RefusesPositions, SaysError
from tests.conformance.reports.runs import CASES, Told, run_of, told
from tests.conformance.written import case

FAILED = Failed("expect", 8, ({"what": "S", "expected": 1, "got": 2},), None, None)
KNOWN = [Known("sample[square8,2p]", "not [yet]")]


def printed(run: Told, *, quiet: bool = False, **options: Any) -> str:
    file = StringIO()
    print_run(Console(file=file, width=120, **options), run.header, run.found, quiet=quiet)
    return file.getvalue()


def last_line(run: Told) -> str:
    return verdict_line(run.header, run.found)


def test_the_last_line_is_the_verdict() -> None:
    run = run_of()
    assert printed(run).splitlines()[-1] == last_line(run)


def test_an_engine_that_passes_keeps_every_rule_that_was_tried() -> None:
    assert last_line(run_of()).endswith(
        f"keeps every rule that was tried (rr-canon-2025-11): {len(CASES)} passed"
    )


def test_an_engine_that_fails_breaks_the_rules_that_it_breaks() -> None:
    run = run_of(BROKEN["forgets_chain_capture"].open)
    assert "reference 0.1.0 breaks R103, R170 (rr-canon-2025-11): " in last_line(run)


def test_an_engine_that_could_not_be_tried_could_not_be_judged(tmp_path: Path) -> None:
    assert "could not be judged" in last_line(told(case(tmp_path), Unsupported("x")))


def test_known_failures_are_counted(tmp_path: Path) -> None:
    assert last_line(told(case(tmp_path), FAILED, KNOWN)).endswith("; 1 known failures")


def test_a_known_failure_that_passes_is_named(tmp_path: Path) -> None:
    run = told(case(tmp_path), Passed(), KNOWN)
    text = " ".join(printed(run).split())
    assert "sample[square8,2p]: known to fail (not [yet]), but it passes: take it off" in text
    assert "passes what it is known to fail" in last_line(run)


def test_every_rule_has_a_row_if_everything_was_run() -> None:
    run = run_of()
    lines = printed(run).splitlines()
    for name in (*run.found.rules, *run.found.questions):
        assert any(line.startswith(f"{name} ") for line in lines)


def test_only_rules_that_were_tried_have_a_row_if_some_were_selected(tmp_path: Path) -> None:
    run = told(case(tmp_path), Passed())
    header = run.header | {"selection": run.header["selection"] | {"rules": ["R091"]}}
    lines = printed(Told(header, run.lines, run.found)).splitlines()
    assert [line[:4] for line in lines if line.startswith("R")] == ["R091"]


def test_failures_are_told_one_by_one() -> None:
    text = printed(run_of(BROKEN["lands_one_short"].open))
    assert text.count("again: rrc certify") == 1
    assert "0:  111  .    .    .    .    .    .    ." in text


def test_many_failures_are_cut_off(tmp_path: Path) -> None:
    run = run_of(RefusesPositions)
    run.found.failures[:] = [
        line | {"scenario": f"{line['scenario']}-{number}"}
        for number in range(2)
        for line in run.found.failures
    ]
    more = len(run.found.findings) - MAX_FAILURES
    assert more > 0
    assert f"… {more} more scenarios fail: see the report" in printed(run)


def test_quiet_leaves_out_the_tables() -> None:
    lines = printed(run_of(), quiet=True).splitlines()
    assert len(lines) == 2


def test_readings_are_a_table(tmp_path: Path) -> None:
    one = case(tmp_path, status="informative", ruling="RUL-28")
    assert "RUL-28  end_turn" in printed(told(one, Passed(("end_turn",))))


def test_words_of_an_engine_are_no_markup(tmp_path: Path) -> None:
    run = told(case(tmp_path), Crashed("[bold]gone[/bold] [/nothing]"))
    assert "[bold]gone[/bold] [/nothing]" in printed(run)


def test_words_of_an_engine_do_not_reach_the_terminal_as_orders() -> None:
    run = run_of(SaysError)
    engine = run.header["engine"] | {"name": "\x1b]0;owned\x07"}
    text = printed(Told(run.header | {"engine": engine}, run.lines, run.found))
    assert all(sign.isprintable() or sign == "\n" for sign in text)


def test_a_terminal_is_given_colours() -> None:
    run = run_of(BROKEN["lands_one_short"].open)
    coloured = printed(run, force_terminal=True, color_system="standard")
    assert "\x1b[" in coloured
