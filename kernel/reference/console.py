"""jupyter-console on the kernel `epsilab`, in a terminal of its own: what a user types, and what comes back."""

import os
import re
import sys
import time
import unittest

import pexpect

PATIENCE = 60
ENTER = "\r"
# It gives up asking whether a line is complete when a busy machine takes a second to answer.
SLOW_MACHINE = f"--ZMQTerminalInteractiveShell.kernel_is_complete_timeout={PATIENCE}"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


class Console(unittest.TestCase):
    def setUp(self):
        terminal = {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "PAGER": "cat"}
        self.console = pexpect.spawn(
            sys.executable,
            ["-m", "jupyter_console", "--kernel", "epsilab", SLOW_MACHINE],
            env={**os.environ, **terminal},
            dimensions=(40, 120),
            encoding="utf8",
            timeout=PATIENCE,
        )
        self.unseen = ""
        self.expect(r"In \[1\]: ")

    def tearDown(self):
        self.console.close(force=True)

    def expect(self, pattern):
        """Waits until the screen, without its colours, shows something new that matches."""
        deadline = time.monotonic() + PATIENCE
        while (found := re.search(pattern, ESCAPES.sub("", self.unseen))) is None:
            if time.monotonic() > deadline:
                self.fail(f"no {pattern} in {ESCAPES.sub('', self.unseen)!r}")
            try:
                self.unseen += self.console.read_nonblocking(4096, timeout=1)
            except pexpect.TIMEOUT:
                pass
        self.unseen = ESCAPES.sub("", self.unseen)[found.end() :]

    def type(self, text):
        self.console.send(text)

    def test_a_conversation(self):
        self.type("const half: number = 21" + ENTER)
        self.expect(r"In \[2\]: ")
        self.type("half * 2" + ENTER)
        self.expect(r"Out\[2\]: .*42")
        self.expect(r"In \[3\]: ")
        self.type('throw new RangeError("too far")' + ENTER)
        self.expect("RangeError.*too far")
        self.expect(r"In \[4\]: ")
        # The name has but one end, so Tab writes it.
        self.type("Number.isSafeInt\t")
        self.expect("eger")
        self.type("(half)" + ENTER)
        self.expect(r"Out\[4\]: .*true")
        self.expect(r"In \[5\]: ")
        # A line that is not complete is continued.
        self.type("function twice(x: number) {" + ENTER)
        self.expect(r"\.\.\.: ")
        self.type("return 2 * x }" + ENTER + ENTER)
        self.expect(r"In \[6\]: ")
        self.type("twice(4)" + ENTER)
        self.expect(r"Out\[6\]: .*8")
        self.expect(r"In \[7\]: ")
        self.type("console.log('be' + 'gun'); while (true) {}" + ENTER)
        self.expect("begun")
        self.type("\x03")
        self.expect("Interrupted")
        self.expect(r"In \[8\]: ")
        self.type("half" + ENTER)
        self.expect(r"Out\[8\]: .*21")
        self.expect(r"In \[9\]: ")
        self.type("\x04")
        self.expect("exit")
        self.type("y" + ENTER)
        self.console.expect(pexpect.EOF)


if __name__ == "__main__":
    unittest.main(verbosity=2)
