using FuncLibs.Signals;
using FuncLibs.Signals.Limits;

namespace FuncLibs.Tests.Signals.Limits;

/// <summary>A signal with gaps, and what a watch says of it when it comes in blocks.</summary>
internal sealed class LimitRun
{
    public const double RateHz = 1000;

    private readonly List<(long Index, double Value, Quality Quality)> _samples = [];

    public IReadOnlyList<(long Index, double Value, Quality Quality)> Samples => _samples;

    /// <summary>
    /// A random walk that crosses 0 often, with flat stretches, values that are no numbers, bad qualities and gaps.
    /// </summary>
    public static LimitRun Random(int seed, int count)
    {
        Random random = new(seed);
        LimitRun run = new();
        (long index, double value) = (random.Next(1000), 0);
        for (int i = 0; i < count; i++, index++)
        {
            index += random.Next(300) == 0 ? random.Next(1, 200) : 0;
            value = (value * 0.97) + (random.Next(3) == 0 ? 0 : Math.Round((random.NextDouble() - 0.5) * 8, 1));
            bool isBad = random.Next(40) == 0 || (i / 50) % 7 == 3;
            Quality quality = isBad ? (Quality)random.Next(5) : Quality.Good;
            double shown = random.Next(60) switch
            {
                0 => double.NaN,
                1 => double.PositiveInfinity,
                2 => double.NegativeInfinity,
                _ => value,
            };
            run._samples.Add((index, shown, quality));
        }

        return run;
    }

    /// <summary>Good samples from index 0 on.</summary>
    public static LimitRun Of(params double[] values)
    {
        LimitRun run = new();
        run._samples.AddRange(values.Select((value, index) => ((long)index, value, Quality.Good)));
        return run;
    }

    public LimitRun Bad(int at, Quality quality)
    {
        _samples[at] = _samples[at] with { Quality = quality };
        return this;
    }

    /// <summary>Moves what is at a place and after it: samples are missing before.</summary>
    public LimitRun Gap(int at, int missing)
    {
        for (int i = at; i < _samples.Count; i++)
            _samples[i] = _samples[i] with { Index = _samples[i].Index + missing };
        return this;
    }

    /// <summary>What a watch says, with blocks of the lengths that are requested.</summary>
    public List<LimitCrossing> Through(
        LimitWatch watch, Func<int> blockLength, Func<LimitWatch, LimitWatch>? between = null)
    {
        List<LimitCrossing> crossings = [];
        for (int from = 0; from < _samples.Count;)
        {
            int to = Math.Min(from + blockLength(), _samples.Count);
            while (_samples[to - 1].Index - _samples[from].Index != to - 1 - from)
                to--;
            Feed(watch, from, to, crossings);
            watch = between?.Invoke(watch) ?? watch;
            from = to;
        }

        return crossings;
    }

    private void Feed(LimitWatch watch, int from, int to, List<LimitCrossing> crossings)
    {
        double[] values = [.. _samples[from..to].Select(sample => sample.Value)];
        Quality[] qualities = [.. _samples[from..to].Select(sample => sample.Quality)];
        LimitColumn column = new(_samples[from].Index, RateHz, 0, values, qualities);
        watch.Begin(column);
        for (int at = 0; watch.TryNext(column, ref at, out LimitCrossing crossing);)
            crossings.Add(crossing);
    }
}
