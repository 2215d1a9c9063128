using System.Text.Json.Serialization;

namespace SignalMonitor.Sharing;

/// <summary>What a monitor does about a shared station.</summary>
internal enum SharedState
{
    /// <summary>It does not take part now; the fault says why.</summary>
    Waiting,

    /// <summary>Another monitor computes it, and this one waits for it.</summary>
    Standby,

    /// <summary>This monitor took it, and its process starts.</summary>
    Starting,

    /// <summary>This monitor computes it.</summary>
    Computing,

    /// <summary>This monitor gives it back, and its process ends.</summary>
    Stopping,
}

/// <summary>One shared station as a monitor sees it; `/health` of the verb `share` has it.</summary>
/// <param name="Station">Site/rig.</param>
/// <param name="State">What this monitor does about it.</param>
/// <param name="Candidates">Monitors that take part in it, this one included; 0 = unknown.</param>
/// <param name="Generation">How many times it was taken; 0 = never, or unknown.</param>
/// <param name="Holder">Machine that took it last; null = unknown.</param>
/// <param name="Page">Its page there; null = none yet, or unknown.</param>
/// <param name="Process">Id of the process of this monitor that computes it; null without one.</param>
/// <param name="Fault">What is wrong, in one line; null for nothing.</param>
internal sealed record SharedStationStatus(
    string Station,
    [property: JsonConverter(typeof(JsonStringEnumConverter<SharedState>))] SharedState State,
    int Candidates,
    long Generation,
    string? Holder,
    string? Page,
    int? Process,
    string? Fault);
