using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// Brings a column to another rate. Point j of the target is at p = j * sourcePoints / targetPoints of the source.
/// hold: the value at floor(p), the last one at or before the point. interp: on the line through the values at floor(p)
/// - 1 and floor(p), so that it never needs a value that has not come yet; its result is one interval of the source
/// late. Keeps the last two values; before the first value, and after a gap, NaN.
/// </summary>
internal sealed class ResampleState(StateIdentity identity, bool interpolates, Rate from, Rate to) : IProgramState
{
    private const int Past = 2;
    private readonly double[] _past = [double.NaN, double.NaN];
    private readonly Quality[] _pastQuality = [Quality.Invalid, Quality.Invalid];

    /// <inheritdoc/>
    public StateIdentity Identity { get; } = identity;

    /// <inheritdoc/>
    public bool IsResult => false;

    /// <summary>The values of a run of target points.</summary>
    /// <param name="sourceIndex">Index of the block's first source value since the stream began.</param>
    /// <param name="values">Source values of the block.</param>
    /// <param name="targetIndex">Index of the first target point.</param>
    /// <param name="target">Where they go.</param>
    public void Apply(long sourceIndex, ReadOnlySpan<double> values, long targetIndex, Span<double> target)
    {
        (long at, long rest) = PlaceOf(sourceIndex, targetIndex);
        for (int i = 0; i < target.Length; i++)
        {
            if (interpolates)
            {
                double before = ValueAt(values, at - 1);
                double share = (double)rest / to.Points;
                target[i] = rest == 0 ? before : before + ((ValueAt(values, at) - before) * share);
            }
            else
            {
                target[i] = ValueAt(values, at);
            }

            Step(ref at, ref rest);
        }
    }

    /// <summary>The qualities of a run of target points; arguments as for the values.</summary>
    public void Apply(long sourceIndex, ReadOnlySpan<Quality> qualities, long targetIndex, Span<Quality> target)
    {
        (long at, long rest) = PlaceOf(sourceIndex, targetIndex);
        for (int i = 0; i < target.Length; i++)
        {
            target[i] = !interpolates ? QualityAt(qualities, at)
                : rest == 0 ? QualityAt(qualities, at - 1)
                : QualityPass.Worse(QualityAt(qualities, at - 1), QualityAt(qualities, at));
            Step(ref at, ref rest);
        }
    }

    /// <summary>True when good source values give good results.</summary>
    public bool IsSettled => _pastQuality[0] == Quality.Good && _pastQuality[1] == Quality.Good;

    /// <summary>The block is over: keeps its last values.</summary>
    public void EndBlock(ReadOnlySpan<double> values, ReadOnlySpan<Quality> qualities)
    {
        (double last, Quality lastQuality) = (_past[1], _pastQuality[1]);
        if (values.Length == 1)
            (_past[0], _pastQuality[0]) = (last, lastQuality);
        else if (values.Length > 1)
            (_past[0], _pastQuality[0]) = (values[^2], qualities[^2]);
        if (values.Length > 0)
            (_past[1], _pastQuality[1]) = (values[^1], qualities[^1]);
    }

    /// <inheritdoc/>
    public void Gap() => Reset();

    /// <inheritdoc/>
    public void Reset()
    {
        Array.Fill(_past, double.NaN);
        Array.Fill(_pastQuality, Quality.Invalid);
    }

    /// <inheritdoc/>
    public void AdoptState(IProgramState former)
    {
        if (former is not ResampleState state)
            return;
        state._past.CopyTo(_past, 0);
        state._pastQuality.CopyTo(_pastQuality, 0);
    }

    /// <inheritdoc/>
    public void Save(StateWriter writer)
    {
        for (int i = 0; i < Past; i++)
        {
            writer.Add(_past[i]);
            writer.Add((long)_pastQuality[i]);
        }
    }

    /// <inheritdoc/>
    public bool TryLoad(ReadOnlySpan<byte> saved)
    {
        StateReader reader = new(saved);
        for (int i = 0; i < Past; i++)
        {
            if (!reader.TryRead(out _past[i])
                || !reader.TryRead((long)Quality.Good, (long)Quality.Invalid, out long quality))
            {
                Reset();
                return false;
            }

            _pastQuality[i] = (Quality)quality;
        }

        if (reader.IsAtEnd)
            return true;
        Reset();
        return false;
    }

    // Whole intervals of the source before the target point, counted from the block's first source value, and the rest
    // in 1/target points.
    private (long At, long Share) PlaceOf(long sourceIndex, long targetIndex)
    {
        Int128 scaled = (Int128)targetIndex * from.Points;
        return ((long)(scaled / to.Points) - sourceIndex, (long)(scaled % to.Points));
    }

    private void Step(ref long at, ref long rest)
    {
        rest += from.Points;
        at += rest / to.Points;
        rest %= to.Points;
    }

    // A block that was cut short may end before a point of a faster rate: then its last value holds.
    private double ValueAt(ReadOnlySpan<double> values, long at) =>
        at >= 0 && values.Length > 0 ? values[(int)Math.Min(at, values.Length - 1)] : PastAt(_past, at, double.NaN);

    private Quality QualityAt(ReadOnlySpan<Quality> qualities, long at) =>
        at >= 0 && qualities.Length > 0
            ? qualities[(int)Math.Min(at, qualities.Length - 1)]
            : PastAt(_pastQuality, at, Quality.Invalid);

    private static T PastAt<T>(T[] past, long at, T missing) =>
        at >= 0 ? past[^1] : at >= -Past ? past[(int)(Past + at)] : missing;
}
