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
