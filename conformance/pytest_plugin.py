"""Scenarios as pytest items, for the test suites of other projects.

    pytest --ringrift-engine reference
    pytest --ringrift-engine "cmd:node adapter.mjs" -m R091

or, in the project's ini file, `ringrift_engine = …` and `ringrift_edition = …`. Every item carries
the rules and questions that it shows as markers (`R091`, `Q7`) and its chapter's folder as a name.

The scenarios are run beside whole folders of tests, not when files or single tests are named. Some
of them are run by their ids, with all variations or with one:

    pytest --ringrift-engine reference "ringrift::R091-b-lands-one-short"
    pytest --ringrift-engine reference "ringrift::R091-b-lands-one-short[square8,2p,turn-90]"
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conformance.certify.run import Factory
    from conformance.engines.protocol import Engine, Hello
    from conformance.scenarios.model import Case

ROOT = "ringrift"
ASKED = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("ringrift", "RingRift conformance")
    group.addoption("--ringrift-engine", default=None, help="the engine to run the scenarios on")
    group.addoption("--ringrift-edition", default=None, help="the edition; default: the engine's")
    group.addoption("--ringrift-timeout", type=float, default=10.0, help="seconds for each case")
    parser.addini("ringrift_engine", "the engine to run the scenarios on", default="")
    parser.addini("ringrift_edition", "the edition; default: the engine's first", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the markers, so that strict projects accept them."""
    if not engine_name(config):
        return
    from conformance.catalogue import load_catalogue

    catalogue = load_catalogue()
    for rule in catalogue.rules.values():
        config.addinivalue_line("markers", f"{rule.id}: {rule.title}")
    for question in catalogue.questions.values():
        config.addinivalue_line("markers", f"{question.id}: {question.title}")


def engine_name(config: pytest.Config) -> str:
    """The engine that is asked for, if any."""
    return str(config.getoption("--ringrift-engine") or config.getini("ringrift_engine") or "")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Take the ids of scenarios out of the arguments: pytest would look for files."""
    config = session.config
    if engine_name(config):
        config.stash[ASKED] = [one for one in config.args if one.startswith(f"{ROOT}::")]
        config.args[:] = [one for one in config.args if not one.startswith(f"{ROOT}::")]


@pytest.hookimpl(tryfirst=True)  # before markers and names select among the items
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add an item for every case that is asked for."""
    name = engine_name(config)
    asked = config.stash.get(ASKED, [])
    if not name or not (asked or is_whole(config)):
        return
    collector = ScenarioCollector.from_parent(session, name=ROOT, nodeid=ROOT, engine_name=name)
    found = [*collector.collect()]
    if asked and not is_whole(config):
        for one in asked:
            if not any(is_asked(item, one) for item in found):
                raise pytest.UsageError(f"ringrift: not found: {one}")
        found = [item for item in found if any(is_asked(item, one) for one in asked)]
    items += found


def is_whole(config: pytest.Config) -> bool:
    """Whole folders of tests are run, not files or single tests alone."""
    here = config.invocation_params.dir
    is_default = config.args_source is not pytest.Config.ArgsSource.ARGS
    return is_default or any((here / argument).is_dir() for argument in config.args)


def is_asked(item: ScenarioItem, asked: str) -> bool:
    """An id names an item, or all variations of a scenario."""
    return asked in (item.nodeid, item.nodeid.partition("[")[0])


class ScenarioCollector(pytest.Collector):
    """All cases of the corpus, on one engine."""

    def __init__(self, engine_name: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.engine_name = engine_name
        self._open: tuple[Engine, Hello] | None = None

    def collect(self) -> Iterator[ScenarioItem]:
        """The items."""
        from conformance.certify.session import greet
        from conformance.editions import load_edition
        from conformance.engines.names import engine_factory
        from conformance.errors import ConformanceError
        from conformance.scenarios import Status, cases_of, load_corpus

        try:
            self.factory: Factory = engine_factory(self.engine_name)
            hello = greet(self.engine_name, self.factory)
            wanted = self.config.getoption("--ringrift-edition") or self.config.getini(
                "ringrift_edition"
            )
            edition = load_edition(wanted or hello.editions[0]).name
            cases = cases_of(load_corpus(), edition)
        except ConformanceError as error:
            raise pytest.UsageError(f"ringrift: {error}") from None
        self.edition = edition
        for case in cases:
            if case.scenario.status is not Status.DRAFT:
                nodeid = f"{ROOT}::{case.id}"  # else it differs from what --lf reads
                yield ScenarioItem.from_parent(self, name=case.id, nodeid=nodeid, case=case)

    def engine(self) -> tuple[Engine, Hello]:
        """The engine, opened once for all items."""
        if self._open is None:
            engine = self.factory()
            self._open = (engine, engine.hello())
            self.config.add_cleanup(engine.close)
        return self._open


class ScenarioFailure(Exception):
    """A case with a bad verdict, and the line of the run that says so."""

    def __init__(self, header: dict[str, Any], line: dict[str, Any]) -> None:
        super().__init__(line["case"])
        self.header, self.line = header, line


class ScenarioItem(pytest.Item):
    """One case."""

    def __init__(self, case: Case, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.case = case
        for clause in case.scenario.clauses:
            self.add_marker(clause.partition(".")[0])
        for question in case.scenario.questions:
            self.add_marker(question)
        self.extra_keyword_matches.add(case.scenario.path.parent.name)

    def runtest(self) -> None:
        """Judge the case: bad verdicts fail, what could not be told is skipped."""
        from conformance.certify.judge import judge
        from conformance.certify.run import record
        from conformance.certify.verdicts import BAD

        collector = self.parent
        assert isinstance(collector, ScenarioCollector)
        engine, hello = collector.engine()
        timeout = self.config.getoption("--ringrift-timeout")
        line = record(self.case, judge(self.case, engine, hello, timeout), 0.0)
        if line["verdict"] in BAD and line["status"] == "normative":
            header = {"engine": {"spec": collector.engine_name}, "edition": collector.edition}
            raise ScenarioFailure(header, line)
        if line["verdict"] in BAD:
            pytest.skip("informative: another reading of " + str(line["ruling"]))
        if line["verdict"] != "passed":
            pytest.skip(f"{line['verdict']}: {line['detail'].get('reason', '')}")

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The failure as every report shows it, with the board."""
        if isinstance(excinfo.value, ScenarioFailure):
            from conformance.reports.failures import failure_text

            return failure_text(excinfo.value.header, excinfo.value.line)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Where the scenario stands."""
        return self.case.scenario.path, 0, self.case.id
