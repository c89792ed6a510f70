"""The command `dxobj`."""

import sys

from dxobj import _native


def main() -> None:
    """Runs the command line."""
    sys.exit(_native.main(["dxobj", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
