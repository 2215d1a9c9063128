namespace Tools.Load;

/// <summary>
/// The account of one rig, or of all. Each block that was due is one of sent, dropped, unserved and never made; and it was made within a
/// period, or missed.
/// </summary>
public sealed record RigLoad
{
    /// <summary>`rig01` and so on; `total`.</summary>
    public required string Name { get; init; }

    /// <summary>Where it listened; empty for the total.</summary>
    public string Endpoint { get; init; } = "";

    /// <summary>Its seed; 0 for the total.</summary>
    public long Seed { get; init; }

    /// <summary>Blocks whose time came within the run.</summary>
    public required long Due { get; init; }

    /// <summary>Given to the client's queue.</summary>
    public required long Sent { get; init; }

    /// <summary>Refused by the client's full queue.</summary>
    public required long Dropped { get; init; }

    /// <summary>Due while there was no client.</summary>
    public required long Unserved { get; init; }

    /// <summary>Not made, as the rig was too far behind at the end.</summary>
    public required long Never { get; init; }

    /// <summary>More than half a period after their time, missed ones among them.</summary>
    public required long Late { get; init; }

    /// <summary>A period or more after their time, those never made among them.</summary>
    public required long Missed { get; init; }

    /// <summary>Frames of those sent that the client had not taken at the end.</summary>
    public required int Waiting { get; init; }

    /// <summary>Lateness by the intended time, us, of those that were made.</summary>
    public required LatenessUs LatenessUs { get; init; }

    /// <summary>Share of one core, 0 to 1: of the block thread; of the whole process for the total.</summary>
    public required double CpuShare { get; init; }
}
