using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using SignalMonitor.Exporting.Tables;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Exporting;

/// <summary>What is exported: blocks of one stream, and the definitions of the recording they are in.</summary>
/// <param name="Recording">The journal.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Before">Blocks before the selected ones, over which calculated channels are computed first.</param>
/// <param name="Ranges">The selected blocks; at least one range.</param>
/// <param name="Definitions">Definitions of the recording; null for a journal without them.</param>
internal sealed record ExportSource(
    Recording Recording,
    uint Stream,
    ImmutableArray<FrameRange> Before,
    ImmutableArray<FrameRange> Ranges,
    VariableSet? Definitions)
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
        if (ReadDefinitions(options.Source, notes, out VariableSet? definitions) is { } noDefinitions)
            return noDefinitions;
        bool isCalculated = definitions is not null && definitions.EnabledVariables
            .Any(variable => ExportSelection.IsAny(options.Channels, variable.Name));
        ImmutableArray<FrameRange> before = isCalculated ? BeforeOf(kept, ranges[0]) : [];
        source = new ExportSource(recording, kept[0].Stream, before, ranges, definitions);
        return null;
    }

    private static string? ReadDefinitions(string folder, TextWriter notes, out VariableSet? definitions)
    {
        definitions = null;
        if (!RecordingDocument.IsIn(folder))
            return null;
        if (RecordingDocument.Read(folder, out string? fault) is not { } document)
            return fault;
        List<string> unread = [];
        definitions = RecordedDefinitions.Read(folder, document, unread);
        foreach (string note in unread)
            notes.WriteLine(note);
        return null;
    }

    private static ImmutableArray<FrameRange> BeforeOf(StreamExtent[] kept, FrameRange first) =>
    [
        .. kept.Select(extent => new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last))
            .Where(range => range.Epoch < first.Epoch || (range.Epoch == first.Epoch && range.From < first.From))
            .Select(range => range.Epoch == first.Epoch ? range with { To = first.From - 1 } : range),
    ];
}
