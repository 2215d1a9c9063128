namespace FuncLibs.MessagePack;

/// <summary>Writes and reads values of one type. Stateless: one instance serves all threads.</summary>
public interface IMessagePackFormatter<T>
{
    /// <summary>Writes a value; null as nil.</summary>
    void Serialize(ref MessagePackWriter writer, T? value);

    /// <summary>Reads one value. Bad bytes give false and the reader's failure, never an exception.</summary>
    bool TryDeserialize(ref MessagePackReader reader, out T? value);
}
