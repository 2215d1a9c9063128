using Benchmarks.Serialization.Data;

namespace Benchmarks.Signals;

/// <summary>The operands: columns of one length, values within what every function takes.</summary>
internal sealed class Columns
{
    /// <summary>Values of a column.</summary>
    public const int Length = 16_000;

    /// <summary>The number a column is held against, and the one above it.</summary>
    public const double Number = 0.5;

    /// <inheritdoc cref="Number"/>
    public const double Above = 50;

    private const int Seed = 7;

    /// <summary>Columns for a range: a from low to high, b likewise, c above both.</summary>
    public Columns(double low, double high)
    {
        var random = new Noise(Seed);
        for (int i = 0; i < Length; i++)
        {
            A[i] = low + (random.NextDouble() * (high - low));
            B[i] = low + (random.NextDouble() * (high - low));
            C[i] = high + random.NextDouble();
        }
    }

    public double[] A { get; } = new double[Length];

    public double[] B { get; } = new double[Length];

    public double[] C { get; } = new double[Length];

    /// <summary>What kernels write, all of them: a target for each would leave none in a cache.</summary>
    public double[] Ours { get; } = new double[Length];

    /// <summary>What loops write.</summary>
    public double[] Theirs { get; } = new double[Length];
}
