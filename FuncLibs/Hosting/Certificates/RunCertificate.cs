using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.Certificates;

/// <summary>
/// The statement of a monitor about a run: how many blocks were published, the outcome of each, and a digest that ties
/// the statement to the bytes. Every total can be checked against the entries, and every entry against the connector's
/// journal.
/// </summary>
public sealed record RunCertificate
{
    /// <summary>The format version that this code writes, and the newest that it reads.</summary>
    public const int NewestFormat = 1;

    /// <summary>Format version.</summary>
    public int Format { get; init; } = NewestFormat;

    /// <summary>Time of creation.</summary>
    [JsonPropertyName("made")]
    public DateTimeOffset Created { get; init; }

    /// <summary>Program and version that created it.</summary>
    public string Program { get; init; } = "";

    /// <summary>The machine.</summary>
    public string Host { get; init; } = "";

    /// <summary>False while the monitor runs, and after it was killed.</summary>
    public bool Final { get; init; }

    /// <summary>One entry for each stream and epoch, in order.</summary>
    public IReadOnlyList<CertifiedStream> Streams { get; init; } = [];

    /// <summary>Clock offsets of the connectors, as far as measured.</summary>
    public IReadOnlyList<CertifiedClock> Clocks { get; init; } = [];

    /// <summary>
    /// SHA-256 of this document with an empty seal. It detects damage and accidental edits; it is not a signature with
    /// a key.
    /// </summary>
    public string Seal { get; init; } = "";

    /// <summary>The verdict.</summary>
    public CertificateVerdict Verdict =>
        Streams.Count == 0 ? CertificateVerdict.Empty
        : Streams.Any(stream => stream.IsFlawed) ? CertificateVerdict.Incomplete
        : Final && Streams.All(stream => stream.End != StreamEnd.Open) ? CertificateVerdict.Complete
        : CertificateVerdict.Open;

    /// <summary>Blocks published from the first one on.</summary>
    public long Expected => Streams.Sum(stream => stream.Expected);

    /// <summary>Blocks delivered.</summary>
    public long Received => Streams.Sum(stream => stream.Received);

    /// <summary>Part of <see cref="Received"/>: from the journal.</summary>
    public long Replayed => Streams.Sum(stream => stream.Replayed);

    /// <summary>Declared lost, by reason.</summary>
    public LostBlocks Lost => Streams.Aggregate(LostBlocks.None, (sum, stream) => sum.Plus(stream.Lost));

    /// <summary>Not received yet and not declared lost.</summary>
    public long Missing => Streams.Sum(stream => stream.Missing);

    /// <summary>0; any other value is an accounting error.</summary>
    public long SilentLoss => Streams.Sum(stream => stream.SilentLoss);

    /// <summary>Lost on the rig's side.</summary>
    public long LostBeforeSequence => Streams.Sum(stream => stream.LostBeforeSequence);

    /// <summary>Number of times a live block was late or missing.</summary>
    public long Gaps => Streams.Sum(stream => stream.Gaps);

    /// <summary>Largest jitter, us.</summary>
    public double MaxJitterUs => Streams.Select(stream => stream.MaxJitterUs).DefaultIfEmpty().Max();
}

/// <summary>Outcome of one data stream in one epoch, from <see cref="First"/> to <see cref="Last"/>.</summary>
public sealed record CertifiedStream
{
    /// <summary>Address of the connector's data socket.</summary>
    public string Connector { get; init; } = "";

    /// <summary>The connector's installation.</summary>
    public Guid Publisher { get; init; }

    /// <summary>Number of the stream.</summary>
    public uint Stream { get; init; }

    /// <summary>Its name.</summary>
    public string Name { get; init; } = "";

    /// <summary>Epoch of the connector.</summary>
    public ulong Epoch { get; init; }

    /// <summary>
    /// First sequence of the account: the first one delivered; 1 in epochs that began during the run.
    /// </summary>
    public ulong First { get; init; }

    /// <summary>Last sequence known to be published; <see cref="First"/> - 1 when there is none.</summary>
    public ulong Last { get; init; }

    /// <summary>Blocks delivered in order, each once, and decodable.</summary>
    public long Received { get; init; }

    /// <summary>Part of <see cref="Received"/>: from the connector's journal.</summary>
    public long Replayed { get; init; }

    /// <summary>Declared lost, by reason.</summary>
    public LostBlocks Lost { get; init; } = LostBlocks.None;

    /// <summary>Not received and not declared lost when the certificate was created.</summary>
    public long Missing { get; init; }

    /// <summary>Blocks lost on the rig's side before they had a sequence.</summary>
    public long LostBeforeSequence { get; init; }

    /// <summary>Number of live blocks that arrived before earlier ones.</summary>
    public long Gaps { get; init; }

    /// <summary>
    /// Largest difference in us between the arrival spacing and the due spacing of two consecutive live blocks (D of
    /// RFC 3550, 6.4.1, without its averaging).
    /// </summary>
    public double MaxJitterUs { get; init; }

    /// <summary>How the epoch ended.</summary>
    public StreamEnd End { get; init; }

    /// <summary>
    /// SHA-256, in lower-case hexadecimal, over the CRC-32C of each delivered payload, little-endian, in order of
    /// delivery. Undecodable payloads are included.
    /// </summary>
    public string PayloadSha256 { get; init; } = "";

    /// <summary>Blocks from first to last.</summary>
    public long Expected => (long)(Last - First) + 1;

    /// <summary>Blocks neither received nor lost nor missing: 0; any other value is an accounting error.</summary>
    public long SilentLoss => Expected - Received - Lost.Sum() - Missing;

    /// <summary>True when a block is lost, or may be.</summary>
    [JsonIgnore]
    public bool IsFlawed =>
        Lost.Sum() != 0 || Missing != 0 || SilentLoss != 0 || LostBeforeSequence != 0 || End == StreamEnd.TailUnknown;
}

/// <summary>Offset of a connector's clock from the monitor's, with its uncertainty.</summary>
/// <param name="Connector">Address of the connector's data socket.</param>
/// <param name="OffsetUs">Connector minus monitor, us.</param>
/// <param name="BoundUs">Uncertainty: the true offset is within plus or minus this, us.</param>
public sealed record CertifiedClock(string Connector, double OffsetUs, double BoundUs);

/// <summary>Blocks that were declared lost, by reason.</summary>
/// <param name="Gap">Later blocks arrived, these did not, and there was no journal to query.</param>
/// <param name="Tail">The connector reported them as published; they did not arrive.</param>
/// <param name="UncleanStop">The connector began a new epoch before they arrived.</param>
/// <param name="Gone">The connector's journal does not have them, or no longer.</param>
/// <param name="Unanswered">The connector was online all the time, but did not deliver them.</param>
/// <param name="Undecodable">They arrived, but could not be decoded.</param>
public sealed record LostBlocks(
    [property: JsonPropertyName("hole")] long Gap,
    long Tail,
    long UncleanStop,
    long Gone,
    long Unanswered,
    long Undecodable)
{
    /// <summary>No losses.</summary>
    public static LostBlocks None { get; } = new(0, 0, 0, 0, 0, 0);

    /// <summary>The total over all reasons.</summary>
    public long Sum() => Gap + Tail + UncleanStop + Gone + Unanswered + Undecodable;

    /// <summary>The sums by reason.</summary>
    public LostBlocks Plus(LostBlocks other) => new(
        Gap + other.Gap,
        Tail + other.Tail,
        UncleanStop + other.UncleanStop,
        Gone + other.Gone,
        Unanswered + other.Unanswered,
        Undecodable + other.Undecodable);
}

/// <summary>How an epoch ended.</summary>
public enum StreamEnd
{
    /// <summary>It has not ended, or its end was not reported.</summary>
    [JsonStringEnumMemberName("open")]
    Open,

    /// <summary>A clean stop: the connector's last heartbeat named the last block.</summary>
    [JsonStringEnumMemberName("clean")]
    Clean,

    /// <summary>
    /// The connector stopped uncleanly, or its last heartbeat was not received; its next run reported the last block
    /// exactly.
    /// </summary>
    [JsonStringEnumMemberName("closed")]
    Closed,

    /// <summary>
    /// After a power cut, up to one commit interval of published blocks may be unknown. Or the connector has no record
    /// of the epoch, as after an older backup: any number of blocks may have been published after the last known one.
    /// </summary>
    [JsonStringEnumMemberName("tailUnknown")]
    TailUnknown,
}
