using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// A welcome in a stream queue: a place at which a consumer can begin to read, and how far the publisher was there.
/// Offsets are of one queue only: whoever reads from a marker checks that the message at its offset is that welcome.
/// </summary>
/// <param name="Offset">Its offset.</param>
/// <param name="Publisher">The publisher.</param>
/// <param name="Epoch">The epoch that is bridged from here on.</param>
/// <param name="Number">Its number within the session of the bridge.</param>
/// <param name="Streams">
/// Each data stream that published something before this place, with its newest epoch and the last sequence there.
/// </param>
public sealed record StreamMarker(
    long Offset, Guid Publisher, ulong Epoch, ulong Number, IReadOnlyList<StreamPlace> Streams)
{
    /// <summary>Most streams of a marker.</summary>
    public const int MaxStreams = Welcome.MaxStreams;

    /// <summary>The marker of a welcome.</summary>
    /// <param name="offset">Its offset.</param>
    /// <param name="number">Its number.</param>
    /// <param name="welcome">The welcome.</param>
    internal static StreamMarker From(long offset, ulong number, Welcome welcome)
    {
        Dictionary<uint, StreamPlace> newest = [];
        foreach (EpochRange range in welcome.Epochs)
        {
            if (range.Last == 0 || range.Epoch > welcome.Epoch || !FrameHeader.IsDataStream(range.Stream))
                continue;
            StreamPlace place = new(range.Stream, range.Epoch, range.Last);
            bool isKnown = newest.TryGetValue(range.Stream, out StreamPlace before);
            if ((isKnown || newest.Count < MaxStreams) && (!isKnown || IsBefore(before, place)))
                newest[range.Stream] = place;
        }

        return new StreamMarker(
            offset, welcome.Publisher, welcome.Epoch, number, [.. newest.Values.OrderBy(place => place.Stream)]);
    }

    /// <summary>
    /// Of <see cref="Streams"/>, those that its consumer did not keep when it had read the queue up to here: their
    /// frames are of no account.
    /// </summary>
    public IReadOnlyList<uint> NotKept { get; init; } = [];

    /// <summary>The marker as its consumer comes there.</summary>
    /// <param name="keeps">True for a stream that is kept.</param>
    internal StreamMarker KeptBy(Func<Guid, uint, bool> keeps) => this with
    {
        NotKept =
            [.. Streams.Where(place => !keeps(Publisher, place.Stream)).Select(static place => place.Stream)],
    };

    /// <summary>
    /// True when it is of the same welcome. A queue that was made again may have a welcome at the same offset.
    /// </summary>
    internal bool IsSameAs(StreamMarker other) =>
        (Offset, Publisher, Epoch, Number) == (other.Offset, other.Publisher, other.Epoch, other.Number)
        && Streams.SequenceEqual(other.Streams);

    /// <summary>True when everything before it was consumed.</summary>
    /// <param name="consumed">How far each stream was consumed.</param>
    internal bool IsConsumed(IReadOnlyList<ConsumedStream> consumed)
    {
        foreach (StreamPlace place in Streams)
        {
            if (TryFind(consumed, place.Stream, out StreamPlace last)
                ? IsBefore(last, place) : !NotKept.Contains(place.Stream))
                return false;
        }

        return true;
    }

    private bool TryFind(IReadOnlyList<ConsumedStream> consumed, uint stream, out StreamPlace place)
    {
        foreach (ConsumedStream one in consumed)
        {
            place = one.Last;
            if (one.Publisher == Publisher && place.Stream == stream)
                return true;
        }

        place = default;
        return false;
    }

    private static bool IsBefore(in StreamPlace one, in StreamPlace other) =>
        one.Epoch < other.Epoch || (one.Epoch == other.Epoch && one.Sequence < other.Sequence);
}

/// <summary>How far a consumer has read a stream.</summary>
/// <param name="Publisher">Its publisher.</param>
/// <param name="Last">The last sequence that is settled, in its epoch.</param>
public readonly record struct ConsumedStream(Guid Publisher, StreamPlace Last);
