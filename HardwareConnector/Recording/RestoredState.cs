using FuncLibs.Hosting.State;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Recording;

/// <summary>
/// Repairs a state file that is older than the files beside it, as after restoring a backup. Missing numbers are taken
/// from the position file and the journal, so that no epoch, stream number or catalogue revision is assigned twice.
/// </summary>
/// <param name="Epoch">Last epoch in the state.</param>
/// <param name="RecordedEpoch">Last epoch in journal and position file.</param>
/// <param name="Revision">The catalogue revision from which this run continues.</param>
/// <param name="Streams">Number of streams missing in the state.</param>
public sealed record RestoredState(ulong Epoch, ulong RecordedEpoch, uint Revision, int Streams)
{
    /// <summary>Makes this epoch later than that of the position file. Call before the journal is opened.</summary>
    public static void Outlive(PublisherState state, PositionSnapshot? left)
    {
        ulong stored = EpochOf(state, left);
        if (stored >= state.Epoch)
            state.Adopt(stored + 1, 0, []);
    }

    /// <summary>Adopts the epoch of the opened journal, and the numbers that the state lacks.</summary>
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

    // Numbers assigned while the state could not be saved are in sent and recorded frames.
    private static IEnumerable<uint> StreamsOf(PublisherState state, RecoveryReport found, PositionSnapshot? left) =>
        found.Extents.Select(extent => extent.Stream)
            .Union(left?.Publisher == state.Publisher ? left.Streams.Select(position => position.Stream) : [])
            .Where(stream => FrameHeader.IsDataStream(stream));

    // 0 = unknown; real epochs are far below the limit.
    private static ulong EpochOf(PublisherState state, PositionSnapshot? left) =>
        left?.Publisher == state.Publisher && left.Epoch < long.MaxValue ? left.Epoch : 0;
}
