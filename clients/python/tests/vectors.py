"""Where the golden bytes are: those that the C# tests read."""
import os

_ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
FOLDER = os.path.join(_ROOT, "tests", "FuncLibs.Tests", "Vectors")


def read(name):
    with open(os.path.join(FOLDER, name), "rb") as file:
        return file.read()


def names(begin, end):
    return sorted(name for name in os.listdir(FOLDER) if name.startswith(begin) and name.endswith(end))
