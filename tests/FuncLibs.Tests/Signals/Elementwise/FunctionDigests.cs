using FuncLibs.Tests.Signals.Stateful;

namespace FuncLibs.Tests.Signals.Elementwise;

/// <summary>All bits that all functions make of the hard values, and those with memory of a seeded run with hard values
/// in it, short enough to hand to another process.</summary>
internal static class FunctionDigests
{
    /// <summary>Where a test host finds the digests of its parent.</summary>
    public const string Variable = "EXPECTED_FUNCTION_DIGESTS";

    private const int RunLength = 6000;
    private const int Seed = 7;

    /// <summary>name=digest for each function, so that a difference names it.</summary>
    public static string OfAll() => string.Join(
        ';',
        FunctionCase.All.Select(function => $"{function.Name}={Of(function):x16}")
            .Concat(AllFunctions.Names.Select(name => $"{name}={OfRun(name):x16}")));

    private static ulong OfRun(string name)
    {
        Random random = new(Seed);
        (double[] a, double[] b) = (Run(random), Run(random));
        return Of(AllFunctions.New(name).InBlocks(a, b, () => random.Next(1, 998), RunLength / 2));
    }

    // A noisy sine through all magnitudes that a channel has; now and then what a broken one has.
    private static double[] Run(Random random)
    {
        double[] hard =
        [
            double.NaN, double.PositiveInfinity, double.NegativeInfinity, -0.0, double.MaxValue, double.Epsilon, 0.5,
        ];
        double[] values = new double[RunLength];
        for (int i = 0; i < values.Length; i++)
            values[i] = random.Next(997) == 0
                ? hard[random.Next(hard.Length)]
                : (1000 * Math.Sin(i / 37.0)) + random.NextDouble() - 0.5;
        return values;
    }

    private static ulong Of(FunctionCase function)
    {
        double[] target = new double[function.Hard[0].Length];
        function.Column(function.Hard, 0, target.Length, target);
        return Of(target);
    }

    // FNV-1a over the bits; all NaNs count as one.
    private static ulong Of(double[] target)
    {
        ulong digest = 14695981039346656037;
        foreach (double value in target)
        {
            ulong bits = double.IsNaN(value) ? 1 : BitConverter.DoubleToUInt64Bits(value);
            for (int shift = 0; shift < 64; shift += 8)
                digest = (digest ^ ((bits >> shift) & 0xFF)) * 1099511628211;
        }

        return digest;
    }
}

public class FunctionDigestsTests
{
    [Fact]
    public void OfAll_InThisProcess_IsThatOfTheWiderProcessor()
    {
        string own = FunctionDigests.OfAll();

        own.Split(';').ShouldBe((Environment.GetEnvironmentVariable(FunctionDigests.Variable) ?? own).Split(';'));
    }
}
