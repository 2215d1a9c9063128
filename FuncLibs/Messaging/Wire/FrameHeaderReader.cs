using System.Buffers.Binary;
using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Messaging.Wire;

/// <summary>
/// Reads headers from untrusted senders. No field is used before the CRC is checked: magic, version and length are only
/// compared. A longer header of a later version is checked whole, and its unknown words are skipped.
/// </summary>
public static class FrameHeaderReader
{
    // Encrypted, the one bit with a name, is refused too: this reader holds no keys.
    private const byte RefusedFlags = 0xC0;

    // An algorithm without the flag is a contradiction.
    private const int EncryptionOffset = 29;

    /// <summary>
    /// Reads and checks header and payload; <paramref name="header"/> is set only when the outcome is ok.
    /// </summary>
    public static FrameOutcome Read(
        ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload, FrameLimits limits, out FrameHeader header)
    {
        FrameOutcome outcome = ReadHeader(headerBytes, payload.Length, limits, out header);
        if (!outcome.IsOk)
            return outcome;
        uint crc = Crc32C.Compute(payload);
        if (crc == header.PayloadCrc)
            return outcome;
        uint claimed = header.PayloadCrc;
        header = default;
        return FrameOutcome.Refused(FrameFault.PayloadCrc, "payload CRC", crc, claimed);
    }

    /// <summary>Reads and checks the header only; the payload is not read.</summary>
    /// <param name="headerBytes">The whole header frame.</param>
    /// <param name="payloadLength">Bytes of the payload frame.</param>
    /// <param name="limits">Limits of a frame.</param>
    /// <param name="header">Set only when the outcome is ok; the payload's CRC is not checked yet.</param>
    public static FrameOutcome ReadHeader(
        ReadOnlySpan<byte> headerBytes, int payloadLength, FrameLimits limits, out FrameHeader header)
    {
        header = default;
        FrameOutcome outcome = CheckFrame(headerBytes);
        if (outcome.IsOk)
            outcome = CheckFields(headerBytes, payloadLength, limits);
        if (outcome.IsOk)
            header = FrameHeader.Parse(headerBytes, payloadLength);
        return outcome;
    }

    private static FrameOutcome CheckFrame(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < sizeof(uint))
            return FrameOutcome.Refused(FrameFault.Length, "header length", FrameHeader.Size, bytes.Length);
        uint magic = BinaryPrimitives.ReadUInt32LittleEndian(bytes);
        if (magic != FrameHeader.Magic)
            return FrameOutcome.Refused(FrameFault.Magic, "magic", FrameHeader.Magic, magic);
        if (bytes.Length > 4 && bytes[4] != FrameHeader.CurrentVersion)
            return FrameOutcome.Refused(FrameFault.Version, "version", FrameHeader.CurrentVersion, bytes[4]);
        if (bytes.Length < FrameHeader.Size)
            return FrameOutcome.Refused(FrameFault.Length, "header length", FrameHeader.Size, bytes.Length);
        int claimed = bytes[5] * FrameHeader.WordSize;
        if (claimed != bytes.Length)
            return FrameOutcome.Refused(FrameFault.Length, "header length", bytes.Length, claimed);
        uint crc = Crc32C.Append(Crc32C.Compute(bytes[..FrameHeader.CrcOffset]), bytes[FrameHeader.Size..]);
        uint stored = BinaryPrimitives.ReadUInt32LittleEndian(bytes[FrameHeader.CrcOffset..]);
        return crc == stored ? FrameOutcome.Ok : FrameOutcome.Refused(FrameFault.HeaderCrc, "header CRC", crc, stored);
    }

    private static FrameOutcome CheckFields(ReadOnlySpan<byte> bytes, int payloadLength, FrameLimits limits)
    {
        if ((bytes[7] & RefusedFlags) != 0)
            return FrameOutcome.Refused(FrameFault.Flags, "flags", 0, bytes[7]);
        if (bytes[EncryptionOffset] != 0)
            return FrameOutcome.Refused(FrameFault.Flags, "encryption algorithm", 0, bytes[EncryptionOffset]);
        if (bytes[6] is < (byte)FrameKind.Data or > (byte)FrameKind.Derived)
            return FrameOutcome.Refused(FrameFault.Kind, "kind", (byte)FrameKind.Derived, bytes[6]);
        uint claimed = BinaryPrimitives.ReadUInt32LittleEndian(bytes[68..]);
        if (Math.Max(claimed, payloadLength) > limits.MaxPayloadBytes)
            return FrameOutcome.Refused(
                FrameFault.Oversize, "payload length", limits.MaxPayloadBytes, Math.Max(claimed, payloadLength));
        return claimed == payloadLength
            ? FrameOutcome.Ok
            : FrameOutcome.Refused(FrameFault.Length, "payload length", payloadLength, claimed);
    }
}
