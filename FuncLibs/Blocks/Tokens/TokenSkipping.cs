namespace FuncLibs.Blocks.Tokens;

/// <summary>Steps over values that the caller does not need, of any type.</summary>
internal static class TokenSkipping
{
    /// <summary>
    /// Skips one value with everything inside it. On failure the position is that of the value, not of the token
    /// inside.
    /// </summary>
    /// <param name="reader">The reader, at the value.</param>
    /// <param name="maxDepth">How many arrays and maps may be nested; the recursion goes as deep.</param>
    public static bool TrySkip(this ref MessagePackReader reader, int maxDepth)
    {
        int start = reader.Position;
        return TrySkipInner(ref reader, maxDepth) || reader.Refuse(start, reader.Failure);
    }

    private static bool TrySkipInner(ref MessagePackReader reader, int depth)
    {
        byte code = reader.NextCode;
        if (MessagePackCode.IsInt(code))
            return code == MessagePackCode.UInt64 ? reader.TryRead(out ulong _) : reader.TryRead(out long _);
        if (code is MessagePackCode.Float32 or MessagePackCode.Float64)
            return reader.TryRead(out double _);
        if (MessagePackCode.IsArray(code) || MessagePackCode.IsMap(code))
            return TrySkipInside(ref reader, MessagePackCode.IsMap(code), depth);
        if (MessagePackCode.IsExt(code))
            return reader.TryReadExt(out _, out _);
        return code switch
        {
            MessagePackCode.Nil => reader.TryReadNil(),
            MessagePackCode.False or MessagePackCode.True => reader.TryRead(out bool _),
            MessagePackCode.Bin8 or MessagePackCode.Bin16 or MessagePackCode.Bin32 => reader.TryReadBin(out _),
            _ => reader.TryReadUtf8(out _),
        };
    }

    private static bool TrySkipInside(ref MessagePackReader reader, bool isMap, int depth)
    {
        if (depth <= 0)
            return reader.Refuse(reader.Position, ReadFailure.TooDeep);
        if (!(isMap ? reader.TryReadMapHeader(out int items) : reader.TryReadArrayHeader(out items)))
            return false;
        for (long left = isMap ? 2L * items : items; left > 0; left--)
        {
            if (!TrySkipInner(ref reader, depth - 1))
                return false;
        }

        return true;
    }
}
