"""Lets papermill write the parameters of TypeScript notebooks, as `epsilab notebook run -p` does.

papermill has entry points for engines and none for translators, so loading our engine, which is papermill's own, registers the translator.
Limits: a parameter has the type of its value, not that which the notebook declares for it.
"""

import json
import math
import re

from papermill.engines import NBClientEngine
from papermill.exceptions import PapermillException
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

LARGEST_SAFE_INTEGER = 2**53 - 1
IDENTIFIER = re.compile(r"[^\W\d]\w*|[$\w]*\$[$\w]*")
DECLARATION = re.compile(
    r"(?:export\s+)?(?:const|let|var)\s+(?P<name>[$\w]+)\s*(?::\s*(?P<type>[^=]+?)\s*)?=\s*(?P<default>.*?);?\s*(?://\s*(?P<help>.*))?"
)


class TypeScriptTranslator(Translator):
    @classmethod
    def translate_none(cls, val):
        return "null"

    @classmethod
    def translate_int(cls, val):
        if abs(val) > LARGEST_SAFE_INTEGER:
            raise PapermillException(f"a whole number must be within 2^53 - 1, the last that TypeScript's numbers hold exactly, got {val}")
        return str(int(val))

    @classmethod
    def translate_float(cls, val):
        if math.isnan(val):
            return "NaN"
        return repr(float(val)) if math.isfinite(val) else "Infinity" if val > 0 else "-Infinity"

    @classmethod
    def translate_escaped_str(cls, val):
        return json.dumps(str(val))

    @classmethod
    def translate_dict(cls, val):
        # In brackets, __proto__ is a name like any other.
        fields = (f"[{json.dumps(str(name))}]: {cls.translate(each)}" for name, each in val.items())
        return f"{{ {', '.join(fields)} }}" if val else "{}"

    @classmethod
    def translate_list(cls, val):
        return f"[{', '.join(cls.translate(each) for each in val)}]"

    @classmethod
    def comment(cls, cmt_str):
        return f"// {cmt_str}"

    @classmethod
    def assign(cls, name, str_val):
        if IDENTIFIER.fullmatch(name) is None:
            raise PapermillException(f"the name of a parameter must be an identifier, got {json.dumps(name)}")
        return f"let {name} = {str_val};"

    @classmethod
    def inspect(cls, parameters_cell):
        found = (DECLARATION.fullmatch(line.strip()) for line in parameters_cell["source"].splitlines())
        return [Parameter(each["name"], each["type"] or "None", each["default"], each["help"] or "") for each in found if each]


class Engine(NBClientEngine):
    """papermill's own engine, under the name "epsilab"."""


papermill_translators.register("typescript", TypeScriptTranslator)
