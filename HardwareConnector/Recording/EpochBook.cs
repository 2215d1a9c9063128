using System.Text.Json;
using FuncLibs.Diagnostics;
using FuncLibs.Hosting.Running;
using FuncLibs.Hosting.State;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Segments;
using FuncLibs.Wire;

namespace HardwareConnector.Recording;

/// <summary>
/// The lives of this publisher that are over, and how far each stream went in them: what the position file of the last one says, and what
/// its journal has. Kept in a file of the state folder, because journals are removed. Immutable once begun.
/// </summary>
public sealed class EpochBook
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "epochs.json";

    /// <summary>Entries that are kept; the oldest give way.</summary>
    public const int MaxEntries = 4096;

    private EpochBook(IReadOnlyList<ClosedEpoch> all, IReadOnlyList<ClosedEpoch> news)
    {
        All = all;
        News = news;
    }

    /// <summary>Every entry, oldest first.</summary>
    public IReadOnlyList<ClosedEpoch> All { get; }

    /// <summary>Those that this start closed: they are announced once.</summary>
    public IReadOnlyList<ClosedEpoch> News { get; }

    /// <summary>Closes whatever is not closed yet, and saves it.</summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="publisher">This publisher.</param>
    /// <param name="epoch">The life that begins.</param>
    /// <param name="kept">What the journal has.</param>
    /// <param name="left">What the last life left in its position file; null when there is none that can be believed.</param>
    /// <exception cref="StartupException">The file cannot be read, or not be written.</exception>
    public static EpochBook Begin(
        StateFolder folder, Guid publisher, ulong epoch, IReadOnlyList<StreamExtent> kept, PositionSnapshot? left)
    {
        string path = folder.File(FileName);
        IReadOnlyList<ClosedEpoch> known = Read(path);
        PositionSnapshot? own = left is not null && left.Publisher == publisher && left.Epoch < epoch ? left : null;
        ClosedEpoch[] news =
        [
            .. Open(kept, own)
                .Where(stream => stream.Epoch < epoch && stream.Stream is not (FrameHeader.ControlStream or FrameHeader.HeartbeatStream))
                .Except(known.Select(entry => (entry.Epoch, entry.Stream)))
                .Select(stream => Close(stream, kept, own))
                .Where(entry => entry.Last > 0)
                .OrderBy(entry => entry.Epoch).ThenBy(entry => entry.Stream),
        ];
        ClosedEpoch[] all = [.. known.Concat(news).TakeLast(MaxEntries)];
        if (news.Length > 0)
            Save(path, all);
        return new EpochBook(all, news);
    }

    private static IEnumerable<(ulong Epoch, uint Stream)> Open(IReadOnlyList<StreamExtent> kept, PositionSnapshot? left) =>
        kept.Select(extent => (extent.Epoch, extent.Stream))
            .Union(left?.Streams.Select(position => (left.Epoch, position.Stream)) ?? []);

    // The greater of what was about to be sent and what was recorded. Without a position nobody knows what was sent after the last record.
    private static ClosedEpoch Close((ulong Epoch, uint Stream) stream, IReadOnlyList<StreamExtent> kept, PositionSnapshot? left)
    {
        ulong recovered = kept.FirstOrDefault(extent => extent.Epoch == stream.Epoch && extent.Stream == stream.Stream).Last;
        bool isLast = left?.Epoch == stream.Epoch;
        ulong sent = isLast ? left!.LastOf(stream.Stream) : 0;
        return new ClosedEpoch(stream.Epoch, stream.Stream, 1, Math.Max(sent, recovered), recovered, isLast && left!.IsExact);
    }

    private static IReadOnlyList<ClosedEpoch> Read(string path)
    {
        if (!File.Exists(path))
            return [];
        try
        {
            return JsonSerializer.Deserialize(File.ReadAllBytes(path), EpochsJson.Default.EpochsDocument)?.Epochs ?? [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            string why = OneLine.Of(e);
            throw new StartupException($"{path} cannot be read ({why}); restore it, or move it away: closed epochs are then those of the journal", e);
        }
    }

    private static void Save(string path, IReadOnlyList<ClosedEpoch> all)
    {
        try
        {
            AtomicFile.Write(path, JsonSerializer.SerializeToUtf8Bytes(new EpochsDocument { Epochs = all }, EpochsJson.Default.EpochsDocument));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException($"{path} cannot be written ({e.Message}); make the state folder writable", e);
        }
    }
}
