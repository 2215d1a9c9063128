using System.Buffers;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Tests.Signals.Cycles;

/// <summary>Seeded signals, cuts of them into blocks of 1 to 997, and states carried over in bytes.</summary>
internal static class BlockCuts
{
    public static double[] Noise(int seed, int length)
    {
        var random = new Random(seed);
        double[] x = new double[length];
        for (int i = 0; i < length; i++)
            x[i] = (10 * Math.Sin(i * 0.05)) + (3 * Math.Sin(i * 0.31)) + random.NextDouble();
        return x;
    }

    /// <summary>Whole numbers: many equal ranges, many plateaus.</summary>
    public static double[] Steps(int seed, int length, int height)
    {
        var random = new Random(seed);
        double[] x = new double[length];
        for (int i = 0; i < length; i++)
            x[i] = random.Next(-height, height + 1);
        return x;
    }

    public static void Each(int seed, int length, Action<int, int> block)
    {
        var random = new Random(seed);
        for (int at = 0; at < length;)
        {
            int count = Math.Min(random.Next(1, 998), length - at);
            block(at, count);
            at += count;
        }
    }

    /// <summary>A column in blocks, saved and read into another function at a place in the middle.</summary>
    public static double[] Interrupted(Func<IUnaryState> make, double[] x, int seed)
    {
        double[] y = new double[x.Length];
        IUnaryState state = make();
        Each(seed, x.Length, (at, count) =>
        {
            state = Carried(state, make());
            state.Apply(at, x.AsSpan(at, count), y.AsSpan(at, count));
        });
        return y;
    }

    public static TState Carried<TState>(TState from, TState to)
        where TState : ISignalState
    {
        var bytes = new ArrayBufferWriter<byte>();
        from.Save(new StateWriter(bytes));
        var reader = new StateReader(bytes.WrittenSpan);
        to.TryLoad(ref reader).ShouldBeTrue();
        reader.IsAtEnd.ShouldBeTrue();
        return to;
    }

    /// <summary>Whether a function takes bytes that end early, at any length.</summary>
    public static void RefusesEveryPrefix<TState>(TState from, TState to)
        where TState : ISignalState
    {
        var bytes = new ArrayBufferWriter<byte>();
        from.Save(new StateWriter(bytes));
        for (int length = 0; length < bytes.WrittenCount; length++)
        {
            var reader = new StateReader(bytes.WrittenSpan[..length]);
            to.TryLoad(ref reader).ShouldBeFalse($"{length} of {bytes.WrittenCount} bytes");
        }
    }
}
