using FuncLibs.Hosting.State;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Recording;

/// <summary>
/// A state file that is older than what lies beside it, as one restored from a backup is. What it has forgotten is taken from the position
/// file and the journal, so that no epoch, stream number or catalogue revision is given twice.
/// </summary>
/// <param name="Epoch">The last life that the state knew.</param>
/// <param name="RecordedEpoch">The last life that journal and position file knew.</param>
/// <param name="Revision">The catalogue revision from which this life goes on.</param>
/// <param name="Streams">Streams that the state had forgotten.</param>
public sealed record RestoredState(ulong Epoch, ulong RecordedEpoch, uint Revision, int Streams)
{
    /// <summary>Before the journal is opened: this life is later than the one that stored its position.</summary>
    public static void Outlive(PublisherState state, PositionSnapshot? left)
    {
        ulong stored = EpochOf(state, left);
        if (stored >= state.Epoch)
            state.Adopt(stored + 1, 0, []);
    }

    /// <summary>Once the journal is open: takes over its epoch, and what it knows and the state does not.</summary>
    /// <returns>Null when the state is not older.</returns>
    public static RestoredState? Mend(PublisherState state, FrameJournal journal, PositionSnapshot? left)
    {
        RecoveryReport found = journal.Recovery;
        ulong recorded = Math.Max(found.NewestEpoch, EpochOf(state, left));
        StateStream[] unknown =
        [
            .. RecordedStreams.OfNewest(journal)
                .Concat(StreamsOf(state, found, left).Select(id => new StateStream(id, "")))
                .ExceptBy(state.Streams.Select(stream => stream.Id), stream => stream.Id),
        ];
        if (recorded <= state.LastEpoch && found.NewestRevision <= state.CatalogueRevision && unknown.Length == 0)
            return null;
        int known = state.Streams.Count;
        state.Adopt(journal.Epoch, found.NewestRevision, [.. RecordedStreams.Read(journal), .. unknown]);
        return new RestoredState(state.LastEpoch, recorded, state.CatalogueRevision, state.Streams.Count - known);
    }

    // Numbers that were given while the state could not be saved stand in what was sent and recorded.
    private static IEnumerable<uint> StreamsOf(PublisherState state, RecoveryReport found, PositionSnapshot? left) =>
        found.Extents.Select(extent => extent.Stream)
            .Union(left?.Publisher == state.Publisher ? left.Streams.Select(position => position.Stream) : [])
            .Where(stream => stream is not (FrameHeader.ControlStream or FrameHeader.HeartbeatStream));

    // 0 = unknown; no real life comes near the greatest number.
    private static ulong EpochOf(PublisherState state, PositionSnapshot? left) =>
        left?.Publisher == state.Publisher && left.Epoch < long.MaxValue ? left.Epoch : 0;
}
