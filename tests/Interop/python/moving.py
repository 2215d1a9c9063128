"""Functions of the last n values by numpy, each window by itself: an oracle for docs/signals-windows.md.

A file of float64: n, k of outlier, then the values. Prints the results as hex of float64: average, rms, minimum, maximum, peak to peak,
deviation, median, outlier, each as long as the values.
"""
import sys
import warnings

import numpy as np

warnings.simplefilter("ignore")
data = np.fromfile(sys.argv[1], dtype="<f8")
n, k, x = int(data[0]), data[1], data[2:]


def outlier(w):
    median = np.median(w)
    return float(abs(w[-1] - median) > k * 1.4826 * np.median(np.abs(w - median))) if not np.isnan(w).any() else np.nan


functions = [
    np.mean,
    lambda w: np.sqrt(np.mean(w * w)),
    np.min,
    np.max,
    np.ptp,
    lambda w: np.std(w, ddof=1),
    np.median,
    outlier,
]
windows = [x[max(0, i - n + 1):i + 1] for i in range(len(x))]
print(np.array([[f(w) for w in windows] for f in functions], dtype="<f8").tobytes().hex())
