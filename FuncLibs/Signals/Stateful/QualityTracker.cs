using System.Runtime.InteropServices;

namespace FuncLibs.Signals.Stateful;

/// <summary>
/// Gives the qualities of what a function with state puts out, from its rule and the qualities of what went in. For a
/// function of two columns the worse of each pair goes in. One tracker beside each function, one thread; blocks of any
/// length, which never changes a result; after the constructor it does not allocate.
/// </summary>
/// <remarks>
/// The usual case is free: while <see cref="IsSettled"/> holds and everything that comes in is good, everything that
/// goes out is good and the tracker need not be called.
/// </remarks>
public sealed class QualityTracker
{
    private const int WordsOfWindow = 8;
    private readonly IQualityState _state;
    private readonly QualityRule _rule;

    /// <summary>A tracker as a function with that rule needs it, at the beginning of a stream.</summary>
    /// <exception cref="ArgumentException">The rule has an unknown kind or a length below 1.</exception>
    public QualityTracker(QualityRule rule)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rule.Length, 1, nameof(rule));
        _rule = rule;
        _state = rule.Kind switch
        {
            QualityKind.Window => new WindowQuality(rule.Length),
            QualityKind.Running => new RunningQuality(),
            QualityKind.Delayed => new DelayedQuality(rule.Length),
            _ => throw new ArgumentException($"There is no quality kind {(byte)rule.Kind}.", nameof(rule)),
        };
    }

    /// <summary>Maximum of bytes that it holds, or that <see cref="Save"/> writes, whichever is more.</summary>
    public long MaxBytes =>
        _rule.Kind == QualityKind.Delayed ? (long)_rule.Length * sizeof(long) : WordsOfWindow * sizeof(long);

    /// <summary>True when good inputs give good outputs from here on, and need not be shown to the tracker.</summary>
    public bool IsSettled => _state.IsSettled;

    /// <summary>One quality for each that went in.</summary>
    /// <param name="inputs">Of the values that go into the function.</param>
    /// <param name="outputs">As long; may be the inputs themselves.</param>
    public void Apply(ReadOnlySpan<Quality> inputs, Span<Quality> outputs)
    {
        for (int i = 0; i < inputs.Length; i++)
        {
            if (_state.IsSettled)
            {
                int good = Goods(inputs[i..]);
                outputs.Slice(i, good).Clear();
                i += good;
                if (i == inputs.Length)
                    return;
            }

            outputs[i] = _state.Next(inputs[i]);
        }
    }

    /// <summary>Samples are missing before the next one.</summary>
    public void Gap() => _state.Gap();

    /// <summary>Back to the beginning of a stream.</summary>
    public void Reset() => _state.Reset();

    /// <summary>Writes everything that the next quality depends on.</summary>
    public void Save(StateWriter target)
    {
        target.Add(((long)_rule.Kind << 32) | (long)_rule.Length);
        _state.Save(target);
    }

    /// <summary>Takes over what <see cref="Save"/> of a tracker with the same rule wrote.</summary>
    /// <returns>False when the bytes are of another rule or damaged; the tracker is then as after
    /// <see cref="Reset"/>.</returns>
    public bool TryLoad(ref StateReader source)
    {
        long tag = ((long)_rule.Kind << 32) | (long)_rule.Length;
        if (source.TryRead(tag, tag, out _) && _state.TryLoad(ref source))
            return true;
        _state.Reset();
        return false;
    }

    private static int Goods(ReadOnlySpan<Quality> inputs)
    {
        int first = MemoryMarshal.AsBytes(inputs).IndexOfAnyExcept((byte)Signals.Quality.Good);
        return first < 0 ? inputs.Length : first;
    }
}

/// <summary>How the quality of a result follows from its inputs: the worst of the values that are part of it.</summary>
/// <param name="Kind">Which values those are.</param>
/// <param name="Length">For a window its length in values, at least 1: values until it is full; likewise for a delay;
/// otherwise 1.</param>
public readonly record struct QualityRule(QualityKind Kind, int Length)
{
    /// <summary>Of each value alone.</summary>
    public static QualityRule Pointwise { get; } = new(QualityKind.Window, 1);

    /// <summary>Of everything since the beginning.</summary>
    public static QualityRule Running { get; } = new(QualityKind.Running, 1);

    /// <summary>Of the last values: uncertain until that many came, and invalid until then after a gap.</summary>
    public static QualityRule Window(int length) => new(QualityKind.Window, length);

    /// <summary>Of the value so many before: invalid until there is one.</summary>
    public static QualityRule Delayed(int samples) => new(QualityKind.Delayed, samples + 1);
}

/// <summary>Which values are part of a result.</summary>
public enum QualityKind : byte
{
    /// <summary>The last so many.</summary>
    Window,

    /// <summary>
    /// All since the beginning: a value that was not good, or a gap, leaves it uncertain from there on.
    /// </summary>
    Running,

    /// <summary>Only the oldest of the last so many, as a delay gives it; invalid until there is one.</summary>
    Delayed,
}
