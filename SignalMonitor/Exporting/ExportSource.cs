using System.Collections.Immutable;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using SignalMonitor.Exporting.Tables;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Documents;

namespace SignalMonitor.Exporting;

/// <summary>What is exported: blocks of one stream, and the definitions of the recording they are in.</summary>
/// <param name="Recording">The journal.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Before">Blocks before the selected ones, over which calculated channels are computed first.</param>
/// <param name="Ranges">The selected blocks; at least one range.</param>
/// <param name="Definitions">Definitions of the recording; null for a journal without them.</param>
/// <param name="Document">What the recording is of; null for a journal.</param>
/// <param name="IsToNewest">Whether the selection ends with the newest block that there was.</param>
internal sealed record ExportSource(
    Recording Recording,
    uint Stream,
    ImmutableArray<FrameRange> Before,
    ImmutableArray<FrameRange> Ranges,
    VariableSet? Definitions,
    RecordingDocument? Document,
    bool IsToNewest)
{
    /// <summary>Opens a recording or a journal.</summary>
    /// <param name="options">Which blocks.</param>
    /// <param name="notes">Where remarks for the user go.</param>
    /// <param name="source">What is exported.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Open(ExportVerbOptions options, TextWriter notes, out ExportSource? source)
    {
        source = null;
        if (Recording.Open(options.Source, out Recording? recording) is { } noJournal)
            return noJournal;
        if (recording!.FindStream(options.Stream, out StreamExtent[] kept) is { } noStream)
            return noStream;
        if (RecordedRanges.Select(
            recording, kept, options.Epoch, options.From, options.To, out ImmutableArray<FrameRange> ranges)
            is { } noRange)
            return noRange;
        if (ReadDocument(options.Source, out RecordingDocument? document) is { } noDocument)
            return noDocument;
        VariableSet? definitions = document is null ? null : ReadDefinitions(options.Source, document, notes);
        bool isCalculated = definitions is not null && definitions.EnabledVariables
            .Any(variable => ExportSelection.IsAny(options.Channels, variable.Name));
        ImmutableArray<FrameRange> before = isCalculated ? BeforeOf(kept, ranges[0]) : [];
        bool isToNewest = options is { To: null, Epoch: null };
        source = new ExportSource(recording, kept[0].Stream, before, ranges, definitions, document, isToNewest);
        return null;
    }

    /// <summary>The same blocks as an export that was interrupted had.</summary>
    /// <param name="checkpoint">What it left.</param>
    /// <param name="source">These blocks.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public string? Resume(ExportCheckpoint checkpoint, out ExportSource source)
    {
        const string Again = "begin again with --restart";
        source = this with { Before = checkpoint.Before, Ranges = checkpoint.Ranges };
        if (checkpoint.Publisher != Recording.Publisher)
            return $"--resume: the interrupted export was of another source, by {checkpoint.Publisher}; {Again}";
        if (checkpoint.Definitions != DefinitionsChecksum)
            return "--resume: the definitions of the calculated channels are not those of the interrupted export; "
                + Again;
        foreach (FrameRange range in source.Before.AddRange(source.Ranges))
        {
            if (!Recording.Has(range))
                return $"--resume: the source has no longer sequences {range.From} to {range.To} of epoch "
                    + $"{range.Epoch}, of which the interrupted export was; {Again}";
        }

        return source.Ranges.IsEmpty ? $"--resume: the interrupted export was of no block; {Again}" : null;
    }

    /// <summary>A remark on blocks that came after the selection was made; null = none, or none were asked
    /// for.</summary>
    public string? FindGrowth()
    {
        FrameRange last = Ranges[^1];
        bool hasGrown = IsToNewest && Recording.Open(Recording.Path, out Recording? now) is null
            && now!.Extents.Any(extent => extent.Stream == last.Stream
                && (extent.Epoch > last.Epoch || (extent.Epoch == last.Epoch && extent.Last > last.To)));
        return !hasGrown ? null
            : $"the source grew meanwhile: the export ends with sequence {last.To} of epoch {last.Epoch}, the newest "
                + "block when it began";
    }

    /// <summary>Checksum of the definitions; empty without any.</summary>
    public string DefinitionsChecksum => Definitions is null ? "" : Convert.ToHexString(SHA256.HashData(
        Encoding.UTF8.GetBytes(DocumentFile.Encode(VariablesDocument.From(Definitions)))));

    /// <summary>What is known of the test, by name.</summary>
    /// <param name="stream">Name of the stream.</param>
    public ImmutableArray<KeyValuePair<string, object>> Properties(string stream)
    {
        ImmutableArray<KeyValuePair<string, object>>.Builder all =
            ImmutableArray.CreateBuilder<KeyValuePair<string, object>>();
        Add("created_by", "SignalMonitor export");
        Add("stream", stream);
        Add("publisher", Recording.Publisher.ToString());
        if (Document is null)
            return all.ToImmutable();
        RecordedRun run = Document.Run;
        Add("station", Document.Station);
        Add("run", run.Name);
        Add("operator", run.Operator);
        Add("specimen", run.Specimen);
        Add("l0_mm", run.L0Mm);
        Add("s0_mm2", run.S0Mm2);
        Add("control_mode", run.ControlMode);
        Add("started_utc", run.StartedUtc.ToString("O", CultureInfo.InvariantCulture));
        Add("stopped_utc", run.StoppedUtc?.ToString("O", CultureInfo.InvariantCulture));
        Add("note", run.Note);
        return all.ToImmutable();

        void Add(string name, object? value)
        {
            if (value is not null)
                all.Add(new KeyValuePair<string, object>(name, value));
        }
    }

    private static string? ReadDocument(string folder, out RecordingDocument? document)
    {
        document = null;
        if (!RecordingDocument.IsIn(folder))
            return null;
        document = RecordingDocument.Read(folder, out string? fault);
        return fault;
    }

    private static VariableSet ReadDefinitions(string folder, RecordingDocument document, TextWriter notes)
    {
        List<string> unread = [];
        VariableSet definitions = RecordedDefinitions.Read(folder, document, unread);
        foreach (string note in unread)
            notes.WriteLine(note);
        return definitions;
    }

    private static ImmutableArray<FrameRange> BeforeOf(StreamExtent[] kept, FrameRange first) =>
    [
        .. kept.Select(extent => new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last))
            .Where(range => range.Epoch < first.Epoch || (range.Epoch == first.Epoch && range.From < first.From))
            .Select(range => range.Epoch == first.Epoch ? range with { To = first.From - 1 } : range),
    ];
}
