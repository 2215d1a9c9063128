using System.Buffers.Binary;
using FuncLibs.Blocks;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// The 32 bytes before the document of a block frame, little-endian:
/// <code>
/// u32 stream, u16 error code, u16 buffer utilisation, i64 due time, 5 x u16 live counts, 6 x 0
/// </code>
/// </summary>
/// <param name="Stream">Number of the stream in the rig's hello.</param>
/// <param name="ErrorCode">The rig's error code, 0 = none; any other makes the values invalid.</param>
/// <param name="BufferPerMille">Fill level of the rig's buffer, 0 to 1000.</param>
/// <param name="DueUtcNs">Due time of the first sample by the rig's schedule, ns since the Unix epoch.</param>
/// <param name="Live">Live counts as on the wire; <see cref="AllLive"/> means all of that array.</param>
public readonly record struct LinkBlockHeader(
    uint Stream, ushort ErrorCode, ushort BufferPerMille, long DueUtcNs, BlockCounts Live)
{
    /// <summary>Bytes of the header.</summary>
    public const int Bytes = 32;

    /// <summary>A live count that means all channels or bits of the block.</summary>
    public const int AllLive = 0xFFFF;

    private const int CountsOffset = 16;

    /// <summary>Live counts of a block in which all channels and bits are live.</summary>
    public static BlockCounts AllLiveCounts => new(AllLive, AllLive, AllLive, AllLive, AllLive);

    /// <summary>Writes the header into the first <see cref="Bytes"/> bytes.</summary>
    public void Write(Span<byte> target)
    {
        target[..Bytes].Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(target, Stream);
        BinaryPrimitives.WriteUInt16LittleEndian(target[4..], ErrorCode);
        BinaryPrimitives.WriteUInt16LittleEndian(target[6..], BufferPerMille);
        BinaryPrimitives.WriteInt64LittleEndian(target[8..], DueUtcNs);
        WriteCount(target, 0, Live.Servo);
        WriteCount(target, 1, Live.Temp);
        WriteCount(target, 2, Live.AD);
        WriteCount(target, 3, Live.BitIn);
        WriteCount(target, 4, Live.BitOut);
    }

    /// <summary>Reads a header; the six reserved bytes are ignored.</summary>
    /// <param name="body">Body of a block frame.</param>
    /// <param name="header">The decoded header.</param>
    /// <param name="document">The content 1 document after the header.</param>
    public static LinkOutcome Read(ReadOnlySpan<byte> body, out LinkBlockHeader header, out ReadOnlySpan<byte> document)
    {
        header = default;
        document = default;
        if (body.Length <= Bytes)
            return new LinkOutcome(LinkStatus.BadBody, "a block frame ends inside its header", body.Length);
        header = new LinkBlockHeader(
            BinaryPrimitives.ReadUInt32LittleEndian(body),
            BinaryPrimitives.ReadUInt16LittleEndian(body[4..]),
            BinaryPrimitives.ReadUInt16LittleEndian(body[6..]),
            BinaryPrimitives.ReadInt64LittleEndian(body[8..]),
            new BlockCounts(
                ReadCount(body, 0), ReadCount(body, 1), ReadCount(body, 2), ReadCount(body, 3), ReadCount(body, 4)));
        document = body[Bytes..];
        return LinkOutcome.Ok;
    }

    /// <summary>
    /// The live counts of a block, with "all" replaced by the lengths of its arrays; the input of <see
    /// cref="CountFilter"/>.
    /// </summary>
    public BlockCounts Resolve(CDataBlock block)
    {
        BlockCounts held = block.ArrayLengths;
        return new BlockCounts(
            Resolve(Live.Servo, held.Servo),
            Resolve(Live.Temp, held.Temp),
            Resolve(Live.AD, held.AD),
            Resolve(Live.BitIn, held.BitIn),
            Resolve(Live.BitOut, held.BitOut));
    }

    private static int Resolve(int live, int held) => live == AllLive ? held : live;

    private static void WriteCount(Span<byte> target, int index, int count) =>
        BinaryPrimitives.WriteUInt16LittleEndian(target[(CountsOffset + (2 * index))..], (ushort)count);

    private static int ReadCount(ReadOnlySpan<byte> body, int index) =>
        BinaryPrimitives.ReadUInt16LittleEndian(body[(CountsOffset + (2 * index))..]);
}
