namespace FuncLibs.Signals.Stateful;

/// <summary>
/// What functions with state have in common: their rule of quality, and a saved state that only the same function takes
/// back.
/// </summary>
public abstract class SignalState : ISignalState
{
    /// <summary>Bytes that no function needs that keeps a few numbers.</summary>
    internal const long SmallBytes = 1024;

    private readonly long _tag;

    private protected SignalState(string name, QualityRule quality, params ReadOnlySpan<double> arguments)
    {
        Quality = quality;
        _tag = TagOf(name, arguments);
    }

    /// <inheritdoc/>
    public QualityRule Quality { get; }

    /// <inheritdoc/>
    public virtual long MaxBytes => SmallBytes;

    /// <inheritdoc/>
    public abstract void Reset();

    /// <inheritdoc/>
    public abstract void Gap();

    /// <inheritdoc/>
    public void Save(StateWriter target)
    {
        target.Add(_tag);
        Write(target);
    }

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        if (source.TryRead(_tag, _tag, out _) && TryRead(ref source))
            return true;
        Reset();
        return false;
    }

    private protected abstract void Write(StateWriter target);

    private protected abstract bool TryRead(ref StateReader source);

    // FNV-1a (Fowler, Noll, Vo) over the name and the bits of the arguments: enough to tell functions apart, no defence
    // against forgery.
    private static long TagOf(string name, ReadOnlySpan<double> arguments)
    {
        const ulong Prime = 1099511628211;
        ulong hash = 14695981039346656037;
        foreach (char letter in name)
            hash = (hash ^ letter) * Prime;
        foreach (double argument in arguments)
            hash = (hash ^ BitConverter.DoubleToUInt64Bits(argument)) * Prime;
        return (long)hash;
    }
}

/// <summary>Conditions as numbers: true is any number but zero; NaN is neither true nor false.</summary>
internal static class Condition
{
    public const double True = 1;
    public const double False = 0;

    public static bool IsTrue(double c) => c < 0 || c > 0;

    public static double From(bool c) => c ? True : False;
}

/// <summary>The one check of the time between two samples.</summary>
internal static class SampleInterval
{
    /// <summary>The interval, when it is one.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is not above 0 and finite.</exception>
    public static double Checked(double interval) => double.IsFinite(interval) && interval > 0
        ? interval
        : throw new ArgumentOutOfRangeException(
            nameof(interval), interval, "The time between two samples is above 0 s and finite.");
}
