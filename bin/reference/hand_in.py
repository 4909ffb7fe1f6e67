"""Hands in an assignment of nbgrader three times: a right answer, a wrong one, and none.

Usage: hand_in.py COURSE NAME ANSWER WRONG: NAME is the assignment, ANSWER the id of the cell of the answer, WRONG the text of a wrong
one. The right one is that of the source. Prints what students see: the sources of the released cells, as JSON.
"""

import json
import sys
from pathlib import Path

import nbformat

course, name, answer, wrong = Path(sys.argv[1]), *sys.argv[2:]


def read(folder: str) -> nbformat.NotebookNode:
    return nbformat.read(course / folder / name / f"{name}.ipynb", as_version=4)


def source_of(notebook: nbformat.NotebookNode) -> str:
    return next(cell.source for cell in notebook.cells if cell.id == answer)


right = source_of(read("source"))
for student, text in {"right": right, "wrong": wrong, "empty": None}.items():
    notebook = read("release")
    for cell in notebook.cells:
        if cell.id == answer and text is not None:
            cell.source = text
    folder = course / "submitted" / student / name
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{name}.ipynb")
print(json.dumps([cell.source for cell in read("release").cells]))
