using System.Formats.Cbor;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Cbor;

/// <summary>A member as it is written.</summary>
internal abstract class CborMember<TObject>(string name)
{
    public string Name => name;

    public abstract void Write(CborWriter writer, ref TObject owner, CborContext context);
}

/// <summary>A member with a getter.</summary>
internal sealed class CborGetter<TObject, TValue>(
    string name, Getter<TObject, TValue> get, CborConverter<TValue> converter) : CborMember<TObject>(name)
{
    public override void Write(CborWriter writer, ref TObject owner, CborContext context) =>
        converter.Write(writer, get(ref owner), context);
}

/// <summary>What a member of the input sets: a parameter of the constructor, or a member of the object.</summary>
internal abstract class CborSlot<TState>
{
    public abstract void Read(CborReader reader, ref TState state, CborContext context);
}

/// <summary>A slot with a setter.</summary>
internal sealed class CborSetter<TState, TValue>(Setter<TState, TValue> set, CborConverter<TValue> converter)
    : CborSlot<TState>
{
    public override void Read(CborReader reader, ref TState state, CborContext context) =>
        set(ref state, converter.Read(reader, context)!);
}

/// <summary>How an object is made of a map.</summary>
internal abstract class CborMaker<TObject>
{
    public abstract TObject Read(CborReader reader, CborContext context);

    /// <summary>Reads the members of a map into a state; those that are not known are skipped.</summary>
    protected static void ReadMembers<TState>(
        CborReader reader, Dictionary<string, CborSlot<TState>> slots, ref TState state, CborContext context)
    {
        reader.ReadStartMap();
        while (reader.PeekState() != CborReaderState.EndMap)
        {
            string name = reader.ReadTextString();
            context.Push(name);
            if (slots.TryGetValue(name, out CborSlot<TState>? slot))
                slot.Read(reader, ref state, context);
            else
                Skip(reader, context);
            context.Pop();
        }

        reader.ReadEndMap();
    }

    // That of the library has no limit of depth, and takes memory for each level.
    private static void Skip(CborReader reader, CborContext context)
    {
        while (reader.PeekState() == CborReaderState.Tag)
            reader.ReadTag();
        switch (reader.PeekState())
        {
            case CborReaderState.StartArray:
                context.Enter();
                reader.ReadStartArray();
                while (reader.PeekState() != CborReaderState.EndArray)
                    Skip(reader, context);
                reader.ReadEndArray();
                context.Leave();
                break;
            case CborReaderState.StartMap:
                context.Enter();
                reader.ReadStartMap();
                while (reader.PeekState() != CborReaderState.EndMap)
                    Skip(reader, context);
                reader.ReadEndMap();
                context.Leave();
                break;
            default:
                reader.SkipValue();
                break;
        }
    }
}

/// <summary>By a constructor without parameters, then by setters.</summary>
internal sealed class CborBySetters<TObject>(Func<TObject> make, Dictionary<string, CborSlot<TObject>> slots)
    : CborMaker<TObject>
{
    public override TObject Read(CborReader reader, CborContext context)
    {
        TObject made = make();
        ReadMembers(reader, slots, ref made, context);
        return made;
    }
}

/// <summary>By a constructor with parameters, or with members that must be set with it.</summary>
internal sealed class CborByConstructor<TObject, TState>(
    Func<TState> begin,
    Constructor<TState, TObject> make,
    IReadOnlyList<IParameterShape> parameters,
    Dictionary<string, CborSlot<TState>> slots) : CborMaker<TObject>
    where TState : IArgumentState
{
    public override TObject Read(CborReader reader, CborContext context)
    {
        TState state = begin();
        ReadMembers(reader, slots, ref state, context);
        if (state.AreRequiredArgumentsSet)
            return make(ref state);
        IParameterShape missing = parameters.First(
            parameter => parameter.IsRequired && !state.IsArgumentSet(parameter.Position));
        context.Push(missing.Name);
        throw new RequiredMemberException($"the required member '{missing.Name}' is missing");
    }
}

/// <summary>An object as a map by the names of its members.</summary>
internal sealed class CborObject<T>(CborMember<T>[] members, CborMaker<T>? maker) : CborConverter<T>
{
    public override void Write(CborWriter writer, T? value, CborContext context)
    {
        if (value is null)
        {
            writer.WriteNull();
            return;
        }

        context.Enter();
        writer.WriteStartMap(members.Length);
        foreach (CborMember<T> member in members)
        {
            context.Push(member.Name);
            writer.WriteTextString(member.Name);
            member.Write(writer, ref value, context);
            context.CheckBytes(writer.BytesWritten);
            context.Pop();
        }

        writer.WriteEndMap();
        context.Leave();
    }

    public override T? Read(CborReader reader, CborContext context)
    {
        if (default(T) is null && reader.PeekState() == CborReaderState.Null)
        {
            reader.ReadNull();
            return default;
        }

        if (maker is null)
            throw new NotSupportedException($"{typeof(T)} has no constructor that can be used");
        context.Enter();
        T made = maker.Read(reader, context);
        context.Leave();
        return made;
    }
}
