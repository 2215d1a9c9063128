using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Protobuf;

/// <summary>
/// Reads content 6, the schema cdatablock.proto. Fields may be in any order and unknown ones are skipped; one that is
/// given twice is refused where the schema has it once.
/// </summary>
internal readonly struct ProtobufGrammar : IBlockGrammar<ProtobufReader>
{
    private const string ExpectedField = "a field of the message, or its end";

    public static string Format => "protobuf";

    public static bool TryRead(ref BlockDocument<ProtobufReader> document)
    {
        uint seen = 0;
        while (!document.Tokens.IsAtEnd)
        {
            document.Enter(null);
            int start = document.Tokens.Position;
            bool isRead = document.Tokens.TryReadField(out int field);

            // The version is the last field of a block: what follows, but fields of a later schema, is behind it.
            if (seen >> ProtobufFields.Version != 0 && field <= ProtobufFields.Version)
            {
                document.Tokens.Return(start);
                return Finish(ref document);
            }

            if (!isRead)
                return document.RefuseToken(ExpectedField);
            if (!IsOnce(ref document, field, ref seen) || !TryReadField(ref document, field))
                return false;
        }

        document.Enter("version");
        return seen >> ProtobufFields.Version != 0
            ? Finish(ref document)
            : document.Refuse(DecodeStatus.Truncated, "the version, the last field", "the end of the input");
    }

    private static bool Finish(ref BlockDocument<ProtobufReader> document)
    {
        if (!document.IsScan)
            document.Block.Counts = document.Block.ArrayLengths;
        return true;
    }

    private static bool IsOnce(ref BlockDocument<ProtobufReader> document, int field, ref uint seen)
    {
        if (field > ProtobufFields.Version)
            return true;
        uint bit = 1U << field;
        if ((seen & bit) != 0)
            return document.Refuse(DecodeStatus.LengthMismatch, "each field once", "again field", field);
        seen |= bit;
        return true;
    }

    private static bool TryReadField(ref BlockDocument<ProtobufReader> document, int field)
    {
        switch (field)
        {
            case ProtobufFields.FirstSampleIndex:
                document.Enter("firstSampleIndex");
                if (!ProtobufValues.TryReadInt(ref document, long.MinValue, long.MaxValue, "an int64", out long first))
                    return false;
                if (!document.IsScan)
                    document.Block.FirstSampleIndex = first;
                return true;
            case ProtobufFields.SampleRateHz:
                document.Enter("sampleRateHz");
                return TryReadRate(ref document);
            case ProtobufFields.Servo:
                return TryReadGroup(ref document, BlockGroup.Servo, "servo");
            case ProtobufFields.Temp:
                return TryReadGroup(ref document, BlockGroup.Temp, "temp");
            case ProtobufFields.AD:
                return TryReadGroup(ref document, BlockGroup.AD, "ad");
            case ProtobufFields.BitIn:
                return TryReadBits(ref document, BitGroup.In, "bitIn");
            case ProtobufFields.BitOut:
                return TryReadBits(ref document, BitGroup.Out, "bitOut");
            case ProtobufFields.Version:
                document.Enter("version");
                return TryReadVersion(ref document);
            default:
                return document.Tokens.TrySkip() || document.RefuseToken(ExpectedField);
        }
    }

    private static bool TryReadRate(ref BlockDocument<ProtobufReader> document)
    {
        int start = document.Tokens.Position;
        ulong bits = 0;
        if (document.Tokens.Wire != ProtobufWire.Fixed64
            ? !document.Tokens.RefuseWire() : !document.Tokens.TryReadFixed64(out bits))
            return document.RefuseToken("a double");
        double rate = BitConverter.UInt64BitsToDouble(bits);
        if (!document.Limits.IsRateOrUnknown(rate))
            return document.RefuseAt(start, DecodeStatus.OutOfRange, BlockLimits.ExpectedRate, "a rate outside");
        if (!document.IsScan)
            document.Block.SampleRateHz = rate;
        return true;
    }

    private static bool TryReadVersion(ref BlockDocument<ProtobufReader> document)
    {
        int start = document.Tokens.Position;
        if (!ProtobufValues.TryReadInt(ref document, 0, uint.MaxValue, "the format version 1", out long version))
            return false;
        return version == ProtobufFields.DocumentVersion
            || document.RefuseAt(
                start, DecodeStatus.UnsupportedVersion, "the format version 1", "version", version);
    }

    private static bool TryReadGroup(ref BlockDocument<ProtobufReader> document, BlockGroup group, string part)
    {
        document.Enter(part);
        if (!ProtobufValues.TryEnter(ref document, out int end)
            || !ProtobufValues.TryCount(ref document, ProtobufFields.Channels, out int channels)
            || !document.TryBeginGroup(group, channels))
        {
            return false;
        }

        for (int channel = 0; !document.Tokens.IsAtEnd;)
        {
            document.Enter(part);
            if (!document.Tokens.TryReadField(out int field))
                return document.RefuseToken(ExpectedField);
            if (field != ProtobufFields.Channels)
            {
                if (!document.Tokens.TrySkip())
                    return document.RefuseToken(ExpectedField);
                continue;
            }

            document.EnterChannel(channel);
            if (!ProtobufChannel.TryRead(ref document, group, channel++))
                return false;
        }

        document.Tokens.Leave(end);
        return true;
    }

    private static bool TryReadBits(ref BlockDocument<ProtobufReader> document, BitGroup group, string part)
    {
        document.Enter(part);
        if (!ProtobufValues.TryEnter(ref document, out int end))
            return false;
        long bits = 0;
        ReadOnlySpan<byte> bytes = default;
        int start = document.Tokens.Position;
        for (uint seen = 0; !document.Tokens.IsAtEnd;)
        {
            if (!document.Tokens.TryReadField(out int field))
                return document.RefuseToken(ExpectedField);
            if (!IsOnce(ref document, field, ref seen))
                return false;
            if (!(field switch
            {
                ProtobufFields.BitCount => ProtobufValues.TryReadInt(
                    ref document, 0, int.MaxValue, "a bit count from 0", out bits),
                ProtobufFields.BitBytes => ProtobufValues.TryReadBytes(
                    ref document, "the bytes of the bits", out bytes),
                _ => document.Tokens.TrySkip() || document.RefuseToken(ExpectedField),
            }))
            {
                return false;
            }
        }

        document.Tokens.Leave(end);
        if (bytes.Length != (bits + 7) / 8)
            return document.RefuseAt(
                start, DecodeStatus.LengthMismatch, "a byte for each 8 bits", "bytes", bytes.Length);
        if (!document.TryBeginBits(group, (int)bits))
            return false;
        if ((bits & 7) != 0 && bytes[^1] >> (int)(bits & 7) != 0)
            return document.Refuse(DecodeStatus.OutOfRange, "0 in the unused bits", "a byte", bytes[^1]);
        if (!document.IsScan)
            bytes.CopyTo(document.Block.BitBytes(group));
        return true;
    }
}
