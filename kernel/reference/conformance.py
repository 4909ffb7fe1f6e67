"""Jupyter's own suite of conformance tests on the kernel `epsilab`, with every test of it enabled."""

import unittest

import jupyter_kernel_test as suite


PATIENCE_SECONDS = 60


class PatientTests(suite.KernelTests):
    """The suite allows a tenth of a second for each output; whether it comes is tested here, not how busy the machine is."""

    def execute_helper(self, *args, **options):
        outputs = self.kc.iopub_channel
        get_msg = suite.ensure_sync(outputs.get_msg)
        outputs.get_msg = lambda timeout: get_msg(timeout=max(timeout, PATIENCE_SECONDS))
        try:
            return super().execute_helper(*args, **options)
        finally:
            del outputs.get_msg


class Conformance(PatientTests):
    kernel_name = "epsilab"
    language_name = "typescript"
    file_extension = ".ts"
    code_hello_world = 'console.log("hello, world")'
    code_stderr = 'console.error("oh no")'
    completion_samples = [
        {"text": "[1, 2].redu", "matches": {"reduce", "reduceRight"}},
        {"text": "Math.hyp", "matches": {"hypot"}},
        {"text": "const 😀 = 1; Number.isSafe"},
    ]
    complete_code_samples = ["1 + 1", "const x: number = 2", "for (const a of [1]) { a }", "await null", ""]
    incomplete_code_samples = ["function f() {", "const s = `open", "[1, 2,", "/* open", "if (true) {"]
    invalid_code_samples = ["const 1x = 2", "let = = 3", "foo bar baz"]
    code_page_something = "Math.hypot?"
    code_generate_error = 'throw new Error("as ordered")'
    code_execute_result = [
        {"code": "1 + 2 + 3", "result": "6"},
        {"code": "[..."'"abc"'"].length * 7", "result": "21"},
    ]
    code_display_data = [
        {"code": 'display.html("<b>bold</b>")', "mime": "text/html"},
        {"code": 'display({ "application/vnd.plotly.v1+json": { data: [] } }, { raw: true })',
         "mime": "application/vnd.plotly.v1+json"},
    ]
    supported_history_operations = ("tail", "range", "search")
    code_history_pattern = "1?+ 2*"
    code_inspect_sample = "Math.hypot"
    code_clear_output = "clearOutput()"


del PatientTests  # which would be run as tests of their own


class Welcome(suite.IopubWelcomeTests):
    kernel_name = "epsilab"
    support_iopub_welcome = True


if __name__ == "__main__":
    unittest.main(verbosity=2)
