"""The wheel holds a library for one processor, but serves every Python."""

import os

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel


class OneForAllPythons(bdist_wheel):
    def finalize_options(self) -> None:
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


setup(version=os.environ["PENUMBRA_VERSION"], cmdclass={"bdist_wheel": OneForAllPythons})
