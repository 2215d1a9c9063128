using FuncLibs.MessagePack;

namespace FuncLibs.Blocks.Rows;

/// <summary>Arrays of rows: nil or items, with the length checked against its limit before memory is taken.</summary>
internal static class RowArrays
{
    /// <summary>How deep a member that is not known here may be nested.</summary>
    public const int UnknownDepth = 8;

    public static void Write<T>(ref MessagePackWriter writer, T[]? values, IMessagePackFormatter<T> formatter)
    {
        if (!TryWriteHeader(ref writer, values))
            return;
        foreach (T value in values!)
            formatter.Serialize(ref writer, value);
    }

    public static void Write(ref MessagePackWriter writer, double[]? values)
    {
        if (!TryWriteHeader(ref writer, values))
            return;
        writer.Advance(Float64Run.Write(values, writer.GetSpan(values!.Length * Float64Run.BytesPerItem)));
    }

    public static void Write(ref MessagePackWriter writer, bool[]? values)
    {
        if (!TryWriteHeader(ref writer, values))
            return;
        foreach (bool value in values!)
            writer.Write(value);
    }

    public static bool TryRead<T>(ref MessagePackReader reader, IMessagePackFormatter<T> formatter, int limit, out T[]? values)
    {
        if (!TryBegin(ref reader, limit, out values))
            return false;
        foreach (ref T value in values.AsSpan())
        {
            if (!formatter.TryDeserialize(ref reader, out value!))
                return false;
        }

        return true;
    }

    public static bool TryRead(ref MessagePackReader reader, int limit, out double[]? values)
    {
        if (!TryBegin(ref reader, limit, out values))
            return false;
        if (values is not null && Float64Run.TryRead(reader.Rest, values))
            return reader.TryTakeRaw(values.Length * Float64Run.BytesPerItem, out _);
        foreach (ref double value in values.AsSpan())
        {
            if (!reader.TryRead(out value))
                return false;
        }

        return true;
    }

    public static bool TryRead(ref MessagePackReader reader, int limit, out bool[]? values)
    {
        if (!TryBegin(ref reader, limit, out values))
            return false;
        foreach (ref bool value in values.AsSpan())
        {
            if (!reader.TryRead(out value))
                return false;
        }

        return true;
    }

    private static bool TryWriteHeader<T>(ref MessagePackWriter writer, T[]? values)
    {
        if (values is null)
            writer.WriteNil();
        else
            writer.WriteArrayHeader(values.Length);
        return values is not null;
    }

    // Nil gives null and success.
    private static bool TryBegin<T>(ref MessagePackReader reader, int limit, out T[]? values)
    {
        values = null;
        if (reader.NextCode == MessagePackCode.Nil)
            return reader.TryReadNil();
        int start = reader.Position;
        if (!reader.TryReadArrayHeader(out int count))
            return false;
        if (count > limit)
            return reader.Refuse(start, ReadFailure.OutOfRange, "an array longer than a block may hold");
        values = new T[count];
        return true;
    }
}
