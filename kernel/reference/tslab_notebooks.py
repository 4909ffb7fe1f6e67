"""Notebooks in the manner of tslab's own examples, run unchanged by nbclient on the kernel `epsilab`."""

import base64
import pathlib
import re
import tempfile
import unittest

import nbformat
from nbclient import NotebookClient

PATIENCE = 60
FOLDER = pathlib.Path(__file__).parent / "tslab"


def plain(text):
    return re.sub(r"\x1b\[\d+m", "", text)


class Tslab(unittest.TestCase):
    def run_notebook(self, name):
        """The code cells of the notebook after their run, which must neither fail nor have type errors."""
        notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
        with tempfile.TemporaryDirectory() as folder:
            client = NotebookClient(
                notebook, kernel_name="epsilab", timeout=PATIENCE, resources={"metadata": {"path": folder}}
            )
            client.execute()
        nbformat.validate(notebook)
        return [cell for cell in notebook.cells if cell.cell_type == "code"]

    def bundles(self, cell):
        return [output["data"] for output in cell.outputs if "data" in output]

    def text(self, cell, name="stdout"):
        streams = [output for output in cell.outputs if output["output_type"] == "stream" and output["name"] == name]
        return "".join(stream["text"] for stream in streams)

    def assert_result(self, cell, text):
        results = [output["data"] for output in cell.outputs if output["output_type"] == "execute_result"]
        self.assertEqual([plain(data["text/plain"]) for data in results], [text], cell.source)

    def assert_silent(self, *cells):
        for cell in cells:
            self.assertEqual(cell.outputs, [], cell.source)

    def test_displays(self):
        cells = self.run_notebook("displays")
        self.assert_silent(cells[0], cells[6])
        kinds = ["text/html", "text/markdown", "image/svg+xml", "text/latex", "text/plain"]
        for cell, kind in zip(cells[1:6], kinds, strict=True):
            (bundle,) = self.bundles(cell)
            self.assertEqual(list(bundle), [kind])
        png, gif, jpeg = self.bundles(cells[7])
        self.assertEqual(base64.b64decode(png["image/png"])[:4], b"\x89PNG")
        self.assertEqual(base64.b64decode(gif["image/gif"])[:6], b"GIF89a")
        self.assertEqual(base64.b64decode(jpeg["image/jpeg"])[:2], b"\xff\xd8")
        raw = [next(iter(bundle)) for bundle in self.bundles(cells[8])]
        self.assertEqual(raw, ["text/html", "application/json", "text/javascript", "application/pdf"])
        self.assertEqual(self.bundles(cells[8])[1]["application/json"], {"a": [1, 2]})
        # Two displays, each in its last state; the first as the cell after left it.
        self.assertEqual(
            self.bundles(cells[9]),
            [{"text/plain": "changed by a later cell"}, {"text/html": '<progress value="3" max="3"></progress>'}],
        )
        self.assert_silent(cells[10])
        self.assertEqual(self.text(cells[11]), "first\n{ nested: { deep: [ 1, 2, 3 ] } } % 5\n")
        self.assertEqual(self.text(cells[11], "stderr"), "second\n")

    def test_language(self):
        cells = self.run_notebook("language")
        self.assert_silent(cells[0])
        self.assertEqual(self.text(cells[1]), "square of area 9\n")
        self.assert_result(cells[1], "9")
        self.assert_result(cells[2], "[ 'green', 0 ]")
        self.assert_result(cells[4], "101")
        self.assert_result(cells[5], "[ 'function', 'b.txt' ]")
        self.assert_result(cells[6], "'42'")
        self.assert_result(cells[7], "30")
        self.assert_result(cells[8], "'1 2 3 4'")
        self.assertEqual(plain(self.text(cells[9])), "[ 2, 4 ]\n")
        self.assert_result(cells[10], "true")
        for cell in cells:
            self.assertEqual(self.text(cell, "stderr"), "", cell.source)

    def test_javascript(self):
        cells = self.run_notebook("javascript")
        self.assert_result(cells[1], "[ 3, 7 ]")
        self.assertIn("<td>4</td>", self.bundles(cells[2])[0]["text/html"])
        self.assert_result(cells[3], "10")
        self.assert_result(cells[4], "'hello world'")
        self.assertEqual(self.bundles(cells[5]), [{"text/plain": "three"}])
        self.assertEqual(self.text(cells[6]), "4\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
