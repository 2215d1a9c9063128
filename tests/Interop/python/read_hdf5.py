"""read_hdf5.py HDF5_FILE NPY_FOLDER GROUP: compares a group with the arrays of NumPy bit by bit, prints what it is as JSON."""
import json
import pathlib
import sys

import h5py
import numpy

path, folder, name = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
units = json.loads((folder / "units.json").read_text())
with h5py.File(path) as file:
    group = file[name]
    arrays = {array.stem: numpy.load(array) for array in folder.glob("*.npy")}
    same = sorted(arrays) == sorted(group)
    for column, array in arrays.items():
        dataset = group[column]
        same = same and dataset.dtype == array.dtype and dataset[:].tobytes() == array.tobytes()
        same = same and dataset.attrs["unit"] == units[column]
    force = group["servo1.force"]
    print(json.dumps({
        "same": bool(same),
        "rows": force.shape[0],
        "chunked": force.chunks is not None,
        "compression": force.compression,
        "shuffle": bool(force.shuffle),
        "rate": float(group.attrs["rate_hz"]),
        "stream": file.attrs["stream"],
    }))
