using FuncLibs.Objects.Shapes;
using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>Writes and reads the values of one type.</summary>
internal abstract class GraphConverter
{
    /// <summary>Writes a value whose type is known to be that of the converter.</summary>
    public abstract void WriteObject(ref MessagePackWriter writer, object value, GraphWriteContext context);
}

/// <summary>Writes and reads the values of one type.</summary>
internal abstract class GraphConverter<T> : GraphConverter
{
    /// <summary>What a new value begins with: of a struct what its constructor gives.</summary>
    public virtual T? CreateInitial() => default;

    /// <summary>Writes a value.</summary>
    public abstract void Write(ref MessagePackWriter writer, T? value, GraphWriteContext context);

    /// <summary>Reads a value.</summary>
    /// <param name="reader">At its first byte.</param>
    /// <param name="value">What is there already, and may be kept or changed; receives what was read.</param>
    /// <param name="context">The document.</param>
    public abstract void Read(ref MessagePackReader reader, ref T? value, GraphReadContext context);

    /// <inheritdoc/>
    public sealed override void WriteObject(
        ref MessagePackWriter writer, object value, GraphWriteContext context) => Write(ref writer, (T)value, context);
}

/// <summary>The converter of a type that refers to itself, for the time until it is made.</summary>
internal sealed class GraphLater<T> : GraphConverter<T>, IStandIn
{
    private GraphConverter<T>? _target;

    private GraphConverter<T> Target => _target!;

    public bool TryComplete(object? converter) => (_target = converter as GraphConverter<T>) is not null;

    public override T? CreateInitial() => Target.CreateInitial();

    public override void Write(ref MessagePackWriter writer, T? value, GraphWriteContext context) =>
        Target.Write(ref writer, value, context);

    public override void Read(ref MessagePackReader reader, ref T? value, GraphReadContext context) =>
        Target.Read(ref reader, ref value, context);
}
