using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control.Replay;

/// <summary>
/// Request <c>replay{ranges: [[stream, epoch, from, to]...], credit}</c>. The answer is data messages and then an <see cref="EndAnswer"/>.
/// One instance is filled, written or read again and again by one thread: neither way takes memory once its list has its size.
/// </summary>
public sealed class ReplayRequest
{
    /// <summary>Ranges of a request at most.</summary>
    public const int MaxRanges = 64;

    /// <summary>Bytes that may be granted and not used at any time.</summary>
    public const uint MaxCredit = 8 << 20;

    private readonly List<ReplayRange> _ranges = new(1);
    private bool _hasRanges;

    /// <summary>Number of the request; its credit, its cancel and its end carry the same.</summary>
    public uint Id { get; set; }

    /// <summary>Bytes (headers and payloads) that may be sent at first; a frame may go out while anything is left of it.</summary>
    public uint Credit { get; set; }

    /// <summary>What is wanted, in the order in which it is sent; the owner clears and fills it. None overlap.</summary>
    public IList<ReplayRange> Ranges => _ranges;

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.Replay, Id).Begin(output, 2);
        map.Array("ranges"u8, _ranges.Count);
        foreach (ReplayRange range in _ranges)
            range.Write(ref map);
        map.Write("credit"u8, (ulong)Credit);
        map.Flush();
    }

    /// <summary>Fills this instance from a map. After a failure it asks for nothing.</summary>
    public bool TryRead(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map);
        fault = map.Fault;
        if (!read)
            Clear();
        return read;
    }

    private void Clear()
    {
        (Id, Credit) = (0, 0);
        _ranges.Clear();
        _hasRanges = false;
    }

    private bool TryRead(ref MapReader map)
    {
        Clear();
        if (!map.Map("replay", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("replay", out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key))
                return false;
        }

        return map.Require("ranges", _hasRanges) && map.End("replay");
    }

    private bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key)
    {
        if (key.SequenceEqual("id"u8))
        {
            bool read = map.Read("id", out uint id);
            Id = id;
            return read;
        }

        if (key.SequenceEqual("credit"u8))
        {
            bool read = map.Read("credit", out uint credit);
            Credit = Math.Min(credit, MaxCredit);
            return read && (credit <= MaxCredit || map.Refuse("credit"));
        }

        return key.SequenceEqual("ranges"u8) ? TryReadRanges(ref map) : map.Skip("replay");
    }

    private bool TryReadRanges(ref MapReader map)
    {
        _ranges.Clear();
        _hasRanges = true;
        if (!map.Array("ranges", MaxRanges, out int items))
            return false;
        if (items == 0)
            return map.Refuse("ranges");
        for (int i = 0; i < items; i++)
        {
            if (!ReplayRange.TryRead(ref map, out ReplayRange range))
                return false;
            foreach (ReplayRange earlier in _ranges)
            {
                if (!range.MayFollow(earlier))
                    return map.Refuse("ranges");
            }

            _ranges.Add(range);
        }

        return true;
    }
}
