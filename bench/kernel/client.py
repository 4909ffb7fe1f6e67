"""The client of the kernel benchmark: starts one kernel at a time by jupyter_client and measures it as a front end would.

Reads a JSON object per line, whose `do` names one of COMMANDS, and answers with one per line. Times are milliseconds, from the
sending of a request; null where what was waited for did not come within the limit.
"""

import json
import os
import signal
import sys
import time

import jupyter_client
import zmq
from jupyter_client.manager import KernelManager
from memory import resident

START_LIMIT = 60
CELL_LIMIT = 30
SILENCE_AFTER_IDLE = 1.0
SILENCE_OF_LOSS = 10


def milliseconds(start):
    return (time.perf_counter() - start) * 1000


class Request:
    """What came in about one request."""

    def __init__(self, number):
        self.number = number
        self.start = time.perf_counter()
        self.replied = self.idle = False
        self.times = [None, None]
        self.reply = {}
        self.text = ""
        self.lines = 0
        self.error = None

    @property
    def is_over(self):
        return self.replied and self.idle

    def take(self, message):
        """Notes the message; `times` are those of the reply and of both it and `idle`."""
        self.note(message)
        if self.replied and self.times[0] is None:
            self.times[0] = milliseconds(self.start)
        if self.is_over and self.times[1] is None:
            self.times[1] = milliseconds(self.start)

    def note(self, message):
        kind, content = message["msg_type"], message["content"]
        if kind == "status":
            self.idle = self.idle or content["execution_state"] == "idle"
        elif kind == "stream":
            self.lines += content["text"].count("\n")
            self.text = (self.text + content["text"])[-2000:]
        elif kind == "execute_result":
            self.text += str(content["data"].get("text/plain", ""))
        elif kind == "error":
            self.error = content["ename"]
        elif kind.endswith("_reply"):
            self.replied, self.reply = True, content


class Kernel:
    def __init__(self, name, folder, first):
        # A socket that finds nobody tries again after 100 ms by default, which would blur every start.
        context = zmq.Context()
        context.setsockopt(zmq.RECONNECT_IVL, 2)
        self.manager = KernelManager(kernel_name=name, context=context)
        start = time.perf_counter()
        self.manager.start_kernel(cwd=folder, env=dict(os.environ))
        self.client = self.manager.blocking_client()
        self.client.context = context
        self.client.start_channels(stdin=False, hb=False)
        self.channels = [self.client.shell_channel, self.client.iopub_channel, self.client.control_channel]
        self.poller = zmq.Poller()
        for channel in self.channels:
            self.poller.register(channel.socket, zmq.POLLIN)
        self.requests = {}
        information = self.send("shell", "kernel_info_request")
        self.until(lambda: information.replied, START_LIMIT)
        self.start = {"information": milliseconds(start) if information.replied else None}
        result = self.execute(first)
        self.until(lambda: result.replied, START_LIMIT)
        self.start["first"] = milliseconds(start) if result.replied else None
        self.until(lambda: result.is_over, 1)
        self.start["text"] = result.text.strip()
        self.start["banner"] = information.reply.get("banner", "")

    def send(self, channel, kind, content=None):
        message = self.client.session.msg(kind, content or {})
        request = Request(message["header"]["msg_id"])
        self.requests[request.number] = request
        getattr(self.client, f"{channel}_channel").send(message)
        return request

    def execute(self, code):
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}}
        return self.send("shell", "execute_request", content | {"allow_stdin": False, "stop_on_error": False})

    def until(self, condition, limit, silence=CELL_LIMIT):
        """Receives until the condition holds, the limit in seconds is over, or nothing came for the time of silence."""
        deadline = time.perf_counter() + limit
        while not condition():
            left = min(silence, deadline - time.perf_counter())
            if left <= 0:
                return False
            ready = dict(self.poller.poll(max(1, left * 1000)))
            if not ready and left == silence:
                return False
            for channel in self.channels:
                if channel.socket in ready:
                    message = channel.get_msg(timeout=0)
                    request = self.requests.get(message["parent_header"].get("msg_id"))
                    if request is not None:
                        request.take(message)
        return True

    def run(self, code, limit=CELL_LIMIT, silence=CELL_LIMIT):
        self.requests.clear()
        request = self.execute(code)
        self.until(lambda: request.is_over, limit, silence)
        return request

    def stop(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)
        self.manager.context.destroy(linger=0)


def cells(kernel, codes):
    """The times of each until its reply and until it is over, the text of the last, and whether one failed."""
    times, last, error = [], None, None
    for code in codes:
        last = kernel.run(code)
        times.append(last.times)
        error = error or last.error
    return {"times": times, "text": last.text.strip(), "error": error}


def complete(kernel, code, busy, limit):
    """Completions one after the other, while a cell that keeps the kernel busy runs."""
    kernel.requests.clear()
    cell = kernel.execute(busy)
    kernel.until(lambda: "begun" in cell.text, 1)
    kernel.until(lambda: False, 0.2)
    times, matches = [], 0
    while not cell.is_over and len(times) < limit:
        asked = kernel.send("shell", "complete_request", {"code": code, "cursor_pos": len(code)})
        kernel.until(lambda: asked.replied, CELL_LIMIT)
        times.append(asked.times[0])
        matches = len(asked.reply.get("matches", []))
    kernel.until(lambda: cell.is_over, CELL_LIMIT)
    return {"times": times, "matches": matches}


def lines(kernel, code, limit):
    """The time until a cell that prints is idle, the lines that came by then, and those that came afterwards."""
    request = kernel.run(code, limit, SILENCE_OF_LOSS)
    received = request.lines
    kernel.until(lambda: False, SILENCE_AFTER_IDLE)
    return {"time": request.times[1], "received": received, "late": request.lines - received}


def interrupt(kernel, code, route, limit, check):
    """The time from an interrupt until the cell is idle; afterwards, what the check cell says."""
    kernel.requests.clear()
    request = kernel.execute(code)
    kernel.until(lambda: "begun" in request.text, 1)
    kernel.until(lambda: False, 0.2)
    if request.is_over:
        return {"time": None, "text": f"was over before the interrupt ({request.error}): {request.text.strip()}"}
    start = time.perf_counter()
    if route == "signal":
        kernel.manager.signal_kernel(signal.SIGINT)
    else:
        kernel.send("control", "interrupt_request")
    if not kernel.until(lambda: request.is_over, limit):
        return {"time": None, "text": ""}
    taken = milliseconds(start)
    for _ in range(2):
        checked = kernel.run(check, limit)
        if checked.text != "":
            break
        kernel.until(lambda: False, 0.3)  # some abort what comes just after a failure
    return {"time": taken, "text": checked.text.strip()}


def memory(kernel):
    return resident(kernel.manager.provisioner.pid)


COMMANDS = {"cells": cells, "complete": complete, "lines": lines, "interrupt": interrupt, "memory": memory}


def main():
    print(json.dumps({"versions": f"Python {sys.version.split()[0]}, jupyter_client {jupyter_client.__version__}"}), flush=True)
    kernel = None
    for line in sys.stdin:
        order = json.loads(line)
        command = order.pop("do")
        try:
            if command in ("start", "stop") and kernel is not None:
                kernel.stop()
                kernel = None
            if command == "start":
                kernel = Kernel(**order)
                answer = kernel.start
            else:
                answer = COMMANDS[command](kernel, **order) if command in COMMANDS else {}
        except Exception as error:
            answer = {"failure": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
    if kernel is not None:
        kernel.stop()


main()
