namespace FuncLibs.Messaging.Wire.Control.Replay;

/// <summary>Frames that a consumer wants again: <c>[stream, epoch, from, to]</c>.</summary>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Life of the publisher; not 0.</param>
/// <param name="From">First sequence, 1 or more.</param>
/// <param name="To">Last sequence, inclusive, not below the first.</param>
public readonly record struct ReplayRange(uint Stream, ulong Epoch, ulong From, ulong To)
{
    private const string What = "ranges[]";
    private const int Items = 4;

    /// <summary>How many frames.</summary>
    public ulong Count => To - From + 1;

    /// <summary>True when this range may stand behind <paramref name="earlier"/>: of one stream, epochs and sequences only go up.</summary>
    internal bool MayFollow(ReplayRange earlier) =>
        Stream != earlier.Stream || Epoch > earlier.Epoch || (Epoch == earlier.Epoch && From > earlier.To);

    internal void Write(ref MapWriter map)
    {
        map.Items(Items);
        map.Item(Stream);
        map.Item(Epoch);
        map.Item(From);
        map.Item(To);
    }

    internal static bool TryRead(ref MapReader map, out ReplayRange range)
    {
        range = default;
        if (!map.Array(What, Items, out int items) || (items != Items && !map.Refuse(What)))
            return false;
        if (!map.Read(What, out uint stream) || !map.Read(What, out ulong epoch))
            return false;
        if (!map.Read(What, out ulong from) || !map.Read(What, out ulong to))
            return false;
        range = new ReplayRange(stream, epoch, from, to);
        return (epoch != 0 && from != 0 && from <= to) || map.Refuse(What);
    }
}
