using System.Formats.Cbor;
using FuncLibs.Objects.Shapes;

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

/// <summary>The converter of a type that refers to itself, for the time until it is made.</summary>
internal sealed class CborLater<T> : CborConverter<T>, IStandIn
{
    private CborConverter<T>? _target;

    private CborConverter<T> Target => _target!;

    public bool TryComplete(object? converter) => (_target = converter as CborConverter<T>) is not null;

    public override void Write(CborWriter writer, T? value, CborContext context) =>
        Target.Write(writer, value, context);

    public override T? Read(CborReader reader, CborContext context) => Target.Read(reader, context);
}
