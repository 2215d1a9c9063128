using System.Buffers.Binary;
using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Messaging.Wire;

/// <summary>
/// The header of every frame. All integers little-endian, the publisher in RFC 9562 byte order:
/// <code>
///  0 magic "CDB1"     4 version  5 words of 8 bytes  6 kind  7 flags   8 publisher (16)
/// 24 stream          28 content 29 encryption       30 key id (2)     32 epoch (8)      40 sequence (8)
/// 48 acquired (8)    56 published (8)               64 catalogue revision              68 payload length
/// 72 CRC-32C of the payload                         76 CRC-32C of bytes 0..75, then of 80..end of a longer header
/// </code>
/// </summary>
public readonly record struct FrameHeader
{
    /// <summary>Bytes of the header that this version writes.</summary>
    public const int Size = 80;

    /// <summary>Longest header that the length byte can express.</summary>
    public const int MaxSize = byte.MaxValue * WordSize;

    /// <summary>The version that this code reads and writes.</summary>
    public const byte CurrentVersion = 1;

    /// <summary>The stream number of heartbeats, which have their own sequence.</summary>
    public const uint HeartbeatStream = uint.MaxValue;

    /// <summary>The stream that catalogue, loss and event frames share.</summary>
    public const uint ControlStream = 0;

    internal const int WordSize = 8;
    internal const uint Magic = 0x31424443;
    internal const int CrcOffset = 76;

    /// <summary>Kind of the frame.</summary>
    public FrameKind Kind { get; init; }

    /// <summary>Flags of the frame.</summary>
    public FrameFlags Flags { get; init; }

    /// <summary>The installation that published it.</summary>
    public Guid Publisher { get; init; }

    /// <summary>Number of the stream within the publisher.</summary>
    public uint Stream { get; init; }

    /// <summary>Format of the payload, by the content table of the wire.</summary>
    public byte Content { get; init; }

    /// <summary>Encryption algorithm; 0 for none.</summary>
    public byte Encryption { get; init; }

    /// <summary>Id of the key; 0 for none.</summary>
    public ushort KeyId { get; init; }

    /// <summary>Epoch of the publisher.</summary>
    public ulong Epoch { get; init; }

    /// <summary>Number within publisher, stream and epoch, from 1.</summary>
    public ulong Sequence { get; init; }

    /// <summary>Due time of the first sample: UTC ns since the Unix epoch, by the rig's schedule.</summary>
    public long AcquiredNs { get; init; }

    /// <summary>Publication time: UTC ns since the Unix epoch.</summary>
    public long PublishedNs { get; init; }

    /// <summary>The catalogue revision that describes the payload.</summary>
    public uint CatalogueRevision { get; init; }

    /// <summary>Length of the payload in bytes.</summary>
    public int PayloadLength { get; init; }

    /// <summary>CRC-32C of the payload.</summary>
    public uint PayloadCrc { get; init; }

    /// <summary>True for the number of a stream of blocks: not the control stream, not that of heartbeats.</summary>
    public static bool IsDataStream(uint stream) => stream is not (ControlStream or HeartbeatStream);

    /// <summary>This header with the length and the CRC of <paramref name="payload"/>.</summary>
    public FrameHeader WithPayload(ReadOnlySpan<byte> payload) =>
        this with { PayloadLength = payload.Length, PayloadCrc = Crc32C.Compute(payload) };

    /// <summary>Writes the 80 bytes, including the header's own CRC.</summary>
    /// <param name="target">80 bytes or more.</param>
    public void Write(Span<byte> target)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(target, Magic);
        target[4] = CurrentVersion;
        target[5] = Size / WordSize;
        target[6] = (byte)Kind;
        target[7] = (byte)Flags;
        Publisher.TryWriteBytes(target[8..], bigEndian: true, out _);
        BinaryPrimitives.WriteUInt32LittleEndian(target[24..], Stream);
        target[28] = Content;
        target[29] = Encryption;
        BinaryPrimitives.WriteUInt16LittleEndian(target[30..], KeyId);
        BinaryPrimitives.WriteUInt64LittleEndian(target[32..], Epoch);
        BinaryPrimitives.WriteUInt64LittleEndian(target[40..], Sequence);
        BinaryPrimitives.WriteInt64LittleEndian(target[48..], AcquiredNs);
        BinaryPrimitives.WriteInt64LittleEndian(target[56..], PublishedNs);
        BinaryPrimitives.WriteUInt32LittleEndian(target[64..], CatalogueRevision);
        BinaryPrimitives.WriteInt32LittleEndian(target[68..], PayloadLength);
        BinaryPrimitives.WriteUInt32LittleEndian(target[72..], PayloadCrc);
        BinaryPrimitives.WriteUInt32LittleEndian(target[CrcOffset..], Crc32C.Compute(target[..CrcOffset]));
    }

    // The caller has checked the length and the CRC.
    internal static FrameHeader Parse(ReadOnlySpan<byte> header, int payloadLength) => new()
    {
        Kind = (FrameKind)header[6],
        Flags = (FrameFlags)header[7],
        Publisher = new Guid(header.Slice(8, 16), bigEndian: true),
        Stream = BinaryPrimitives.ReadUInt32LittleEndian(header[24..]),
        Content = header[28],
        Encryption = header[29],
        KeyId = BinaryPrimitives.ReadUInt16LittleEndian(header[30..]),
        Epoch = BinaryPrimitives.ReadUInt64LittleEndian(header[32..]),
        Sequence = BinaryPrimitives.ReadUInt64LittleEndian(header[40..]),
        AcquiredNs = BinaryPrimitives.ReadInt64LittleEndian(header[48..]),
        PublishedNs = BinaryPrimitives.ReadInt64LittleEndian(header[56..]),
        CatalogueRevision = BinaryPrimitives.ReadUInt32LittleEndian(header[64..]),
        PayloadLength = payloadLength,
        PayloadCrc = BinaryPrimitives.ReadUInt32LittleEndian(header[72..]),
    };
}

/// <summary>Kind of a frame; byte 6 of the header and the first level of the topic.</summary>
public enum FrameKind : byte
{
    /// <summary>Not a kind; the value of <c>default</c>.</summary>
    None = 0,

    /// <summary>A block of a data stream; topic <c>D</c>.</summary>
    Data = 1,

    /// <summary>State of the publisher, each 250 ms, never journaled; topic <c>H</c>.</summary>
    Heartbeat = 2,

    /// <summary>The catalogue of streams; topic <c>C</c>.</summary>
    Catalogue = 3,

    /// <summary>A loss at the publisher; topic <c>L</c>.</summary>
    Loss = 4,

    /// <summary>An event; topic <c>E</c>.</summary>
    Event = 5,

    /// <summary>A block of calculated values; topic <c>S</c>.</summary>
    Derived = 6,
}

/// <summary>
/// Flags of a frame, byte 7 of the header. A reader ignores unknown bits 0-5 and refuses unknown bits 6-7.
/// </summary>
[Flags]
public enum FrameFlags : byte
{
    /// <summary>No flag.</summary>
    None = 0,

    /// <summary>The source plays a recording.</summary>
    Recording = 1,

    /// <summary>Last frame of this epoch.</summary>
    EndOfStream = 2,

    /// <summary>First frame after an unclean stop.</summary>
    AfterUncleanStop = 4,

    /// <summary>Channels were trimmed to the live counts.</summary>
    Trimmed = 8,

    /// <summary>Samples are missing before this block; they never got a sequence.</summary>
    SamplesMissing = 16,

    /// <summary>The payload is encrypted.</summary>
    Encrypted = 64,
}

/// <summary>Limits of a reader.</summary>
/// <param name="MaxPayloadBytes">Longest payload in bytes.</param>
public readonly record struct FrameLimits(int MaxPayloadBytes)
{
    /// <summary>Default of the longest payload: 4 MiB, thirty times the reference block.</summary>
    public const int DefaultMaxPayloadBytes = 4 << 20;

    /// <summary>The default limits.</summary>
    public static FrameLimits Default => new(DefaultMaxPayloadBytes);
}
