namespace FuncLibs.Tests.Signals.Stateful;

/// <summary>Columns with everything a sensor and a broken link deliver.</summary>
internal static class Hostile
{
    /// <summary>A sine with noise; now and then a row of NaN, an infinity, a zero of either sign, a huge or a tiny
    /// value, equal values.</summary>
    public static double[] Column(int seed, int length)
    {
        var random = new Random(seed);
        double[] values = new double[length];
        for (int i = 0; i < length; i++)
        {
            values[i] = random.Next(400) switch
            {
                0 => double.NaN,
                1 => i > 0 ? values[i - 1] : double.NaN,
                2 => double.PositiveInfinity,
                3 => double.NegativeInfinity,
                4 => -0.0,
                5 => 1e300,
                6 => 5e-324,
                < 60 => 0.0,
                < 90 when i > 0 => values[i - 1],
                _ => Math.Sin(i * 0.02) + (random.NextDouble() - 0.5),
            };
        }

        return values;
    }

    /// <summary>A condition: rows of 0 and 1, with some NaN.</summary>
    public static double[] Condition(int seed, int length)
    {
        var random = new Random(seed);
        double state = 0;
        return [.. Enumerable.Range(0, length).Select(_ =>
        {
            state = random.Next(6) == 0 ? 1 - state : state;
            return random.Next(50) == 0 ? double.NaN : state;
        })];
    }

    /// <summary>Qualities, mostly good.</summary>
    public static FuncLibs.Signals.Quality[] Qualities(int seed, int length)
    {
        var random = new Random(seed);
        return
        [
            .. Enumerable.Range(0, length).Select(_ => (FuncLibs.Signals.Quality)Math.Max(0, random.Next(400) - 395)),
        ];
    }
}
