"""The clients that people use on the kernel `epsilab`: jupyter_client's manager, its interactive client, and nbclient."""

import time
import unittest

import nbformat
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

PATIENCE = 60


class Manager(unittest.TestCase):
    def setUp(self):
        self.manager, self.client = start_new_kernel(kernel_name="epsilab")

    def tearDown(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def run_cell(self, code, **options):
        """The reply to a cell, and its outputs in the order of their arrival."""
        outputs = []
        reply = self.client.execute_interactive(code, timeout=PATIENCE, output_hook=outputs.append, **options)
        return reply["content"], [message for message in outputs if message["msg_type"] not in ("status", "execute_input")]

    def text(self, outputs):
        return "".join(message["content"].get("text", "") for message in outputs)

    def test_output_is_whole_and_in_order(self):
        lines = 20_000
        reply, outputs = self.run_cell(f"for (let i = 0; i < {lines}; i++) console.log(i)")
        self.assertEqual(reply["status"], "ok")
        self.assertEqual(self.text(outputs), "".join(f"{i}\n" for i in range(lines)))

    def test_nothing_follows_idle(self):
        for code in ["console.log(1); 2", "await 0; console.log(3)", "process.stdout.write('4\\n')"]:
            request = self.client.execute(code)
            seen = []
            while seen[-1:] != ["idle"]:
                message = self.client.get_iopub_msg(timeout=PATIENCE)
                if message["parent_header"].get("msg_id") == request:
                    seen.append(message["content"].get("execution_state", message["msg_type"]))
            time.sleep(0.2)
            self.assertFalse(self.client.iopub_channel.msg_ready(), code)

    def test_user_expressions(self):
        reply, _ = self.run_cell("const answer = 42", user_expressions={"a": "answer + 1", "b": "nowhere"})
        self.assertEqual(reply["user_expressions"]["a"]["data"]["text/plain"], "43")
        self.assertEqual(reply["user_expressions"]["b"]["status"], "error")

    def test_interrupt_keeps_the_state(self):
        self.run_cell("let kept = 7")
        request = self.client.execute("while (true) {}")
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["msg_type"] == "execute_input":
                break
        time.sleep(0.3)
        self.manager.interrupt_kernel()
        reply = self.client.get_shell_msg(timeout=PATIENCE)
        self.assertEqual(reply["parent_header"]["msg_id"], request)
        self.assertEqual(reply["content"]["status"], "error")
        reply, outputs = self.run_cell("kept")
        self.assertEqual(reply["status"], "ok", reply)
        self.assertEqual(outputs[0]["content"]["data"]["text/plain"], "7")

    def test_input(self):
        asked = []

        def answer(message):
            asked.append(message["content"]["prompt"])
            self.client.input("Ada")

        _, outputs = self.run_cell("console.log('hello ' + prompt('name?'))", allow_stdin=True, stdin_hook=answer)
        self.assertEqual(asked, ["name? "])
        self.assertEqual(self.text(outputs), "hello Ada\n")

    def test_help(self):
        reply, [shown] = self.run_cell('help("laplace")')
        self.assertEqual((reply["status"], shown["msg_type"]), ("ok", "display_data"))
        page = shown["content"]["data"]["text/markdown"]
        self.assertTrue(page.startswith('```typescript\nimport { laplace } from "epsilab";\n\nfunction laplace('), page)
        self.assertIn("Theorem:", page)
        _, [same] = self.run_cell('import { laplace } from "epsilab";\nhelp(laplace)')
        self.assertEqual(same["content"]["data"]["text/markdown"], page)
        _, [overview] = self.run_cell("help()")
        self.assertRegex(overview["content"]["data"]["text/markdown"], r"(?m)^- `epsilab`: \S+")
        reply, _ = self.run_cell('help("laplacian")')
        self.assertEqual(reply["ename"], "RangeError")
        self.assertIn("no name 'laplacian'", reply["evalue"])

    def test_completion_of_names_that_are_not_imported(self):
        code = "// 😀\nlapl"
        found = self.client.complete(code, len(code), reply=True, timeout=PATIENCE)["content"]
        self.assertIn("laplace", found["matches"])
        self.assertEqual((found["cursor_start"], found["cursor_end"]), (len(code) - 4, len(code)))
        item = found["metadata"]["_jupyter_types_experimental"][found["matches"].index("laplace")]
        self.assertEqual(item["edit"], {"start": 0, "end": 0, "text": 'import { laplace } from "epsilab";\n'})
        reply, _ = self.run_cell("laplace")
        advice = 'laplace is not defined\nTo use it: import { laplace } from "epsilab";'
        self.assertEqual((reply["ename"], reply["evalue"]), ("ReferenceError", advice))

    def test_restart_and_shutdown(self):
        self.run_cell("let gone = 1; setInterval(() => {}, 1000)")
        self.manager.restart_kernel(now=False)
        self.client.wait_for_ready(timeout=PATIENCE)
        self.assertEqual(self.run_cell("typeof gone")[1][0]["content"]["data"]["text/plain"], "'undefined'")
        self.run_cell("setInterval(() => {}, 1000)")
        self.manager.shutdown_kernel(now=False)
        self.assertFalse(self.manager.is_alive())


class Notebook(unittest.TestCase):
    def run_notebook(self, *cells):
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        return NotebookClient(notebook, kernel_name="epsilab", timeout=PATIENCE)

    def test_executes(self):
        done = self.run_notebook("const a: number = 2", "console.log(a)\na * 21").execute()
        stream, result = done.cells[1].outputs
        self.assertEqual(stream["text"], "2\n")
        self.assertEqual(result["data"]["text/plain"], "42")
        self.assertEqual([cell.execution_count for cell in done.cells], [1, 2])

    def test_files_everything_under_its_cell(self):
        """Displays, updates, errors that are allowed, late output and type errors, none of them lost."""
        cells = [
            "const wrong: number = 'text'; console.log('ran')",
            "setTimeout(() => console.log('late'), 300); display.html('<b>1</b>'); 'shown'",
            "await new Promise((resolve) => setTimeout(resolve, 600)); console.log('own')",
            "const later = newDisplay(); later.text('before')",
            "later.text('after'); throw new TypeError('as ordered')",
            "wrong.length; console.error('to stderr')",
        ]
        client = self.run_notebook(*cells)
        client.allow_errors = True
        done = client.execute().cells
        nbformat.validate(client.nb)
        text = lambda cell, name: "".join(o["text"] for o in cell.outputs if o.get("name") == name)
        self.assertEqual([output["name"] for output in done[0].outputs], ["stdout", "stderr"])
        self.assertEqual(text(done[0], "stdout"), "ran\n")
        self.assertIn("TS2322", text(done[0], "stderr"))
        html, result = done[1].outputs
        self.assertEqual((html["data"]["text/html"], result["data"]["text/plain"]), ("<b>1</b>", "'shown'"))
        self.assertEqual(text(done[2], "stdout"), "own\n")
        self.assertEqual(done[3].outputs[0]["data"]["text/plain"], "after")
        self.assertEqual([(o["ename"], o["evalue"]) for o in done[4].outputs], [("TypeError", "as ordered")])
        self.assertIn("to stderr", text(done[5], "stderr"))

    def test_stores_nothing_that_stands_in_for_a_long_check(self):
        objects = ",".join("{a:%d,b:'x'}" % number for number in range(100_000))
        done = self.run_notebook("const warm: number = 'up'", f"const table = [{objects}]; table.length").execute()
        self.assertEqual([output["output_type"] for output in done.cells[1].outputs], ["execute_result"])

    def test_stops_at_an_error(self):
        with self.assertRaises(CellExecutionError) as caught:
            self.run_notebook("1", 'throw new RangeError("too far")', "3").execute()
        self.assertEqual((caught.exception.ename, caught.exception.evalue), ("RangeError", "too far"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
