using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Derived;

/// <summary>Signal variables as streams of their own, for other programs.</summary>
public sealed class DerivedOptions
{
    /// <summary>
    /// Where they are published: tcp on loopback, or ipc, with keys any address; empty: nowhere. Port 0 = any free one.
    /// </summary>
    [Description("where signal variables are published as S frames: tcp on loopback, or ipc, with keys any address; "
        + "empty = nowhere")]
    public string Endpoint { get; set; } = "";

    /// <summary>The site in their topics.</summary>
    [Description("site in the topics of published variables")]
    [Required]
    public string Site { get; set; } = "derived";

    /// <summary>The rig in their topics.</summary>
    [Description("rig in the topics of published variables")]
    [Required]
    public string Rig { get; set; } = "monitor";

    /// <summary>
    /// Blocks that may wait for the publishing thread, a power of two from 2 to 4096. When it is full a derived block
    /// is dropped: its number is a gap that every subscriber sees. Computation never waits.
    /// </summary>
    [Description("derived blocks between computation and publishing; a power of two")]
    [Range(2, 4096)]
    public int QueueBlocks { get; set; } = 256;
}
