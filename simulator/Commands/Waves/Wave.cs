namespace Simulator.Commands.Waves;

/// <summary>Course of a segment in parts of its amplitude, tick by tick.</summary>
internal abstract class Wave
{
    /// <summary>Ticks of the segment; 0: without end.</summary>
    public abstract long Ticks { get; }

    /// <summary>Cycles that are complete.</summary>
    public abstract long Cycles { get; }

    /// <summary>Value at the present tick.</summary>
    public abstract double Value { get; }

    /// <summary>Value behind the last tick, from which the next segment begins.</summary>
    public virtual double End => Value;

    /// <summary>Goes one tick on.</summary>
    public abstract void Advance();

    /// <summary>Begins anew, for the next time through the program.</summary>
    public abstract void Restart();

    /// <summary>The wave of a segment.</summary>
    /// <param name="segment">A segment without faults.</param>
    /// <param name="loopHz">Rate of the plant loop.</param>
    /// <param name="key">Key of what is random.</param>
    public static Wave Of(SegmentPreset segment, double loopHz, ulong key) => segment.Shape switch
    {
        CommandShape.Hold => new HoldWave(TicksOf(segment.Seconds, loopHz)),
        CommandShape.Ramp => new DwellWave(segment, loopHz, isOneWay: true),
        CommandShape.Dwell => new DwellWave(segment, loopHz, isOneWay: false),
        CommandShape.Sweep => new SweepWave(segment, loopHz),
        CommandShape.Random => new RandomWave(segment, loopHz, key),
        CommandShape.File => new HistoryWave(segment, loopHz),
        _ => new PeriodicWave(segment, loopHz),
    };

    /// <summary>Whole ticks of a time; at least one of any time above 0, since 0 ticks are without end.</summary>
    public static long TicksOf(double seconds, double loopHz) => seconds > 0 ? Math.Max(1, (long)Math.Round(seconds * loopHz)) : 0;
}
