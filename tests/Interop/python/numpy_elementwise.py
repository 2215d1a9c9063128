"""Element-wise functions by numpy: reads two columns of float64, prints every result as hex, in the order of NumpyOracleTests."""
import sys

import numpy as np

both = np.fromfile(sys.argv[1], dtype="<f8")
a, b = both[: both.size // 2], both[both.size // 2 :]
unknown = np.isnan(a) | np.isnan(b)


def truth(mask):
    return np.where(unknown, np.nan, mask.astype(float))


with np.errstate(all="ignore"):
    results = [
        np.abs(a), np.negative(a), np.ceil(a), np.floor(a), np.trunc(a), np.sign(a), np.sqrt(a), np.isnan(a).astype(float), np.rint(a),
        a + b, a - b, a * b, a / b, np.minimum(a, b), np.maximum(a, b), np.mod(a, b), truth(a < b), truth(a <= b), truth(a == b),
        truth(a != b), truth(a > b), truth(a >= b), np.interp(a, [-5.0, 0.0, 0.3, 7.0], [1.0, -1.0, 3.0, 3.1]),
        np.exp(a), np.log(a), np.log10(a), np.sin(a), np.cos(a), np.tan(a), np.arcsin(a), np.arccos(a), np.arctan(a),
        np.arctan2(a, b), np.where(unknown, np.nan, np.power(a, b)), np.where(unknown, np.nan, np.hypot(a, b)),
        (0.5 * a - 2.0) * a + 1.0,
    ]
print(np.concatenate(results).astype("<f8").tobytes().hex())
