# SPDX-License-Identifier: Apache-2.0
"""The extension of the Python package: the golden model, and the command's way from a text to `explain --json`."""

import re
from glob import glob

from setuptools import Extension, setup

# what a picture, a kernel, a program, a file and the command need alone
ABSENT = (
    r"^lib/(options|output|rtl|sha256|table)|files/(?!amd_[lw])|listing|engine|sass_step|equivalents|"
    r"picture|rows|report|show_program|show/show\.c"
)
WAY = [path for room in ("lib", "cli/files", "cli/read", "cli/answer", "cli/show") for path in glob(f"{room}/*.c")]
SOURCES = [path for path in WAY if not re.search(ABSENT, path)]

setup(
    ext_modules=[
        Extension(
            "openshfl._model",
            sources=sorted(["python/model.c", *SOURCES, *glob("model/*.c")]),
            include_dirs=["."],
            depends=sorted([*glob("cli/*/*.h"), *glob("lib/*.h"), *glob("model/*.h")]),
        )
    ]
)
