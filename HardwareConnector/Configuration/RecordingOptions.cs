using System.ComponentModel;

namespace HardwareConnector.Configuration;

/// <summary>What a source of type replay reads, and how fast. All of it is ignored by the other types.</summary>
public class RecordingOptions
{
    /// <summary>The journal's folder, or the state folder that it lies in. It is only read; a connector may go on writing there.</summary>
    [Description("folder of the recorded journal, or the state folder around it")]
    public string Folder { get; set; } = "";

    /// <summary>1 = as it was recorded, N = N times as fast (0.01 to 10,000), `max` = as fast as publisher and journal take it.</summary>
    [Description("speed of a replay: 1 = as recorded, N = N times as fast, max = as fast as it is taken")]
    public string Speed { get; set; } = "1";

    /// <summary>Name of the recorded stream; empty = the only one.</summary>
    [Description("recorded stream that is replayed; empty = the only one")]
    public string RecordedStream { get; set; } = "";

    /// <summary>Life of the recording connector that is replayed; 0 = all, one after the other.</summary>
    [Description("epoch that is replayed; 0 = all")]
    public long Epoch { get; set; }

    /// <summary>First sequence, or UTC time such as 2026-03-01T12:00:00; empty = from the beginning.</summary>
    [Description("first sequence or UTC time of a replay; empty = from the beginning")]
    public string From { get; set; } = "";

    /// <summary>Last sequence, or UTC time; empty = to the end.</summary>
    [Description("last sequence or UTC time of a replay; empty = to the end")]
    public string To { get; set; } = "";

    /// <summary>Begins when the first consumer is subscribed, which then has every block:
    /// without it a replay at `max` is over before one is there.</summary>
    [Description("true = a replay begins when the first consumer is subscribed")]
    public bool Await { get; set; }

    /// <summary>Begins again at the end. The rig then counts its samples anew.</summary>
    [Description("true = a replay begins again at its end")]
    public bool Loop { get; set; }
}
