using FuncLibs.Signals.Stateful;
using System.Numerics;
using System.Runtime.InteropServices;

namespace FuncLibs.Signals.Limits;

/// <summary>Makes watches of the kinds that look at single samples.</summary>
internal static class SampleWatch
{
    public static LimitWatch Create(LimitDefinition limit)
    {
        (double value, double back) = (limit.Value, limit.Hysteresis);
        return limit.Kind switch
        {
            LimitKind.Upper =>
                new SampleWatch<Above, AtMost>(limit, _ => new Above(value), _ => new AtMost(value - back)),
            LimitKind.Lower =>
                new SampleWatch<Below, AtLeast>(limit, _ => new Below(value), _ => new AtLeast(value + back)),
            LimitKind.EndOfCount =>
                new SampleWatch<AtLeast, Below>(limit, _ => new AtLeast(value), _ => new Below(value - back)),
            LimitKind.Band => new SampleWatch<Outside, Inside>(
                limit, _ => new Outside(value, limit.Value2), _ => new Inside(value + back, limit.Value2 - back)),
            LimitKind.Rate => new SampleWatch<Steeper, Flatter>(
                limit, rateHz => new Steeper(rateHz, value), rateHz => new Flatter(rateHz, value - back)),
            _ => throw new ArgumentException(
                $"{LimitNames.NameOf(limit.Kind)} does not look at single samples.", nameof(limit)),
        };
    }
}

/// <summary>
/// Raised at the sample that completes the minimum duration, over at the first that satisfies the opposite condition.
/// Samples that are not usable are passed over: they neither lengthen nor break the time a condition has held.
/// </summary>
internal sealed class SampleWatch<TRaise, TClear> : LimitWatch
    where TRaise : struct, ISampleCondition
    where TClear : struct, ISampleCondition
{
    private readonly Func<double, TRaise> _raiseAt;
    private readonly Func<double, TClear> _clearAt;
    private TRaise _raise;
    private TClear _clear;
    private long _needed = 1;
    private long _held;
    private double _before = double.NaN;

    public SampleWatch(LimitDefinition limit, Func<double, TRaise> raiseAt, Func<double, TClear> clearAt)
        : base(limit) => (_raiseAt, _clearAt) = (raiseAt, clearAt);

    /// <inheritdoc/>
    public override bool TryNext(in LimitColumn column, ref int at, out LimitCrossing crossing)
    {
        ReadOnlySpan<double> values = column.Values;
        while (at < values.Length)
        {
            int i = at;
            if (IsRaised)
                i = SampleScan.First(_clear, values, _before, at);
            else if (_held == 0)
                i = SampleScan.First(_raise, values, _before, at);
            at = i + 1;
            if (i < values.Length && Add(column, i, out crossing))
                return true;
        }

        if (values.Length > 0)
            _before = column.IsUsable(values.Length - 1) ? values[^1] : double.NaN;
        crossing = default;
        return false;
    }

    private protected override void Start(long firstIndex) => Gap();

    private protected override void Gap() => (_held, _before) = (0, double.NaN);

    private protected override void SetRate(double rateHz) =>
        (_raise, _clear, _needed) = (_raiseAt(rateHz), _clearAt(rateHz), Limit.SamplesNeeded(rateHz));

    private protected override void Clear() => Gap();

    private protected override void SaveMore(StateWriter target)
    {
        target.Add(_held);
        target.Add(_before);
    }

    private protected override bool TryLoadMore(ref StateReader source) =>
        source.TryRead(0, long.MaxValue - 1, out _held) && source.TryRead(out _before);

    private bool Add(in LimitColumn column, int i, out LimitCrossing crossing)
    {
        crossing = default;
        if (!column.IsUsable(i))
            return false;
        (double x, double before) = (column.Values[i], i > 0 ? column.Values[i - 1] : _before);
        if (TRaise.UsesPrevious && (double.IsNaN(before) || (i > 0 && !column.IsUsable(i - 1))))
            return false;
        if (!IsRaised)
        {
            _held = SampleScan.Holds(_raise, x, before) ? _held + 1 : 0;
            if (_held < _needed)
                return false;
        }

        _held = 0;
        IsRaised = !IsRaised;
        crossing = new LimitCrossing(IsRaised, column.FirstIndex + i, _raise.Measure(x, before));
        return true;
    }
}

/// <summary>
/// Finds the first sample at which a condition holds: the usual answer, that there is none, costs one vector comparison
/// per few samples.
/// </summary>
internal static class SampleScan
{
    /// <summary>
    /// Place of the first sample at or after <paramref name="from"/>; the length when there is none.
    /// </summary>
    /// <param name="condition">The condition.</param>
    /// <param name="values">The samples.</param>
    /// <param name="before">The sample before the first.</param>
    /// <param name="from">0 to the length.</param>
    public static int First<TCondition>(in TCondition condition, ReadOnlySpan<double> values, double before, int from)
        where TCondition : struct, ISampleCondition
    {
        if (from == 0 && values.Length > 0 && Holds(condition, values[0], before))
            return 0;
        ref double start = ref MemoryMarshal.GetReference(values);
        int i = Math.Max(from, 1);
        for (; i <= values.Length - Vector<double>.Count; i += Vector<double>.Count)
        {
            Vector<double> previous =
                TCondition.UsesPrevious ? Vector.LoadUnsafe(ref start, (nuint)(i - 1)) : Vector<double>.Zero;
            if (condition.Holds(Vector.LoadUnsafe(ref start, (nuint)i), previous) != Vector<long>.Zero)
                break;
        }

        while (i < values.Length && !Holds(condition, values[i], values[i - 1]))
            i++;
        return Math.Min(i, values.Length);
    }

    /// <summary>The condition of one sample.</summary>
    public static bool Holds<TCondition>(in TCondition condition, double x, double previous)
        where TCondition : struct, ISampleCondition =>
            condition.Holds(new Vector<double>(x), new Vector<double>(previous))[0] != 0;
}
