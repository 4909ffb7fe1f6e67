"""Executes notebooks by nbclient, each with a kernel of its own in the folder that it is from, two at a time.

Usage: notebooks.py OUT NOTEBOOK...: what was executed is written to the folder OUT, under the same names.
"""

import asyncio
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

PATIENCE = 120


async def execute(path: Path, out: Path, turn: asyncio.Semaphore) -> None:
    async with turn:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        resources = {"metadata": {"path": str(path.parent)}}
        await NotebookClient(notebook, timeout=PATIENCE, resources=resources).async_execute()
        nbformat.write(notebook, out / path.name)


async def main(out: Path, paths: list[Path]) -> None:
    turn = asyncio.Semaphore(2)
    await asyncio.gather(*(execute(path, out, turn) for path in paths))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), [Path(each) for each in sys.argv[2:]]))
