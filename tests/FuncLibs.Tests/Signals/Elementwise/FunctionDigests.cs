namespace FuncLibs.Tests.Signals.Elementwise;

/// <summary>All bits that all functions make of the hard values, short enough to hand to another process.</summary>
internal static class FunctionDigests
{
    /// <summary>Where a test host finds the digests of its parent.</summary>
    public const string Variable = "EXPECTED_FUNCTION_DIGESTS";

    /// <summary>name=digest for each function, so that a difference names it.</summary>
    public static string OfAll() => string.Join(';', FunctionCase.All.Select(function => $"{function.Name}={Of(function):x16}"));

    // FNV-1a over the bits; all NaNs count as one.
    private static ulong Of(FunctionCase function)
    {
        double[] target = new double[function.Hard[0].Length];
        function.Column(function.Hard, 0, target.Length, target);
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
