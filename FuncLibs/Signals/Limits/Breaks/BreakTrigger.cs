using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Limits.Breaks;

/// <summary>
/// Finds the sample at which a specimen broke: the first with abs(x) &lt;= (1 - fall / 100) * M, where M, the greatest
/// magnitude among it and the samples up to the given time before it, is at least the least force. Samples that are not
/// usable, or infinite, are passed over; a gap restarts the search, since the fall of the force was not seen. Found
/// once, then silent until it is armed again. One thread; no block allocates; how samples are cut into blocks changes
/// nothing.
/// </summary>
public sealed class BreakTrigger
{
    private readonly RecentMaximum _recent;
    private readonly double _left;
    private readonly double _minForce;
    private long _next = long.MinValue;

    /// <summary>An armed trigger.</summary>
    /// <param name="definition">When a specimen counts as broken.</param>
    /// <param name="rateHz">Samples a second.</param>
    /// <exception cref="ArgumentException">The definition has a fault at that rate;
    /// <see cref="BreakDefinition.FaultAt"/> finds it before.</exception>
    public BreakTrigger(BreakDefinition definition, double rateHz)
    {
        if (definition.FaultAt(rateHz) is { } fault)
            throw new ArgumentException(fault, nameof(definition));
        _recent = new RecentMaximum(definition.SamplesAt(rateHz));
        _left = 1 - (definition.FallPercent / 100);
        _minForce = definition.MinForce;
    }

    /// <summary>False from a break until <see cref="Arm"/>.</summary>
    public bool IsArmed { get; private set; } = true;

    /// <summary>Looks for the next break, of another specimen: what came before does not count.</summary>
    public void Arm()
    {
        _recent.Clear();
        IsArmed = true;
    }

    /// <summary>Writes what later results depend on: at most 16.1 KiB.</summary>
    public void Save(StateWriter target)
    {
        target.Add(IsArmed ? 1L : 0L);
        target.Add(_next);
        _recent.Save(target);
    }

    /// <summary>Takes over what <see cref="Save"/> of a trigger of the same definition and rate wrote.</summary>
    /// <returns>False when the bytes are damaged; it is then armed, without a history.</returns>
    public bool TryLoad(ref StateReader source)
    {
        if (source.TryRead(0, 1, out long armed) && source.TryRead(out long next) && _recent.TryLoad(ref source))
        {
            (IsArmed, _next) = (armed == 1, next);
            return true;
        }

        Arm();
        return false;
    }

    /// <summary>Looks through the force of one block.</summary>
    public bool TryFind(in LimitColumn force, out DetectedBreak found)
    {
        found = default;
        if (force.FirstIndex != _next)
            _recent.Clear();
        _next = force.EndIndex;
        for (int i = 0; IsArmed && i < force.Values.Length; i++)
        {
            if (!force.IsUsable(i) || double.IsInfinity(force.Values[i]))
                continue;
            double magnitude = Math.Abs(force.Values[i]);
            _recent.Add(force.FirstIndex + i, magnitude);
            if (_recent.Value < _minForce || magnitude > _left * _recent.Value)
                continue;
            found = new DetectedBreak(force.FirstIndex + i, force.Values[i], _recent.Index, _recent.Value);
            IsArmed = false;
        }

        return found.Peak > 0;
    }
}

/// <summary>
/// When a specimen counts as broken: the magnitude of the force falls by so much of its recent maximum within so long.
/// </summary>
/// <param name="FallPercent">Percent of the maximum, 0.1 to 100; 100 requests a force of exactly 0.</param>
/// <param name="WithinMs">How far back the maximum is searched for, in ms, above 0. For a cyclic test less than a
/// quarter of a period: a force that swings through zero falls, too.</param>
/// <param name="MinForce">A maximum below this is no test, in units of the force; above 0, so that noise about zero is
/// no break.</param>
public sealed record BreakDefinition(double FallPercent, double WithinMs, double MinForce)
{
    /// <summary>Most samples that are looked back; 16 bytes each.</summary>
    public const int MaxSamples = 1 << 20;

    /// <summary>What is wrong with it at a rate; null when it can be watched.</summary>
    public string? FaultAt(double rateHz)
    {
        if (!(FallPercent is >= 0.1 and <= 100))
            return $"break: a fall of {FallPercent} % must be 0.1 to 100";
        if (!(MinForce > 0 && double.IsFinite(MinForce)))
            return $"break: the least force {MinForce} must be a finite number above 0, well above the noise";
        if (!(rateHz > 0 && double.IsFinite(rateHz)))
            return $"break: a rate of {rateHz} Hz must be a finite number above 0";
        return WithinMs > 0 && WithinMs * rateHz / 1000 <= MaxSamples
            ? null
            : $"break: {WithinMs} ms at {rateHz} Hz must be above 0 and at most {MaxSamples} samples";
    }

    /// <summary>How many samples before a sample are within the time.</summary>
    public int SamplesAt(double rateHz) => (int)(WithinMs * rateHz / 1000);
}

/// <summary>A break.</summary>
/// <param name="Index">Index of the first sample at which the force had fallen far enough.</param>
/// <param name="Force">The force there.</param>
/// <param name="PeakIndex">Index of the newest sample that had the recent maximum: the last one before the
/// fall.</param>
/// <param name="Peak">Its magnitude.</param>
public readonly record struct DetectedBreak(long Index, double Force, long PeakIndex, double Peak);
