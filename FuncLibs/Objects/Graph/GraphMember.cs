using System.Collections;
using Nerdbank.MessagePack;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Graph;

/// <summary>Writes a member of an object.</summary>
internal abstract class GraphMemberWriter<TObject>
{
    public abstract void Write(ref MessagePackWriter writer, ref TObject owner, GraphWriteContext context);
}

/// <summary>Reads a member into an object, or into the arguments of its constructor.</summary>
internal abstract class GraphMemberReader<TState>
{
    public abstract void Read(ref MessagePackReader reader, ref TState state, GraphReadContext context);
}

/// <summary>Writes what a getter gives.</summary>
internal sealed class GraphGetter<TObject, TValue>(Getter<TObject, TValue> get, GraphConverter<TValue> converter)
    : GraphMemberWriter<TObject>
{
    public override void Write(ref MessagePackWriter writer, ref TObject owner, GraphWriteContext context) =>
        converter.Write(ref writer, get(ref owner), context);
}

/// <summary>Sets what is read.</summary>
/// <param name="get">Gives what is there; null = nothing can be.</param>
/// <param name="set">Sets the value.</param>
/// <param name="converter">Reads it.</param>
/// <param name="isRequired">Whether null is refused.</param>
internal sealed class GraphSetter<TState, TValue>(
    Getter<TState, TValue>? get, Setter<TState, TValue> set, GraphConverter<TValue> converter, bool isRequired)
    : GraphMemberReader<TState>
{
    public override void Read(ref MessagePackReader reader, ref TState state, GraphReadContext context)
    {
        TValue? value = context.Populates && get is not null ? get(ref state) : default;
        converter.Read(ref reader, ref value, context);
        if (isRequired && value is null)
            throw new RequiredMemberException("the required member is null");
        set(ref state, value!);
    }
}

/// <summary>Sets a text.</summary>
/// <param name="get">Gives what is there; null = nothing can be.</param>
/// <param name="set">Sets it.</param>
/// <param name="isRequired">Whether null is refused.</param>
internal sealed class GraphTextSetter<TState>(
    Getter<TState, string?>? get, Setter<TState, string?> set, bool isRequired) : GraphMemberReader<TState>
{
    private const int LongestKept = 64;

    // Texts of a member repeat: the one that was read last is mostly the next one, too. Any thread may set it: each
    // compares what it gets. Longer ones are not kept.
    private string? _last;

    public override void Read(ref MessagePackReader reader, ref TState state, GraphReadContext context)
    {
        string? there = context.Populates && get is not null ? get(ref state) : _last;
        string? value = context.ReadText(ref reader, there);
        if (isRequired && value is null)
            throw new RequiredMemberException("the required member is null");
        if (value is { Length: <= LongestKept } && !ReferenceEquals(value, there))
            _last = value;
        set(ref state, value);
    }
}

/// <summary>Sets a number: most members are these, and nothing that is there can be kept.</summary>
internal sealed class GraphDoubleSetter<TState>(Setter<TState, double> set) : GraphMemberReader<TState>
{
    public override void Read(ref MessagePackReader reader, ref TState state, GraphReadContext context) =>
        set(ref state, reader.ReadDouble());
}

/// <summary>See <see cref="GraphDoubleSetter{TState}"/>.</summary>
internal sealed class GraphInt32Setter<TState>(Setter<TState, int> set) : GraphMemberReader<TState>
{
    public override void Read(ref MessagePackReader reader, ref TState state, GraphReadContext context) =>
        set(ref state, reader.ReadInt32());
}

/// <summary>Reads into what a member has.</summary>
internal abstract class GraphFiller<TObject> : GraphMemberReader<TObject>;

/// <summary>Reads into an object or a collection that has no setter.</summary>
/// <param name="get">Gives it.</param>
/// <param name="converter">Reads into it.</param>
internal sealed class GraphFiller<TObject, TValue>(Getter<TObject, TValue> get, GraphConverter<TValue> converter)
    : GraphFiller<TObject>
{
    public override void Read(ref MessagePackReader reader, ref TObject state, GraphReadContext context)
    {
        TValue? value = get(ref state);
        bool isReadOnly = value is null or IList { IsReadOnly: true } or IList { IsFixedSize: true }
            or IDictionary { IsReadOnly: true };

        // Another member had it, and has read it.
        byte code = reader.NextCode;
        if (isReadOnly || code == GraphFormat.Nil || (!GraphFormat.IsExtension(code) && context.IsClaimed(value!)))
        {
            context.Skip(ref reader);
            return;
        }

        TValue? filled = value;
        converter.Read(ref reader, ref filled, context);
        if (!ReferenceEquals(value, filled))
            throw new GraphException("the member has no setter, and what it has cannot be changed to the input");
    }
}

/// <summary>Skips a member that is written, and cannot be read.</summary>
internal sealed class GraphSkipper<TState> : GraphMemberReader<TState>
{
    public override void Read(ref MessagePackReader reader, ref TState state, GraphReadContext context) =>
        context.Skip(ref reader);
}
