using System.Numerics;
using Simulator.Measuring;

namespace Simulator.Tests.Measuring;

/// <summary>Histories of a known motion.</summary>
internal static class Ticks
{
    private const uint BeforeTheStart = 64;

    /// <summary>One quantity, a function of the tick.</summary>
    public static LoopHistory Of(int count, Func<long, double> motion)
    {
        var history = new LoopHistory(1, (int)BitOperations.RoundUpToPowerOf2((uint)count + BeforeTheStart));
        double[] tick = new double[1];
        for (int n = 0; n < count; n++)
        {
            tick[0] = motion(n);
            history.Add(tick);
        }

        return history;
    }

    /// <summary>A motion with something in it for every part of a chain.</summary>
    public static LoopHistory Lively(int count) =>
        Of(count, n => (70 * Math.Sin(n * 0.013)) + (25 * Math.Sin((n * 0.21) + 1)));

    /// <summary>The samples of a column from one on.</summary>
    public static double[] Samples(this MeasuredColumn column, int count, long first = 0)
    {
        double[] samples = new double[count];
        column.Fill(first, samples);
        return samples;
    }
}
