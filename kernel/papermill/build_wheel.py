"""The build backend (PEP 517) of this package: writes its one module and its metadata into a wheel, with what Python itself has."""

from pathlib import Path
from zipfile import ZipFile

MODULE = "epsilab_papermill"
RELEASE = f"{MODULE}-1"
METADATA = {
    "METADATA": """Metadata-Version: 2.4
Name: epsilab-papermill
Version: 1
Summary: Lets papermill write the parameters of TypeScript notebooks
License-Expression: Apache-2.0
""",
    "WHEEL": "Wheel-Version: 1.0\nGenerator: epsilab\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "entry_points.txt": f"[papermill.engine]\nepsilab = {MODULE}:Engine\n",
}


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {f"{MODULE}.py": (Path(__file__).parent / f"{MODULE}.py").read_text()}
    files |= {f"{RELEASE}.dist-info/{name}": text for name, text in METADATA.items()}
    record = f"{RELEASE}.dist-info/RECORD"
    wheel = f"{RELEASE}-py3-none-any.whl"
    with ZipFile(Path(wheel_directory) / wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        archive.writestr(record, "".join(f"{name},,\n" for name in [*files, record]))
    return wheel
