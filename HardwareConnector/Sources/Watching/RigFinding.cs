namespace HardwareConnector.Sources.Watching;

/// <summary>What a rig can do wrong without breaking the link. Nothing of it is lost silently; docs/faults.md says what each means.</summary>
public enum RigFinding
{
    /// <summary>Blocks whose samples came before, or were declared lost already: dropped.</summary>
    Repeated,

    /// <summary>The sample counter went back, and counts on from there.</summary>
    CountedAnew,

    /// <summary>Blocks with fewer points than described.</summary>
    ShortBlocks,

    /// <summary>Blocks without a point.</summary>
    EmptyBlocks,

    /// <summary>Blocks that the rig itself called invalid by an error code: declared lost.</summary>
    ErrorCodes,

    /// <summary>The rig's clock was stepped against its sample counter.</summary>
    ClockSteps,

    /// <summary>A Count column went back: a counter that wrapped, or was reset.</summary>
    CountsBack,

    /// <summary>Blocks with a NaN or an infinity among their values.</summary>
    NonFiniteBlocks,

    /// <summary>Columns that stopped changing.</summary>
    Stuck,

    /// <summary>The rig described itself anew.</summary>
    Described,
}
