namespace Simulator.Faults;

/// <summary>What a fault acts on. Faults of one scope and place cannot overlap in time.</summary>
public enum FaultScope
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>The series of blocks, or the link: whole blocks.</summary>
    Stream,

    /// <summary>The values of a channel, sample by sample.</summary>
    Signal,

    /// <summary>The Count column of a channel, sample by sample.</summary>
    Counter,

    /// <summary>The due times; these add up.</summary>
    Clock,

    /// <summary>What the rig says of a channel: from a block on.</summary>
    Description,

    /// <summary>The machine itself: from a block on.</summary>
    Machine,
}

/// <summary>What a fault needs to be told of its place.</summary>
public enum FaultPlace
{
    /// <summary>Nothing.</summary>
    Rig,

    /// <summary>A channel.</summary>
    Channel,

    /// <summary>The last channel of a group that has more than one.</summary>
    LastChannel,

    /// <summary>A servo channel.</summary>
    Axis,

    /// <summary>A servo or temperature channel: one with a Count column.</summary>
    Counted,

    /// <summary>A channel; all its values, or those of the sensor that is named.</summary>
    Values,

    /// <summary>A channel and one of its columns.</summary>
    Sensor,

    /// <summary>A servo channel and one of its sensors.</summary>
    AxisSensor,
}

/// <summary>How long a fault lasts when its file does not say.</summary>
public enum FaultLength
{
    /// <summary>It has no length, and may not be given one.</summary>
    Moment,

    /// <summary>One block.</summary>
    Block,

    /// <summary>Two seconds.</summary>
    TwoSeconds,

    /// <summary>To the end of the run.</summary>
    Open,
}

/// <summary>The number that a fault takes beside place and time.</summary>
/// <param name="Key">Its key in the file.</param>
/// <param name="Default">What it is when the file does not say.</param>
/// <param name="Min">Least.</param>
/// <param name="Max">Greatest.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="IsWhole">True when it is a whole number.</param>
public sealed record FaultAmount(string Key, double Default, double Min, double Max, string Unit, bool IsWhole = false);

/// <summary>What is to be known of a kind of fault.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Name">Its name in files and in the truth.</param>
/// <param name="Scope">What it acts on.</param>
/// <param name="Place">What it needs to be told.</param>
/// <param name="Length">How long it lasts when nothing is said.</param>
/// <param name="Amount">The number that it takes, or null.</param>
/// <param name="MayBeRandom">False when a random one would make no sense.</param>
public sealed record FaultTraits(
    FaultKind Kind, string Name, FaultScope Scope, FaultPlace Place, FaultLength Length, FaultAmount? Amount = null, bool MayBeRandom = true);
