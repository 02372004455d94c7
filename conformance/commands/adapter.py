"""rrc adapter: a small adapter to begin with, in the language of the engine."""

import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import conformance
from conformance.documents import did_you_mean
from conformance.errors import UserError

TEMPLATES = Path(conformance.__path__[0]) / "adapters"


@dataclass(frozen=True, slots=True)
class Starter:
    """A starter: what it needs on the machine, how it is built, and how it is run.

    In a command, `{}` stands for the folder of the adapter.
    """

    language: str
    needs: tuple[str, ...]
    build: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]

    def build_commands(self, folder: Path) -> list[list[str]]:
        """The commands that build it; none if it runs as it is."""
        return [filled(command, folder) for command in self.build]

    def engine(self, folder: Path) -> str:
        """The name by which the suite knows it."""
        return f"cmd:{shlex.join(filled(self.run, folder))}"


def filled(command: tuple[str, ...], folder: Path) -> list[str]:
    """A command for an adapter in this folder."""
    return [word.replace("{}", str(folder)) for word in command]


STARTERS = {
    one.language: one
    for one in (
        Starter("python", ("python3",), (), ("python3", "{}/adapter.py")),
        Starter("node", ("node",), (), ("node", "{}/adapter.mjs")),
        Starter(
            "typescript",
            ("node", "npm"),
            (("npm", "--prefix", "{}", "install"), ("npm", "--prefix", "{}", "run", "build")),
            ("node", "{}/dist/adapter.js"),
        ),
        Starter(
            "rust",
            ("cargo",),
            (("cargo", "build", "--release", "--manifest-path", "{}/Cargo.toml"),),
            ("{}/target/release/my-ringrift-adapter",),
        ),
        Starter(
            "java",
            ("javac", "java"),
            (("javac", "-d", "{}/build", "--source-path", "{}", "{}/Adapter.java"),),
            ("java", "-cp", "{}/build", "Adapter"),
        ),
    )
}


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    group = typer.Typer(
        name="adapter",
        help="Write a small adapter to begin with, in the language of the engine.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command("new")(new)
    group.command("languages")(languages)
    app.add_typer(group)


def new(
    language: Annotated[str, typer.Argument(help="python, node, typescript, rust or java.")],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
) -> None:
    """Write a starter into a new or empty folder, and say how to try it.

    It runs at once, with a toy in the place of the engine: every step of rrc smoke holds, and
    rrc certify says which rules the toy lacks.
    """
    starter = starter_of(language)
    written = write_starter(starter, folder)
    typer.echo(f"wrote {len(written)} files to {folder}: begin with {folder / 'README.md'}")
    commands = [shlex.join(command) for command in starter.build_commands(folder)]
    name = shlex.quote(starter.engine(folder))
    for command in [*commands, f"rrc smoke {name}", f"rrc certify {name}"]:
        typer.echo(f"  {command}")


def languages() -> None:
    """List the languages, and whether what they need is on this machine."""
    for starter in STARTERS.values():
        missing = [tool for tool in starter.needs if shutil.which(tool) is None]
        said = f"not here: {', '.join(missing)}" if missing else f"uses {', '.join(starter.needs)}"
        typer.echo(f"{starter.language:12}{said}")


def starter_of(language: str) -> Starter:
    """The starter in a language."""
    if language in STARTERS:
        return STARTERS[language]
    near = did_you_mean(language.lower(), STARTERS)
    hint = f"; did you mean {near}?" if near else ""
    raise UserError(f"no starter in {language}: expected one of {', '.join(STARTERS)}{hint}")


def write_starter(starter: Starter, folder: Path) -> list[Path]:
    """Write every file of a starter; nothing that exists is touched."""
    template = TEMPLATES / starter.language
    files = sorted(file for file in template.rglob("*") if file.is_file() and is_source(file))
    written = []
    try:
        if folder.exists() and not folder.is_dir():
            raise UserError(f"{folder}: not a folder; expected a new or empty one")
        if folder.is_dir() and any(folder.iterdir()):
            raise UserError(f"{folder}: not empty; expected a new or empty folder")
        for file in files:
            target = folder / file.relative_to(template)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
            written.append(target)
    except OSError as error:
        raise UserError(f"{error.filename or folder}: {error.strerror or error}") from None
    return written


def is_source(file: Path) -> bool:
    """Whether a file belongs to the starter; an installed copy has compiled ones beside them."""
    return file.parent.name != "__pycache__"
