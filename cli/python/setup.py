# SPDX-License-Identifier: Apache-2.0
from setuptools import setup

setup(cffi_modules=["openshfl_build.py:ffi"])
