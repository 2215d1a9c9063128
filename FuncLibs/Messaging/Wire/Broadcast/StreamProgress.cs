namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>Progress of a stream in a heartbeat. The journal's marks are null if no journal runs.</summary>
/// <param name="Id">Number of the stream.</param>
/// <param name="Last">Last sequence published in this epoch; 0 for none.</param>
/// <param name="Written">Last sequence that replay can serve.</param>
/// <param name="Durable">Last sequence that survives a power cut.</param>
/// <param name="FirstInJournal">Oldest frame in the journal.</param>
public readonly record struct StreamProgress(
    uint Id, ulong Last, ulong? Written = null, ulong? Durable = null, JournalPoint? FirstInJournal = null)
{
    internal static readonly MapSchema<StreamProgress> Schema =
        new MapSchema<StreamProgress>("streams[]", default, "streams[].")
            .Add("id", MapCodec.UInt32, s => s.Id, (ref s, value) => s = s with { Id = value })
            .Add("last", MapCodec.UInt64, s => s.Last, (ref s, value) => s = s with { Last = value })
            .AddOptional("written", MapCodec.UInt64, s => s.Written, (ref s, value) => s = s with { Written = value })
            .AddOptional("durable", MapCodec.UInt64, s => s.Durable, (ref s, value) => s = s with { Durable = value })
            .AddOptional(
                "firstInJournal",
                JournalPoint.Codec,
                s => s.FirstInJournal,
                (ref s, value) => s = s with { FirstInJournal = value })
            .AddOptional(
                "link",
                LinkStateText.Codec,
                s => s.Link == LinkState.Unknown ? null : s.Link,
                (ref s, value) => s = s with { Link = value })
            .AddOptional(
                "lastAcquired",
                MapCodec.Int64,
                s => s.LastAcquiredNs,
                (ref s, value) => s = s with { LastAcquiredNs = value })
            .AddOptional(
                "samplesLost",
                MapCodec.UInt64,
                s => s.SamplesLost,
                (ref s, value) => s = s with { SamplesLost = value })
            .Require("id");

    /// <summary>State of the rig link of this stream; if unknown, the state of the whole heartbeat applies.</summary>
    public LinkState Link { get; init; }

    /// <summary>
    /// Due time of the newest received block of this stream: UTC ns; 0 for none yet; null if not reported.
    /// </summary>
    public long? LastAcquiredNs { get; init; }

    /// <summary>
    /// Samples of this epoch that never got a sequence, the sum of all loss frames; null if not reported.
    /// </summary>
    public ulong? SamplesLost { get; init; }
}

/// <summary>Position of a frame in a journal.</summary>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Sequence">Number within it.</param>
public readonly record struct JournalPoint(ulong Epoch, ulong Sequence)
{
    // An array of two numbers.
    internal static readonly MapCodec<JournalPoint> Codec = new(
        (ref map, key, value) => map.WritePair(key, value.Epoch, value.Sequence),
        (ref map, member, out value) =>
        {
            value = default;
            if (!map.Array(member, 2, out int items) || (items != 2 && !map.Refuse(member)))
                return false;
            if (!map.Read(member, out ulong epoch) || !map.Read(member, out ulong sequence))
                return false;
            value = new JournalPoint(epoch, sequence);
            return true;
        });
}
