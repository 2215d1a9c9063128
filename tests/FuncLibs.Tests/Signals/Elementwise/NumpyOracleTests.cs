using System.Runtime.InteropServices;
using FuncLibs.Signals.Elementwise;
using Testing;

namespace FuncLibs.Tests.Signals.Elementwise;

/// <summary>
/// Functions against numpy (tests/Interop/python/numpy_elementwise.py): equal where IEEE 754 or exactness leaves no
/// choice, else to a few units of the
/// last place. Signs of zeros are left to the runtime's oracle: numpy's minimum of two zeros is either.
/// </summary>
public class NumpyOracleTests
{
    private const double Loose = 4e-15;

    private static readonly (string Name, double Tolerance)[] Order =
    [
        ("abs", 0), ("negate", 0), ("ceiling", 0), ("floor", 0), ("truncate", 0), ("sign", 0), ("sqrt", 0),
        ("isnan", 0), ("rint", 0),
        ("+", 0), ("-", 0), ("*", 0), ("/", 0), ("min", 0), ("max", 0), ("mod", 0),
        ("<", 0), ("<=", 0), ("==", 0), ("!=", 0), (">", 0), (">=", 0),
        ("interp", 0), ("exp", Loose), ("log", Loose), ("log10", Loose), ("sin", Loose), ("cos", Loose),
        ("tan", Loose), ("asin", Loose),
        ("acos", Loose), ("atan", Loose), ("atan2", Loose), ("pow", Loose), ("hypot", Loose), ("poly", Loose),
    ];

    public static TheoryData<string> Columns => ["hard", "random"];

    [PythonTheory]
    [MemberData(nameof(Columns))]
    public async Task Functions_OverTwoColumns_EqualNumpy(string columns)
    {
        (double[] a, double[] b) = columns == "hard" ? HardValues.Pairs : (Random(1, 2000), Random(2, 2000));
        using var folder = new TemporaryFolder();
        string file = Path.Combine(folder.Path, "columns.f64");
        await File.WriteAllBytesAsync(file, MemoryMarshal.AsBytes<double>([.. a, .. b]).ToArray());

        byte[] results = await PythonDecoder.DecodeAsync("numpy_elementwise.py", file);

        Compare(a, b, MemoryMarshal.Cast<byte, double>(results));
    }

    private static void Compare(double[] a, double[] b, ReadOnlySpan<double> numpy)
    {
        numpy.Length.ShouldBe(Order.Length * a.Length);
        double[] own = new double[a.Length];
        for (int k = 0; k < Order.Length; k++)
        {
            (string name, double tolerance) = Order[k];
            Apply(name, a, b, own);
            for (int i = 0; i < own.Length; i++)
            {
                double expected = numpy[(k * a.Length) + i];
                bool isGood = own[i].Equals(expected) || own[i] == expected
                    || Math.Abs(own[i] - expected) <= tolerance * Math.Abs(expected);
                isGood.ShouldBeTrue($"{name}({a[i]:R}, {b[i]:R}) is {own[i]:R}, numpy has {expected:R}");
            }
        }
    }

    private static void Apply(string name, double[] a, double[] b, double[] target)
    {
        if (name == "rint")
            ElementwiseFunction.Round(0, RoundingMode.HalfEven).Apply(a, target);
        else if (name == "interp")
            ElementwiseFunction
                .Lookup(LookupTable.Create([-5, 0, 0.3, 7], [1, -1, 3, 3.1], clamps: true, out _)!)
                .Apply(a, target);
        else if (name == "poly")
            ElementwiseFunction.Polynomial([1, -2, 0.5]).Apply(a, target);
        else if (BinaryFunction.Find(name) is { } binary)
            binary.Apply(a, b, target);
        else
            ElementwiseFunction.Find(name)!.Apply(a, target);
    }

    private static double[] Random(int seed, int count)
    {
        var random = new Random(seed);
        return
        [
            .. Enumerable.Range(0, count).Select(_ => (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-3, 3))),
        ];
    }
}
