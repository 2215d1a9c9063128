namespace Simulator.Faults;

/// <summary>One fault with its time and place, checked and resolved. Indices are those of base samples since the start of the run.</summary>
/// <param name="Traits">Its kind.</param>
/// <param name="From">Its first sample; for what acts on whole blocks, the first of its block.</param>
/// <param name="To">The first sample behind it; <see cref="long.MaxValue"/> to the end of the run.</param>
public sealed record ScheduledFault(FaultTraits Traits, long From, long To)
{
    /// <summary>Its kind.</summary>
    public FaultKind Kind => Traits.Kind;

    /// <summary>Where it is; default when it is of the whole rig.</summary>
    public FaultColumn Place { get; init; }

    /// <summary>Name of the channel, or null.</summary>
    public string? Channel { get; init; }

    /// <summary>Name of the sensor, or null.</summary>
    public string? Sensor { get; init; }

    /// <summary>The number of <see cref="FaultTraits.Amount"/>.</summary>
    public double Amount { get; init; }

    /// <summary>New unit of a sensor, or null.</summary>
    public string? Unit { get; init; }

    /// <summary>Factor of a sensor's range alone; 1 leaves it.</summary>
    public double RangeFactor { get; init; } = 1;

    /// <summary>First sample at which it must be looked at: before <see cref="From"/> for what takes up a block, or hides a channel,
    /// earlier.</summary>
    public long Start { get; init; } = From;

    /// <summary>True when it was drawn, and gives way to what was written.</summary>
    public bool IsRandom { get; init; }

    /// <summary>Where it stands in its file.</summary>
    public string Path { get; init; } = "";

    /// <summary>What the truth says beside kind, time and place. Made once: the truth keeps texts by reference.</summary>
    public string Detail { get; init; } = "";

    /// <summary>True when both cannot happen: they act on the same thing at the same time.</summary>
    public bool Excludes(ScheduledFault other) => Start < other.To && other.Start < To && Traits.Scope == other.Traits.Scope && Traits.Scope switch
    {
        FaultScope.Stream => true,
        FaultScope.Clock => false,
        FaultScope.Machine when Kind == FaultKind.Tare || other.Kind == FaultKind.Tare => false,
        _ => Place.Meets(other.Place),
    };
}
