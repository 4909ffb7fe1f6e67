"""The kernel `epsilab` behind a Jupyter server with its default settings, as a notebook in a browser uses it: by a websocket."""

import asyncio
import json
import os
import subprocess
import sys
import time
import unittest
import uuid

from jupyter_core.paths import jupyter_runtime_dir
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

PATIENCE = 90
TOKEN = "secret"


class Served(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        words = ["--no-browser", "--allow-root", "--ServerApp.port=0", f"--IdentityProvider.token={TOKEN}"]
        words.append("--ServerApp.log_level=ERROR")
        cls.server = subprocess.Popen([sys.executable, "-m", "jupyter_server", *words], stderr=subprocess.DEVNULL)
        file = os.path.join(jupyter_runtime_dir(), f"jpserver-{cls.server.pid}.json")
        end = time.monotonic() + PATIENCE
        while not os.path.exists(file) and time.monotonic() < end:
            time.sleep(0.1)
        with open(file) as text:
            cls.address = json.load(text)["url"]

    @classmethod
    def tearDownClass(cls):
        cls.server.terminate()
        cls.server.wait()

    async def ask(self, path, /, **content):
        headers = {"Authorization": f"token {TOKEN}"}
        request = HTTPRequest(self.address + path, method="POST", headers=headers, body=json.dumps(content))
        return json.loads((await AsyncHTTPClient().fetch(request)).body or "null")

    async def open(self, kernel):
        self.kernel = kernel
        address = self.address.replace("http", "ws") + f"api/kernels/{kernel}/channels?session_id={uuid.uuid4()}"
        request = HTTPRequest(address, headers={"Authorization": f"token {TOKEN}"})
        self.socket = await websocket_connect(request, max_message_size=1 << 30)

    async def open_notebook(self):
        notebook = {"path": "a.ipynb", "name": "a.ipynb", "type": "notebook", "kernel": {"name": "epsilab"}}
        await self.open((await self.ask("api/sessions", **notebook))["kernel"]["id"])

    async def asyncTearDown(self):
        self.socket.close()
        headers = {"Authorization": f"token {TOKEN}"}
        request = HTTPRequest(f"{self.address}api/kernels/{self.kernel}", method="DELETE", headers=headers)
        await AsyncHTTPClient().fetch(request)

    async def send(self, kind, **content):
        number = str(uuid.uuid4())
        header = {"msg_id": number, "session": "s", "username": "", "date": "", "msg_type": kind, "version": "5.4"}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "buffers": []}
        await self.socket.write_message(json.dumps({**message, "channel": "shell"}))
        return number

    async def until_done(self, number):
        """All messages until the request was answered and its `idle` has come."""
        seen, missing = [], {"idle", "reply"}
        while missing:
            message = json.loads(await asyncio.wait_for(self.socket.read_message(), PATIENCE))
            seen.append(message)
            if message["parent_header"].get("msg_id") != number:
                continue
            if message["content"].get("execution_state") == "idle":
                missing.discard("idle")
            if message["channel"] == "shell":
                missing.discard("reply")
        return seen

    async def run_cell(self, code):
        return await self.until_done(await self.send("execute_request", code=code, silent=False))

    def text(self, messages, name="stdout"):
        """What a stream holds; what the server says itself when it drops something is in stderr."""
        streams = [message["content"] for message in messages if message["msg_type"] == "stream"]
        return "".join(content["text"] for content in streams if content["name"] == name)

    async def check_lines(self, lines):
        seen = await self.run_cell(f"for (let i = 0; i < {lines}; i++) console.log('line', i)")
        self.assertEqual(self.text(seen, "stderr"), "")
        self.assertEqual(self.text(seen), "".join(f"line {i}\n" for i in range(lines)))

    async def test_many_lines_arrive_whole_in_a_notebook(self):
        await self.open_notebook()
        await self.check_lines(300_000)

    async def test_many_lines_arrive_whole_without_a_notebook(self):
        await self.open((await self.ask("api/kernels", name="epsilab"))["id"])
        await self.check_lines(300_000)

    async def test_a_long_line_and_many_displays_arrive(self):
        await self.open_notebook()
        seen = await self.run_cell("console.log('x'.repeat(4e6)); for (let i = 0; i < 4000; i++) display.text(String(i))")
        self.assertEqual(self.text(seen), "x" * 4_000_000 + "\n")
        shown = [message["content"]["data"] for message in seen if message["msg_type"] == "display_data"]
        self.assertEqual(len(shown), 4000)

    async def test_lines_on_both_streams_in_turn_arrive_in_few_messages(self):
        await self.open_notebook()
        seen = await self.run_cell("for (let i = 0; i < 20000; i++) { console.log(i); console.error(i) }")
        lines = "".join(f"{i}\n" for i in range(20_000))
        self.assertEqual([self.text(seen), self.text(seen, "stderr")], [lines, lines])
        self.assertLess(len(seen), 4000)

    async def test_a_completion_overtakes_output_and_an_endless_loop_can_be_stopped(self):
        await self.open_notebook()
        await self.run_cell("let i = 0")
        cell = await self.send("execute_request", code="while (true) console.log('line', i++)", silent=False)
        printed = []
        while len(self.text(printed)) < 2_600_000:
            printed.append(json.loads(await asyncio.wait_for(self.socket.read_message(), PATIENCE)))
        begun = time.monotonic()
        printed += await self.until_done(await self.send("complete_request", code="Math.ma", cursor_pos=7))
        self.assertLess(time.monotonic() - begun, 10)
        await self.ask(f"api/kernels/{self.kernel}/interrupt")
        printed += await self.until_done(cell)
        count = self.text(printed).count("\n")
        self.assertEqual(self.text(printed), "".join(f"line {i}\n" for i in range(count)))
        broadcasts = [message for message in printed if message["channel"] == "iopub"]  # the reply comes on another socket
        self.assertEqual(broadcasts[-1]["content"].get("execution_state"), "idle")
        result = [message for message in await self.run_cell("i") if message["msg_type"] == "execute_result"]
        self.assertIn(int(result[0]["content"]["data"]["text/plain"]) - count, (0, 1))


if __name__ == "__main__":
    unittest.main()
