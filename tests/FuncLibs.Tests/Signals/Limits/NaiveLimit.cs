using FuncLibs.Signals;
using FuncLibs.Signals.Cycles;
using FuncLibs.Signals.Limits;

namespace FuncLibs.Tests.Signals.Limits;

/// <summary>The conditions of docs/alarms.md written down a second time, sample by sample over the whole signal: slow,
/// and without blocks. Which samples close a cycle has tests of its own.</summary>
internal static class NaiveLimit
{
    public static List<LimitCrossing> Of(LimitDefinition limit, LimitRun run) => limit.Kind switch
    {
        LimitKind.Stale => OfStale(limit, run),
        LimitKind.Underpeak or LimitKind.PeakValleyChange => OfCycles(limit, run),
        _ => OfSamples(limit, run),
    };

    private static List<LimitCrossing> OfSamples(LimitDefinition limit, LimitRun run)
    {
        Judge judge = new(limit.MinDurationMs > 0
            ? (long)Math.Ceiling(limit.MinDurationMs * LimitRun.RateHz / 1000) + 1
            : limit.MinDurationSamples);
        double before = double.NaN;
        long last = long.MinValue;
        foreach ((long index, double value, Quality quality) in run.Samples)
        {
            if (index != last + 1)
            {
                judge.Held = 0;
                before = double.NaN;
            }

            bool usable = !double.IsNaN(value) && quality is not (Quality.Stale or Quality.Invalid);
            double measured = limit.Kind == LimitKind.Rate ? Math.Abs(value - before) * LimitRun.RateHz : value;
            if (usable && !double.IsNaN(measured))
                judge.Take(index, measured, Raises(limit, measured), Clears(limit, measured));
            else if (usable && double.IsNaN(measured) && !double.IsNaN(before))
                judge.Held = 0;
            (before, last) = (usable ? value : double.NaN, index);
        }

        return judge.Crossings;
    }

    private static List<LimitCrossing> OfCycles(LimitDefinition limit, LimitRun run)
    {
        Judge judge = new(limit.MinDurationSamples);
        CycleTracker tracker = new(limit.Value2);
        Cycle? reference = null;
        long last = long.MinValue;
        foreach ((long index, double value, Quality quality) in run.Samples)
        {
            if (index != last + 1)
            {
                judge.Held = 0;
                tracker.Gap();
            }

            (last, int at) = (index, 0);
            if (quality is Quality.Stale or Quality.Invalid || !tracker.TryClose(index, [value], ref at))
                continue;
            Cycle cycle = tracker.Last;
            if (limit.Kind == LimitKind.Underpeak)
            {
                judge.Take(index, cycle.Peak, cycle.Peak < limit.Value, cycle.Peak >= limit.Value + limit.Hysteresis);
            }
            else if (reference is { } r)
            {
                double change = 100 * Math.Max(
                    Math.Abs(cycle.Peak - r.Peak), Math.Abs(cycle.Valley - r.Valley)) / (r.Peak - r.Valley);
                judge.Take(index, change, change > limit.Value, change <= limit.Value - limit.Hysteresis);
            }
            else
            {
                reference = cycle;
            }
        }

        return judge.Crossings;
    }

    private static List<LimitCrossing> OfStale(LimitDefinition limit, LimitRun run)
    {
        Judge judge = new(1);
        long allowed = (long)Math.Ceiling(limit.Value * LimitRun.RateHz / 1000);
        Dictionary<long, bool> usable = run.Samples.ToDictionary(
            sample => sample.Index,
            sample => !double.IsNaN(sample.Value) && sample.Quality is not (Quality.Stale or Quality.Invalid));
        long newest = run.Samples[0].Index - 1;
        for (long index = run.Samples[0].Index; index <= run.Samples[^1].Index; index++)
        {
            bool isUsable = usable.GetValueOrDefault(index);
            double age = (index - newest) * 1000 / LimitRun.RateHz;
            judge.Take(index, age, !isUsable && index - newest >= allowed, isUsable);
            newest = isUsable ? index : newest;
        }

        return judge.Crossings;
    }

    private static bool Raises(LimitDefinition limit, double x) => limit.Kind switch
    {
        LimitKind.Lower => x < limit.Value,
        LimitKind.Band => x < limit.Value || x > limit.Value2,
        LimitKind.EndOfCount => x >= limit.Value,
        _ => x > limit.Value,
    };

    private static bool Clears(LimitDefinition limit, double x) => limit.Kind switch
    {
        LimitKind.Lower => x >= limit.Value + limit.Hysteresis,
        LimitKind.Band => x >= limit.Value + limit.Hysteresis && x <= limit.Value2 - limit.Hysteresis,
        LimitKind.EndOfCount => x < limit.Value - limit.Hysteresis,
        _ => x <= limit.Value - limit.Hysteresis,
    };

    private sealed class Judge(long needed)
    {
        private bool _raised;

        public List<LimitCrossing> Crossings { get; } = [];

        public long Held { get; set; }

        public void Take(long index, double measured, bool raises, bool clears)
        {
            Held = raises && !_raised ? Held + 1 : 0;
            if (_raised ? !clears : !raises || Held < needed)
                return;
            (_raised, Held) = (!_raised, 0);
            Crossings.Add(new LimitCrossing(_raised, index, measured));
        }
    }
}
