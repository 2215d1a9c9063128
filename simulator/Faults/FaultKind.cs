namespace Simulator.Faults;

/// <summary>What can go wrong with a rig, its sensors and its link; <see cref="FaultKinds"/> has the name and the parameters of each.</summary>
public enum FaultKind
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>Blocks are never sent.</summary>
    Gap,

    /// <summary>Blocks are sent twice.</summary>
    Duplicate,

    /// <summary>A block is sent behind later ones.</summary>
    Reordered,

    /// <summary>A block of the past is sent once more, with its old index and due time.</summary>
    Stale,

    /// <summary>Blocks are shorter than described, or empty; the samples that were cut are never sent.</summary>
    VarLength,

    /// <summary>The header says that the rig's buffer is full, with an error code.</summary>
    Overflow,

    /// <summary>Values are NaN.</summary>
    Nan,

    /// <summary>Values are infinite.</summary>
    Inf,

    /// <summary>Values stay what they were at the first sample.</summary>
    Stuck,

    /// <summary>The Count column goes on from just below 2^24 and wraps.</summary>
    Wrap24,

    /// <summary>The Count column goes on from just below 2^32 and wraps.</summary>
    Wrap32,

    /// <summary>The rig's clock is stepped.</summary>
    ClockStep,

    /// <summary>Values drift away.</summary>
    Drift,

    /// <summary>The rig's clock runs at another rate.</summary>
    ClockDrift,

    /// <summary>The link is down.</summary>
    Offline,

    /// <summary>The link closes and the sample counter begins at 0.</summary>
    Restart,

    /// <summary>A channel that was not there joins, by a new hello.</summary>
    AddChannel,

    /// <summary>A channel leaves, by a new hello.</summary>
    RemoveChannel,

    /// <summary>A sensor changes its unit or range, by a new hello.</summary>
    Unit,

    /// <summary>A sensor is set to zero where it is.</summary>
    Tare,

    /// <summary>An axis is held by its interlock.</summary>
    Interlock,

    /// <summary>The pressure of an axis is cut.</summary>
    EStop,

    /// <summary>Nothing is sent for a while, then all that waited.</summary>
    Stall,
}
