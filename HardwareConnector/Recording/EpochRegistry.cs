using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Hosting;
using FuncLibs.Hosting.State;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace HardwareConnector.Recording;

/// <summary>
/// The closed epochs of this publisher with the last sequence of each stream, from the position file of the last one
/// and from its journal. Kept in a file of the state folder, because journals are removed. Immutable after creation.
/// </summary>
public sealed class EpochRegistry
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "epochs.json";

    /// <summary>
    /// Highest number of entries of epochs that the journal no longer holds; the oldest epochs are removed first, each
    /// as a whole.
    /// </summary>
    public const int MaxDropped = 4096;

    /// <summary>Highest number of entries: those of this epoch still fit into a welcome.</summary>
    public const int MaxEntries = Welcome.MaxEpochs - Welcome.MaxStreams;

    // Well over the size of the largest registry.
    private const int MaxBytes = 64 << 20;

    private readonly IDiskFiles _files;

    private EpochRegistry(IDiskFiles files, IReadOnlyList<ClosedEpoch> all, IReadOnlyList<ClosedEpoch> news)
    {
        _files = files;
        All = all;
        NewlyClosed = news;
        Outcome = FileOutcome.Ok;
    }

    /// <summary>Outcome of the last save; not ok = the epochs closed at this start are only in memory.</summary>
    public FileOutcome Outcome { get; private set; }

    /// <summary>
    /// Every entry, oldest first. An epoch has an entry of the control stream even if nothing else was published in it:
    /// it lets consumers distinguish an epoch in which their stream was silent from an unknown one.
    /// </summary>
    public IReadOnlyList<ClosedEpoch> All { get; }

    /// <summary>Entries of data streams that this start closed; they are announced once.</summary>
    public IReadOnlyList<ClosedEpoch> NewlyClosed { get; }

    /// <summary>Closes all open epochs, and saves them.</summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="publisher">This publisher.</param>
    /// <param name="epoch">The new epoch.</param>
    /// <param name="kept">Extents in the journal.</param>
    /// <param name="left">Position file of the last run; null if there is no valid one.</param>
    /// <exception cref="StartupException">The file cannot be read.</exception>
    public static EpochRegistry Open(
        StateFolder folder, Guid publisher, ulong epoch, IReadOnlyList<StreamExtent> kept, PositionSnapshot? left)
    {
        IReadOnlyList<ClosedEpoch> known = Read(folder);
        PositionSnapshot? own = left is not null && left.Publisher == publisher && left.Epoch < epoch ? left : null;
        Dictionary<(ulong Epoch, uint Stream), ulong> recovered = [];
        foreach (StreamExtent extent in kept)
            recovered.TryAdd((extent.Epoch, extent.Stream), extent.Last);
        ClosedEpoch[] news =
        [
            .. Open(kept, own)
                .Where(stream => stream.Epoch < epoch && stream.Stream != FrameHeader.HeartbeatStream)
                .Except(known.Select(entry => (entry.Epoch, entry.Stream)))
                .Select(stream => Close(stream, recovered, own))
                .Where(entry => entry.Last > 0 || entry.Stream == FrameHeader.ControlStream)
                .OrderBy(entry => entry.Epoch).ThenBy(entry => entry.Stream),
        ];
        IEnumerable<ClosedEpoch> both = known.Concat(news).OrderBy(entry => entry.Epoch);
        ClosedEpoch[] all = [.. Bound([.. both], [.. kept.Select(extent => extent.Epoch)])];
        EpochRegistry registry =
            new(folder.Files, all, [.. news.Where(entry => entry.Stream != FrameHeader.ControlStream)]);
        if (news.Length > 0)
            registry.Save();
        return registry;
    }

    /// <summary>Saves the registry. One thread, which may wait for the disk.</summary>
    /// <returns>Not ok when it is in memory only.</returns>
    public FileOutcome Save() => Outcome = AtomicFile.Write(
        _files,
        FileName,
        JsonSerializer.SerializeToUtf8Bytes(new EpochsDocument { Epochs = All }, EpochsJson.Default.EpochsDocument));

    // Whole epochs: to a consumer, a stream that is not named in a known epoch published nothing in it.
    private static IEnumerable<ClosedEpoch> Bound(ClosedEpoch[] all, HashSet<ulong> kept)
    {
        int forgotten = MaxDropped;
        int entries = MaxEntries;
        return all.GroupBy(entry => entry.Epoch)
            .Reverse()
            .TakeWhile(epoch => (entries -= epoch.Count()) >= 0
                && (kept.Contains(epoch.Key) || (forgotten -= epoch.Count()) >= 0))
            .Reverse()
            .SelectMany(epoch => epoch);
    }

    private static IEnumerable<(ulong Epoch, uint Stream)> Open(
        IReadOnlyList<StreamExtent> kept, PositionSnapshot? left)
    {
        IEnumerable<(ulong Epoch, uint Stream)> open = kept.Select(extent => (extent.Epoch, extent.Stream))
            .Concat(kept.Select(extent => (extent.Epoch, FrameHeader.ControlStream)));
        if (left is not null)
        {
            open = open.Concat(left.Streams.Select(position => (left.Epoch, position.Stream)))
                .Append((left.Epoch, FrameHeader.ControlStream));
        }

        return open.Distinct();
    }

    // The greater of the position (about to be sent) and the recorded sequence. Without a position, what was sent after
    // the last record is unknown.
    private static ClosedEpoch Close(
        (ulong Epoch, uint Stream) stream, Dictionary<(ulong Epoch, uint Stream), ulong> kept, PositionSnapshot? left)
    {
        ulong recovered = kept.GetValueOrDefault(stream);
        bool isLast = left?.Epoch == stream.Epoch;
        ulong sent = isLast ? left!.LastOf(stream.Stream) : 0;
        ulong last = Math.Max(sent, recovered);
        bool isExact = isLast && left!.IsExact;
        return new ClosedEpoch(stream.Epoch, stream.Stream, Math.Min(last, 1), last, recovered, isExact);
    }

    private static IReadOnlyList<ClosedEpoch> Read(StateFolder folder)
    {
        FileOutcome read = AtomicFile.Read(folder.Files, FileName, MaxBytes, out byte[] content);
        if (read.Fault == FileFault.Missing)
            return [];
        string why = read.Reason ?? "";
        try
        {
            if (read.IsOk)
                return JsonSerializer.Deserialize(content, EpochsJson.Default.EpochsDocument)?.Epochs ?? [];
        }
        catch (JsonException e)
        {
            why = OneLine.Format(e);
        }

        throw new StartupException(
            $"{folder.File(FileName)} cannot be read ({why}); restore it, or move it away: closed epochs are then "
                + $"those of the journal");
    }
}

/// <summary>End of one stream in a closed epoch of this publisher.</summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence; 0 if none was published, only for the control stream.</param>
/// <param name="Last">Last published sequence, as far as known.</param>
/// <param name="LastRecovered">Last sequence in the journal at the next start; 0 for none.</param>
/// <param name="Exact">False after a power cut: more may have been published.</param>
public sealed record ClosedEpoch(ulong Epoch, uint Stream, ulong First, ulong Last, ulong LastRecovered, bool Exact)
{
    /// <summary>The entry of a welcome.</summary>
    [JsonIgnore]
    public EpochRange Range => new(Epoch, Stream, First, Last, Exact);

    /// <summary>The entry of a catalogue.</summary>
    [JsonIgnore]
    public EpochDescription Description => new(Epoch, Stream, First, Last, Exact);

    /// <summary>The payload of an event frame.</summary>
    [JsonIgnore]
    public EpochEndPayload Event => new(Stream, Epoch, First, Last, LastRecovered, Exact);
}

/// <summary>The file `epochs.json` of the state folder: <c>{format, epochs: [{epoch, stream, first, last,
/// lastRecovered, exact}]}</c>.</summary>
internal sealed record EpochsDocument
{
    /// <summary>Format version.</summary>
    public int Format { get; init; } = 1;

    /// <summary>Oldest first.</summary>
    public IReadOnlyList<ClosedEpoch> Epochs { get; init; } = [];
}

/// <summary>Source-generated reader and writer of the file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(EpochsDocument))]
internal sealed partial class EpochsJson : JsonSerializerContext;
