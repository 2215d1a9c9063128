using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.Certificates;

/// <summary>
/// What a monitor signs for a run: how many blocks were published, what became of each, and a digest that ties the statement to the bytes.
/// Every total can be checked against the entries, and every entry against the connector's journal.
/// </summary>
public sealed record RunCertificate
{
    /// <summary>The version of this shape that this code writes, and the newest it reads.</summary>
    public const int NewestFormat = 1;

    /// <summary>Version of this shape.</summary>
    public int Format { get; init; } = NewestFormat;

    /// <summary>When it was made.</summary>
    public DateTimeOffset Made { get; init; }

    /// <summary>Program and version that made it.</summary>
    public string Program { get; init; } = "";

    /// <summary>The machine.</summary>
    public string Host { get; init; } = "";

    /// <summary>False while the monitor runs, and after it was killed.</summary>
    public bool Final { get; init; }

    /// <summary>One entry for each stream and epoch, in order.</summary>
    public IReadOnlyList<CertifiedStream> Streams { get; init; } = [];

    /// <summary>Clocks of the connectors, where they were asked.</summary>
    public IReadOnlyList<CertifiedClock> Clocks { get; init; } = [];

    /// <summary>SHA-256 of this document with an empty seal. It finds damage and careless editing; it is no signature with a key.</summary>
    public string Seal { get; init; } = "";

    /// <summary>What it comes to.</summary>
    public CertificateVerdict Verdict =>
        Streams.Count == 0 ? CertificateVerdict.Empty
        : Streams.Any(stream => stream.IsFlawed) ? CertificateVerdict.Incomplete
        : Final && Streams.All(stream => stream.End != StreamEnd.Open) ? CertificateVerdict.Complete
        : CertificateVerdict.Open;

    /// <summary>Blocks that were published from the first one on.</summary>
    public long Expected => Streams.Sum(stream => stream.Expected);

    /// <summary>Blocks that were delivered.</summary>
    public long Received => Streams.Sum(stream => stream.Received);

    /// <summary>Part of <see cref="Received"/>: out of the journal.</summary>
    public long Replayed => Streams.Sum(stream => stream.Replayed);

    /// <summary>Declared lost, by reason.</summary>
    public LostBlocks Lost => Streams.Aggregate(LostBlocks.None, (sum, stream) => sum.Plus(stream.Lost));

    /// <summary>Still waited for.</summary>
    public long Missing => Streams.Sum(stream => stream.Missing);

    /// <summary>0, or the account does not close.</summary>
    public long SilentLoss => Streams.Sum(stream => stream.SilentLoss);

    /// <summary>Lost on the rig's side.</summary>
    public long LostBeforeSequence => Streams.Sum(stream => stream.LostBeforeSequence);

    /// <summary>How often live blocks were late or missing.</summary>
    public long Gaps => Streams.Sum(stream => stream.Gaps);

    /// <summary>Largest jitter, us.</summary>
    public double MaxJitterUs => Streams.Select(stream => stream.MaxJitterUs).DefaultIfEmpty().Max();
}

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

/// <summary>How far the connector's clock is ahead of the monitor's, and how well that is known.</summary>
/// <param name="Connector">Where the connector publishes.</param>
/// <param name="OffsetUs">Connector minus monitor, us.</param>
/// <param name="BoundUs">The true offset lies within plus or minus this, us.</param>
public sealed record CertifiedClock(string Connector, double OffsetUs, double BoundUs);

/// <summary>Blocks that were declared lost, by reason.</summary>
/// <param name="Hole">Later blocks came, these did not, and there was no journal to ask.</param>
/// <param name="Tail">The connector said that it had published them; they did not come.</param>
/// <param name="UncleanStop">The connector began a new life before they came.</param>
/// <param name="Gone">The connector's journal does not have them, or not any more.</param>
/// <param name="Unanswered">The connector was heard all the time, but did not give them.</param>
/// <param name="Undecodable">They came, and could not be read.</param>
public sealed record LostBlocks(long Hole, long Tail, long UncleanStop, long Gone, long Unanswered, long Undecodable)
{
    /// <summary>None.</summary>
    public static LostBlocks None { get; } = new(0, 0, 0, 0, 0, 0);

    /// <summary>All of them.</summary>
    public long Sum() => Hole + Tail + UncleanStop + Gone + Unanswered + Undecodable;

    /// <summary>Adds up, reason by reason.</summary>
    public LostBlocks Plus(LostBlocks other) => new(
        Hole + other.Hole,
        Tail + other.Tail,
        UncleanStop + other.UncleanStop,
        Gone + other.Gone,
        Unanswered + other.Unanswered,
        Undecodable + other.Undecodable);
}

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
