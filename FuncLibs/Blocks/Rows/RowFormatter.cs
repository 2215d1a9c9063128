using FuncLibs.MessagePack;

namespace FuncLibs.Blocks.Rows;

/// <summary>
/// A class whose members are an array by key. Nil is null; members that are missing keep their default, and more than are known are
/// skipped, so that either side may be the older one.
/// </summary>
/// <param name="keys">Members of the class.</param>
internal abstract class RowFormatter<T>(int keys) : IMessagePackFormatter<T>
    where T : class, new()
{
    public void Serialize(ref MessagePackWriter writer, T? value)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        writer.WriteArrayHeader(keys);
        WriteMembers(ref writer, value);
    }

    public bool TryDeserialize(ref MessagePackReader reader, out T? value)
    {
        value = null;
        if (reader.NextCode == MessagePackCode.Nil)
            return reader.TryReadNil();
        if (!reader.TryReadArrayHeader(out int items))
            return false;
        value = new T();
        for (int key = 0; key < items; key++)
        {
            if (!(key < keys ? TryReadMember(ref reader, value, key) : reader.TrySkip(RowArrays.UnknownDepth)))
                return false;
        }

        return true;
    }

    protected static bool TryReadInt32(ref MessagePackReader reader, out int value)
    {
        bool read = reader.TryRead(out long wide, int.MinValue, int.MaxValue);
        value = (int)wide;
        return read;
    }

    protected abstract void WriteMembers(ref MessagePackWriter writer, T value);

    protected abstract bool TryReadMember(ref MessagePackReader reader, T value, int key);
}
