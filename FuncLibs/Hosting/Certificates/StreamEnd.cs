using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.Certificates;

/// <summary>What is known of the end of an epoch.</summary>
public enum StreamEnd
{
    /// <summary>It has not ended, or nobody said so.</summary>
    [JsonStringEnumMemberName("open")]
    Open,

    /// <summary>A clean stop: the connector's last heartbeat named the last block.</summary>
    [JsonStringEnumMemberName("clean")]
    Clean,

    /// <summary>The connector died, or its last heartbeat was not heard; its next life named the last block exactly.</summary>
    [JsonStringEnumMemberName("closed")]
    Closed,

    /// <summary>
    /// The machine died: up to one commit interval of blocks may have been published that nobody knows of. Or the
    /// connector does not know
    /// the epoch any more, as after an older backup: any number may have been published behind the last known block.
    /// </summary>
    [JsonStringEnumMemberName("tailUnknown")]
    TailUnknown,
}
