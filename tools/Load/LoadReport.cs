using System.Text.Json.Serialization;

namespace Tools.Load;

/// <summary>How a load run went; the document of `--out`.</summary>
public sealed record LoadReport
{
    /// <summary>Name of the preset.</summary>
    public required string Preset { get; init; }

    /// <summary>Blocks a second that each rig was to make.</summary>
    public required double BlocksPerSecond { get; init; }

    /// <summary>Seconds that were asked for; 0 = until it is stopped.</summary>
    public required double AskedSeconds { get; init; }

    /// <summary>Seconds from the common start to the end of the last rig.</summary>
    public required double Seconds { get; init; }

    /// <summary>Whether it was stopped before its time.</summary>
    public required bool EndedEarly { get; init; }

    /// <summary>From which lateness on a block counts as late, us: half a period.</summary>
    public required double LateAfterUs { get; init; }

    /// <summary>Cores of the machine.</summary>
    public required int Cores { get; init; }

    /// <summary>All rigs together; its share of a core is that of the whole process.</summary>
    public required RigLoad Total { get; init; }

    /// <summary>Each rig.</summary>
    public required IReadOnlyList<RigLoad> Rigs { get; init; }
}

/// <summary>Generated JSON of the report: the simulator writes what the benchmarks read.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(LoadReport))]
public sealed partial class LoadJson : JsonSerializerContext;
