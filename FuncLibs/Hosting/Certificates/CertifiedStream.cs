using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.Certificates;

/// <summary>What became of one data stream in one epoch, from <see cref="First"/> to <see cref="Last"/>.</summary>
public sealed record CertifiedStream
{
    /// <summary>Where the connector publishes.</summary>
    public string Connector { get; init; } = "";

    /// <summary>The connector's installation.</summary>
    public Guid Publisher { get; init; }

    /// <summary>Number of the stream.</summary>
    public uint Stream { get; init; }

    /// <summary>Its name.</summary>
    public string Name { get; init; } = "";

    /// <summary>The life of the connector.</summary>
    public ulong Epoch { get; init; }

    /// <summary>First sequence of the account: the first one delivered; in epochs that began meanwhile 1.</summary>
    public ulong First { get; init; }

    /// <summary>Last sequence known to be published; <see cref="First"/> - 1 when there is none.</summary>
    public ulong Last { get; init; }

    /// <summary>Blocks delivered in order, each once, and readable.</summary>
    public long Received { get; init; }

    /// <summary>Part of <see cref="Received"/>: out of the connector's journal.</summary>
    public long Replayed { get; init; }

    /// <summary>Declared lost, by reason.</summary>
    public LostBlocks Lost { get; init; } = LostBlocks.None;

    /// <summary>Still waited for when the certificate was made.</summary>
    public long Missing { get; init; }

    /// <summary>Blocks that the rig's side lost before they had a number.</summary>
    public long LostBeforeSequence { get; init; }

    /// <summary>How often a live block came while earlier ones had not.</summary>
    public long Gaps { get; init; }

    /// <summary>
    /// Largest difference, in us, between the spacing of two consecutive live blocks as they came and as they were due (D of RFC 3550,
    /// 6.4.1, without its averaging).
    /// </summary>
    public double MaxJitterUs { get; init; }

    /// <summary>What is known of its end.</summary>
    public StreamEnd End { get; init; }

    /// <summary>
    /// SHA-256, in lower-case hexadecimal, over the CRC-32C of each delivered payload, little-endian, in order of delivery. Undecodable
    /// payloads are part of it.
    /// </summary>
    public string PayloadSha256 { get; init; } = "";

    /// <summary>Blocks from first to last.</summary>
    public long Expected => (long)(Last - First) + 1;

    /// <summary>What is neither received nor lost nor missing: 0, or the account does not close.</summary>
    public long SilentLoss => Expected - Received - Lost.Sum() - Missing;

    /// <summary>True when a block is lost, or may be.</summary>
    [JsonIgnore]
    public bool IsFlawed =>
        Lost.Sum() != 0 || Missing != 0 || SilentLoss != 0 || LostBeforeSequence != 0 || End == StreamEnd.TailUnknown;
}
