using System.Formats.Cbor;

namespace FuncLibs.Objects.Cbor;

/// <summary>Writes and reads the values of one type.</summary>
internal abstract class CborConverter<T>
{
    /// <summary>Writes a value.</summary>
    public abstract void Write(CborWriter writer, T? value, CborContext context);

    /// <summary>Reads a value.</summary>
    public abstract T? Read(CborReader reader, CborContext context);
}

/// <summary>A value of one item.</summary>
/// <param name="write">Writes it.</param>
/// <param name="read">Reads it.</param>
internal sealed class CborScalar<T>(Action<CborWriter, T> write, Func<CborReader, T> read) : CborConverter<T>
{
    public override void Write(CborWriter writer, T? value, CborContext context)
    {
        if (value is null)
            writer.WriteNull();
        else
            write(writer, value);
    }

    public override T? Read(CborReader reader, CborContext context)
    {
        if (default(T) is not null || reader.PeekState() != CborReaderState.Null)
            return read(reader);
        reader.ReadNull();
        return default;
    }
}

/// <summary>The converter of a type that refers to itself, until it is made.</summary>
internal sealed class CborLater<T>(Func<CborConverter<T>> find) : CborConverter<T>
{
    private readonly Lazy<CborConverter<T>> _converter = new(find);

    public override void Write(CborWriter writer, T? value, CborContext context) =>
        _converter.Value.Write(writer, value, context);

    public override T? Read(CborReader reader, CborContext context) => _converter.Value.Read(reader, context);
}
