"""decode_formats.py FOLDER: decodes CONTENT-NAME-SEED.bin and compares its columns with SEED.raw; prints JSON.

SEED.raw has the columns of a block one after the other: int64, float64, and a byte for each bit.
"""
import json
import pathlib
import sys

import telemetry

folder = pathlib.Path(sys.argv[1])
formats, wrong = {}, []
for path in sorted(folder.glob("*.bin")):
    content, name, seed = path.stem.rsplit("+")
    block = telemetry.decode(int(content), path.read_bytes())
    columns = b"".join(values.tobytes() for _, _, _, values in block.columns())
    if columns != (folder / f"{seed}.raw").read_bytes():
        wrong.append(path.name)
    formats[name] = formats.get(name, 0) + 1
print(json.dumps({"formats": formats, "wrong": wrong}))
