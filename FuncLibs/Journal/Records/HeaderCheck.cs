using System.Buffers.Binary;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Journal.Records;

/// <summary>
/// Checks whether a usable record begins at an offset of a segment. Nothing is used before its CRC is right.
/// </summary>
internal static class HeaderCheck
{
    /// <summary>The four bytes "CDB1".</summary>
    public static ReadOnlySpan<byte> Magic => "CDB1"u8;

    /// <summary>Checks a header.</summary>
    /// <param name="bytes">From the place on: a whole header, or all up to the end of the segment.</param>
    /// <param name="left">Bytes from the place to the end of the segment.</param>
    /// <param name="owner">Whose records are expected.</param>
    /// <param name="limits">What is taken at most.</param>
    /// <param name="header">Set when the result is <see cref="DamageCause.None"/>; the payload is not checked
    /// yet.</param>
    public static DamageCause Check(
        ReadOnlySpan<byte> bytes, long left, in SegmentIdentity owner, FrameLimits limits, out FrameHeader header)
    {
        header = default;
        if (!bytes.StartsWith(Magic))
            return DamageCause.Header;
        if (bytes.Length < FrameHeader.Size)
            return DamageCause.Cut;
        int headerLength = RecordLayout.HeaderLength(bytes);
        if (headerLength < FrameHeader.Size)
            return DamageCause.Header;
        if (headerLength > bytes.Length)
            return DamageCause.Cut;
        uint claimed = RecordLayout.PayloadLength(bytes);
        if (claimed > limits.MaxPayloadBytes)
            return DamageCause.Header;
        FrameOutcome outcome = FrameHeaderReader.ReadHeader(bytes[..headerLength], (int)claimed, limits, out header);
        if (!outcome.IsOk)
            return IsNewer(bytes[..headerLength], outcome.Fault) ? DamageCause.Newer : DamageCause.Header;
        if (header.Epoch != owner.Epoch || (owner.Publisher != Guid.Empty && header.Publisher != owner.Publisher))
            return DamageCause.Foreign;
        return RecordLayout.SizeOf(headerLength, (int)claimed) > left ? DamageCause.Cut : DamageCause.None;
    }

    // A flipped bit makes a wrong CRC, a later writer a right one over a version, kind or flag that is not known here.
    private static bool IsNewer(ReadOnlySpan<byte> header, FrameFault fault) =>
        fault is FrameFault.Version or FrameFault.Kind or FrameFault.Flags
        && Crc32C.Append(Crc32C.Compute(header[..FrameHeader.CrcOffset]), header[FrameHeader.Size..])
            == BinaryPrimitives.ReadUInt32LittleEndian(header[FrameHeader.CrcOffset..]);
}

/// <summary>Whose records a segment may hold.</summary>
/// <param name="Publisher">The publisher; empty = not known yet, any is taken.</param>
/// <param name="Epoch">The epoch in the name of the segment.</param>
public readonly record struct SegmentIdentity(Guid Publisher, ulong Epoch);
