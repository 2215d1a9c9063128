using System.Collections.Immutable;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using HardwareConnector.Configuration;

namespace HardwareConnector.Sources.Recordings;

/// <summary>The blocks of a recording to play: of one stream, a range of each of its epochs.</summary>
/// <param name="Recording">The journal that has them.</param>
/// <param name="Ranges">The ranges, oldest first; at least one, none empty.</param>
/// <param name="Speed">The speed.</param>
/// <param name="FromTheBeginning">True when the ranges begin with the recording.</param>
public sealed record RecordingSelection(
    RecordedJournal Recording, ImmutableArray<FrameRange> Ranges, ReplaySpeed Speed, bool FromTheBeginning)
{
    private const string AllowedStream = "one of these streams, of which `HardwareConnector journal info` lists the "
        + "blocks in the journal of a connector, and `SignalMonitor recording info` those in the recording of a test run";

    /// <summary>Number of the stream in the recording.</summary>
    public uint Stream => Ranges[0].Stream;

    /// <summary>
    /// Creates the selection of a source; null if it is invalid, with the option and the reason in <paramref
    /// name="fault"/>.
    /// </summary>
    public static RecordingSelection? Create(
        RecordedFolder folder, RecordingOptions options, out SelectionFault? fault)
    {
        fault = null;
        if (!ReplaySpeed.TryParse(options.Speed, out ReplaySpeed speed))
            fault = new SelectionFault(nameof(options.Speed), $"'{options.Speed}' is no speed", ReplaySpeed.Allowed);
        else if (folder.FindStream(options.RecordedStream, out RecordedJournal? recording, out StreamExtent[] kept)
            is { } unknown)
            fault = new SelectionFault(nameof(options.RecordedStream), unknown, AllowedStream);
        else if (Select(recording!, kept, options, out ImmutableArray<FrameRange> ranges) is { } wrong)
            fault = wrong;
        else
            return new RecordingSelection(recording!, ranges, speed, options.From.Length == 0);
        return null;
    }

    private static SelectionFault? Select(
        RecordedJournal recording, StreamExtent[] kept, RecordingOptions options, out ImmutableArray<FrameRange> ranges)
    {
        using RangeReader reader = recording.NewReader();
        ranges = [.. kept.Where(extent => options.Epoch == 0 || extent.Epoch == (ulong)options.Epoch)
            .Select(extent => new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last))];
        ImmutableArray<FrameRange> all = ranges;
        string epochs = string.Join(", ", kept.Select(extent => extent.Epoch));
        if (ranges.IsEmpty)
            return new SelectionFault(
                nameof(options.Epoch), $"epoch {options.Epoch} is not recorded there", $"one of {epochs}; 0 = all");
        foreach ((string key, string text, bool isFrom) in new[] { (
            nameof(options.From), options.From, true), (nameof(options.To), options.To, false) })
        {
            if (text.Length == 0)
                continue;
            if (!RecordedPosition.TryParse(text, out RecordedPosition position))
                return new SelectionFault(key, $"'{text}' is no place in a recording", RecordedPosition.Allowed);
            if (position.IsSequence && ranges.Length > 1)
                return new SelectionFault(
                    key, $"sequence {text} is in {ranges.Length} epochs", $"with it, an Epoch: one of {epochs}");
            ImmutableArray<FrameRange> cut = position.Cut(reader, ranges, isFrom);
            if (cut.IsEmpty)
                return new SelectionFault(
                    key, $"nothing is recorded there {(isFrom ? "from" : "up to")} {text}", Extent(ranges));
            ranges = cut;
        }

        return BlockTimes.HasAny(reader, ranges) ? null : new SelectionFault(
            nameof(options.From), "nothing is recorded there in this selection: it is within a gap", Extent(all));
    }

    private static string Extent(ImmutableArray<FrameRange> ranges) =>
        string.Join("; ", ranges.Select(range => $"sequences {range.From} to {range.To} of epoch {range.Epoch}"));
}

/// <summary>The fault of an option of a replay.</summary>
/// <param name="Option">Name of the option.</param>
/// <param name="What">What is wrong with it.</param>
/// <param name="Allowed">What is allowed.</param>
public sealed record SelectionFault(string Option, string What, string Allowed);

/// <summary>Checks that each recording can be played, and that a replay cannot be mistaken for live data.</summary>
public sealed class RecordingCheck : IOptionsCheck<ConnectorOptions>
{
    private const string AllowedFolder = "the journal folder of a connector, the state folder around it, or the "
        + "recording of a test run";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        ReplaySet recordings = new(options);
        if (!recordings.Any)
            yield break;
        if (!options.Sources.All(ReplaySet.IsReplay))
            yield return new OptionFault(
                "Sources",
                "some replay and some are live",
                "sources that all replay, or none: start another connector for the rest");
        for (int i = 0; i < options.Sources.Length; i++)
        {
            if (!ReplaySet.IsReplay(options.Sources[i]))
                continue;
            foreach (OptionFault fault in Check(options, recordings, i))
                yield return fault;
        }
    }

    private static IEnumerable<OptionFault> Check(ConnectorOptions options, ReplaySet recordings, int number)
    {
        SourceOptions source = options.Sources[number];
        if (recordings.Open(source, out string? unplayable) is not { } recording)
        {
            yield return new OptionFault($"Sources:{number}:Folder", unplayable!, AllowedFolder);
            yield break;
        }

        string own = Path.GetFullPath(options.Journal.In(options.State.Folder));
        if (recording.Journals.Any(journal => journal.Folder == own))
            yield return new OptionFault(
                $"Sources:{number}:Folder",
                $"{own} is where this connector records",
                "another Journal:Folder or State:Folder");
        if ((options.Site, recordings.Rig) == (recording.Newest.Site, recording.Newest.Rig))
        {
            string what = $"'{recordings.Rig}' at site '{options.Site}' is the rig that was recorded; a replay must "
                + $"not look like it";
            yield return new OptionFault(
                "Rig", what, $"another name, for example '{Shown(recording.Newest.Rig)}', or another Site");
        }

        if (RecordingSelection.Create(recording, source, out SelectionFault? wrong) is null)
            yield return new OptionFault($"Sources:{number}:{wrong!.Option}", wrong.What, wrong.Allowed);
    }

    private static string Shown(string rig) =>
        rig.Length + ReplaySet.RigEnding.Length <= StreamNaming.MaxNameLength ? rig + ReplaySet.RigEnding : "replay";
}
