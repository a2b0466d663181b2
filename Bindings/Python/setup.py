"""The wheel holds a library for one processor, but serves every Python."""

import os

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class WithLibrary(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class OneForAllPythons(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", f"manylinux_{os.environ['PENUMBRA_GLIBC'].replace('.', '_')}_{os.uname().machine}"


setup(version=os.environ["PENUMBRA_VERSION"], distclass=WithLibrary, cmdclass={"bdist_wheel": OneForAllPythons})
