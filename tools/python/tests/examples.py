"""The program of README.md, with types that mypy and pyright accept."""

from __future__ import annotations

import tempfile
from pathlib import Path

from dxobj import Container
from dxobj.types import FeatureFlags, ShaderStage

DATA = Path(__file__).parents[3] / "dxc-format" / "tests" / "data" / "dxc"


def main() -> None:
    shader = Container.open(DATA / "ps_textured.sm60.dxil")
    for binding in shader.bindings():
        print(binding["name"], binding["letter"], binding["first"], "space", binding["space"])

    edited = shader.with_root_signature(
        "DescriptorTable(SRV(t0, numDescriptors = 8), SRV(t3, space = 1)), "
        "DescriptorTable(Sampler(s0, numDescriptors = 2))"
    )
    edited = edited.strip(reflection=True).sign()
    print(edited.verify(), edited.validate())
    with tempfile.TemporaryDirectory() as folder:
        edited.save(Path(folder) / "edited.dxil")
    print(ShaderStage.Pixel.name, FeatureFlags.WaveOps.value)


if __name__ == "__main__":
    main()
