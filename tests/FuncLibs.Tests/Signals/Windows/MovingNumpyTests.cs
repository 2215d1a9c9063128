using System.Runtime.InteropServices;
using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Windows;
using Testing;

namespace FuncLibs.Tests.Signals.Windows;

/// <summary>The functions of the last n values against numpy, which takes each window by itself.</summary>
public sealed class MovingNumpyTests
{
    private const double K = 2.5;

    [NumpyTheory]
    [InlineData(1, 0.0)]
    [InlineData(2, 0.0)]
    [InlineData(5, 100.0)]
    [InlineData(16, 0.0)]
    [InlineData(63, -3.5)]
    [InlineData(64, 1000.0)]
    [InlineData(100, 0.0)]
    [InlineData(1024, 0.0)]
    [InlineData(1300, 20.0)]
    public async Task Apply_NoiseWithNaNs_GivesWhatNumpyGives(int n, double offset)
    {
        double[] x = Signal(n, offset);
        double[] expected = await OracleAsync(n, x);
        IUnaryState[] functions =
        [
            Moving.Average(n), Moving.Rms(n), Moving.Minimum(n), Moving.Maximum(n),
            Moving.PeakToPeak(n), Moving.Deviation(n), Moving.Median(n), Moving.Outlier(n, K),
        ];
        double[] tolerances = [1e-14, 1e-14, 0, 0, 0, 1e-13, 0, 0];
        double scale = 3 + Math.Abs(offset);
        for (int f = 0; f < functions.Length; f++)
        {
            double[] y = new double[x.Length];
            functions[f].Apply(0, x, y);
            for (int i = 0; i < x.Length; i++)
                IsNear(
                    y[i],
                    expected[(f * x.Length) + i],
                    tolerances[f] * scale).ShouldBeTrue($"function {f}, sample {i}: {y[i]}");
        }
    }

    private static bool IsNear(double y, double expected, double within) =>
        double.IsNaN(expected) ? double.IsNaN(y) : Math.Abs(y - expected) <= within;

    private static double[] Signal(int seed, double offset)
    {
        var random = new Random(seed);
        double[] x =
        [
            .. Enumerable.Range(0, 2900).Select(i => offset + Math.Sin(i * 0.05) + Math.Round(random.NextDouble(), 2)),
        ];
        x[300] = x[301] = x[1500] = double.NaN;
        x[700] += 50;
        return x;
    }

    private static async Task<double[]> OracleAsync(int n, double[] x)
    {
        using var folder = new TemporaryFolder();
        string file = Path.Combine(folder.Path, "values.f64");
        await File.WriteAllBytesAsync(file, MemoryMarshal.AsBytes<double>([n, K, .. x]).ToArray());
        return MemoryMarshal.Cast<byte, double>(await PythonDecoder.DecodeAsync("moving.py", file)).ToArray();
    }
}
