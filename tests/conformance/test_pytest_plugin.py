from importlib import import_module
from pathlib import Path

import pytest

from conformance.engines.reference import ReferenceEngine
from tests.conformance.written import CORPUS, text_of, write

SHIPPED = "conformance.scenarios.load.scenarios_dir"
WRONG = "python:tests.conformance.certify.wrong_engines"
COUNT = 23
# A session within this process forgets the modules that it was the first to import: then some
# would be there twice. So all that the plugin imports late is imported before.
for late in (
    "conformance.certify.session",
    "conformance.engines.literal.session",
    "conformance.engines.names",
    "conformance.reports.failures",
    "tests.conformance.certify.wrong_engines",
):
    import_module(late)


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project with one test of its own, and the small corpus in place of the shipped one."""
    monkeypatch.setattr(SHIPPED, lambda: CORPUS)
    pytester.makepyfile("def test_own(): pass")
    return pytester


def run(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return project.runpytest_inprocess("-p", "no:cacheprovider", *arguments)


def test_without_an_engine_nothing_is_added(project: pytest.Pytester) -> None:
    run(project).assert_outcomes(passed=1)


def test_without_an_engine_no_markers_are_declared(project: pytest.Pytester) -> None:
    run(project, "--markers").stdout.no_fnmatch_line("*R091*")


def test_with_an_engine_every_case_is_an_item(project: pytest.Pytester) -> None:
    run(project, "--ringrift-engine", "reference").assert_outcomes(passed=1 + COUNT)


def test_an_item_is_named_after_its_case(project: pytest.Pytester) -> None:
    result = run(project, "--ringrift-engine", "reference", "-v")
    result.stdout.fnmatch_lines(["*R091-b-lands-one-short[[]square8,2p,turn-90[]] PASSED*"])


def test_the_engine_may_be_named_in_the_ini_file(project: pytest.Pytester) -> None:
    project.makeini("[pytest]\nringrift_engine = reference")
    run(project).assert_outcomes(passed=1 + COUNT)


def test_the_option_goes_before_the_ini_file(project: pytest.Pytester) -> None:
    project.makeini("[pytest]\nringrift_engine = nonsense")
    run(project, "--ringrift-engine", "literal").assert_outcomes(passed=1 + COUNT)


def test_the_edition_may_be_named_in_the_ini_file(project: pytest.Pytester) -> None:
    project.makeini("[pytest]\nringrift_engine = reference\nringrift_edition = compact-2025-11")
    run(project).assert_outcomes(passed=1)


def test_a_rule_is_a_marker_that_selects(project: pytest.Pytester) -> None:
    result = run(project, "--ringrift-engine", "reference", "-m", "R091")
    result.assert_outcomes(passed=8, deselected=1 + COUNT - 8)


def test_a_question_is_a_marker_that_selects(project: pytest.Pytester) -> None:
    result = run(project, "--ringrift-engine", "reference", "-m", "Q24")
    result.assert_outcomes(passed=1, deselected=COUNT)


def test_markers_can_be_combined(project: pytest.Pytester) -> None:
    result = run(project, "--ringrift-engine", "reference", "-m", "R081 or R170")
    result.assert_outcomes(passed=3, deselected=1 + COUNT - 3)


def test_a_name_selects(project: pytest.Pytester) -> None:
    result = run(project, "--ringrift-engine", "reference", "-k", "chain")
    result.assert_outcomes(passed=2, deselected=1 + COUNT - 2)


def test_a_chapter_selects(project: pytest.Pytester) -> None:
    result = run(project, "--ringrift-engine", "reference", "-k", "territory")
    result.assert_outcomes(passed=4, deselected=1 + COUNT - 4)


def test_markers_are_declared_for_strict_projects(project: pytest.Pytester) -> None:
    result = run(project, "--ringrift-engine", "reference", "--strict-markers", "--markers")
    result.stdout.fnmatch_lines(["@pytest.mark.R091: Path and distance of a plain move*"])
    strict = run(project, "--ringrift-engine", "reference", "--strict-markers")
    strict.assert_outcomes(passed=1 + COUNT)


def test_a_failure_shows_the_clause_the_board_and_how_to_repeat_it(
    project: pytest.Pytester,
) -> None:
    result = run(project, "--ringrift-engine", f"{WRONG}:MovesAnyStack")
    result.assert_outcomes(passed=COUNT, failed=1)
    result.stdout.fnmatch_lines(
        [
            "R081-i-another-stack-moves[[]square8,2p[]]: The stack that was placed on*",
            "  R081.i: *",
            "      expected  refused by R081.i",
            "      got       played",
            "  before:",
            "    x:  0 *",
            "    0:  1   .   .   .   .   .   .   2",
            "  after:",
            "  again: rrc certify *",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_an_engine_that_crashes_fails_every_case_and_not_the_session(
    project: pytest.Pytester,
) -> None:
    result = run(project, "--ringrift-engine", f"{WRONG}:Exits", "-m", "R092")
    result.assert_outcomes(failed=3, deselected=1 + COUNT - 3)
    result.stdout.fnmatch_lines(["*crashed: SystemExit: 0*"])


def test_what_could_not_be_told_is_skipped(project: pytest.Pytester) -> None:
    result = run(project, "--ringrift-engine", f"{WRONG}:CannotLoad", "-rs")
    result.assert_outcomes(passed=1, skipped=COUNT)
    result.stdout.fnmatch_lines(["*unsupported: operation load*"])


def test_an_engine_that_hangs_is_stopped(project: pytest.Pytester) -> None:
    result = run(
        project, "--ringrift-engine", f"{WRONG}:Hangs", "--ringrift-timeout", "0.05", "-m", "R103"
    )
    result.assert_outcomes(failed=1, deselected=COUNT)
    result.stdout.fnmatch_lines(["*timed out: no answer within 0.05 s*"])


def test_an_informative_scenario_fails_nobody(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    steps = "[{expect: {S: 0}}]"
    write(tmp_path, text_of(status="informative", ruling="RUL-28", steps=steps))
    monkeypatch.setattr(SHIPPED, lambda: tmp_path)
    result = run(project, "--ringrift-engine", "reference", "-rs")
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["*informative: another reading of RUL-28*"])


def test_drafts_are_no_items(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write(tmp_path, text_of(status="draft"))
    monkeypatch.setattr(SHIPPED, lambda: tmp_path)
    run(project, "--ringrift-engine", "reference").assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ringrift-engine", "referenc"], "*no engine 'referenc'*did you mean reference?*"),
        (["--ringrift-engine", "python:nowhere:Engine"], "*python:nowhere:Engine*"),
        (
            ["--ringrift-engine", "reference", "--ringrift-edition", "chess"],
            "*no edition 'chess'*",
        ),
    ],
)
def test_what_does_not_exist_is_a_usage_error(
    project: pytest.Pytester, arguments: list[str], message: str
) -> None:
    result = run(project, *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: ringrift: {message}"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_broken_corpus_is_a_usage_error(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write(tmp_path, text_of(steps="[}"))
    monkeypatch.setattr(SHIPPED, lambda: tmp_path)
    result = run(project, "--ringrift-engine", "reference")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: ringrift: *is not valid", "*sample.yaml:8:*"])


def test_the_engine_is_opened_once_and_closed(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[ReferenceEngine] = []
    monkeypatch.setattr(ReferenceEngine, "close", lambda engine: closed.append(engine))
    run(project, "--ringrift-engine", "reference").assert_outcomes(passed=1 + COUNT)
    assert len(closed) == 2  # the one that was greeted, and the one that was tried


# Which items are run


FAILING = "ringrift::R081-i-another-stack-moves[square8,2p]"
MOVES_ANY = ("--ringrift-engine", f"{WRONG}:MovesAnyStack")


def test_what_failed_last_is_run_again(project: pytest.Pytester) -> None:
    project.runpytest_inprocess(*MOVES_ANY).assert_outcomes(passed=COUNT, failed=1)
    again = project.runpytest_inprocess(*MOVES_ANY, "--lf")
    again.assert_outcomes(failed=1, deselected=COUNT)
    mended = project.runpytest_inprocess("--ringrift-engine", "reference", "--lf")
    mended.assert_outcomes(passed=1, deselected=COUNT)


def test_what_failed_last_is_run_again_beside_tests_that_failed(project: pytest.Pytester) -> None:
    project.makepyfile(test_bad="def test_bad(): assert False")
    project.runpytest_inprocess(*MOVES_ANY).assert_outcomes(passed=COUNT, failed=2)
    assert project.runpytest_inprocess(*MOVES_ANY, "--lf").parseoutcomes()["failed"] == 2


def test_the_id_of_a_failure_runs_that_item(project: pytest.Pytester) -> None:
    run(project, *MOVES_ANY).stdout.fnmatch_lines([f"FAILED {FAILING.replace('[', '[[]')}*"])
    run(project, *MOVES_ANY, FAILING).assert_outcomes(failed=1)


def test_an_id_without_a_variation_runs_all_of_them(project: pytest.Pytester) -> None:
    result = run(project, "--ringrift-engine", "reference", "ringrift::R091-b-lands-one-short")
    assert result.parseoutcomes()["passed"] > 1


def test_ids_and_files_may_be_mixed(project: pytest.Pytester) -> None:
    own = next(project.path.glob("test_*.py")).name
    run(project, *MOVES_ANY, own, FAILING).assert_outcomes(passed=1, failed=1)


def test_an_id_of_no_scenario_is_a_usage_error(project: pytest.Pytester) -> None:
    result = run(project, *MOVES_ANY, "ringrift::R999-nothing")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: ringrift: not found: ringrift::R999-nothing"])


@pytest.mark.parametrize("test", ["", "::test_own"])
def test_a_file_or_a_test_alone_runs_no_scenarios(project: pytest.Pytester, test: str) -> None:
    own = next(project.path.glob("test_*.py")).name
    run(project, *MOVES_ANY, own + test).assert_outcomes(passed=1)


@pytest.mark.parametrize("folder", [".", "sub"])
def test_a_folder_runs_the_scenarios_too(project: pytest.Pytester, folder: str) -> None:
    project.mkdir("sub")
    result = run(project, "--ringrift-engine", "reference", folder)
    result.assert_outcomes(passed=COUNT + (folder == "."))


def test_the_project_s_own_paths_run_the_scenarios_too(project: pytest.Pytester) -> None:
    own = next(project.path.glob("test_*.py")).name
    project.makeini(f"[pytest]\ntestpaths = {own}")
    run(project, "--ringrift-engine", "reference").assert_outcomes(passed=1 + COUNT)
