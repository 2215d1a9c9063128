using System.Diagnostics.CodeAnalysis;
using Nerdbank.MessagePack;
using PolyType.Abstractions;

namespace FuncLibs.Objects.Graph;

/// <summary>Where an object keeps members that its type does not have.</summary>
/// <param name="Get">Gives them.</param>
/// <param name="Set">Sets them.</param>
internal sealed record UnknownAccess<TObject>(
    Getter<TObject, UnknownMembers?> Get, Setter<TObject, UnknownMembers?> Set);

/// <summary>How an object is read.</summary>
/// <param name="names">The members that can be read.</param>
/// <param name="unknown">Where it keeps those that it does not have; null nowhere.</param>
internal abstract class GraphMaker<TObject>(IReadOnlyList<GraphMemberName> names, UnknownAccess<TObject>? unknown)
{
    /// <summary>What a new value begins with.</summary>
    public virtual TObject? CreateInitial() => default;

    /// <summary>How rows of the input are read.</summary>
    public GraphLayouts Layouts { get; } = new(names);

    /// <summary>Reads the values of the members.</summary>
    /// <param name="reader">At the first value.</param>
    /// <param name="value">The object that is there; receives the one that was read.</param>
    /// <param name="layout">Their members.</param>
    /// <param name="number">Number of the object in the document.</param>
    /// <param name="converter">Converter of the type.</param>
    /// <param name="context">The document.</param>
    public abstract void Read(
        ref MessagePackReader reader,
        ref TObject? value,
        GraphLayout layout,
        int number,
        GraphContainer<TObject> converter,
        GraphReadContext context);

    /// <summary>Reads the values of members into a state.</summary>
    /// <returns>Those that are no member, when they are kept; else null.</returns>
    protected UnknownMembers? ReadMembers<TState>(
        ref MessagePackReader reader,
        GraphMemberReader<TState>[] members,
        ref TState state,
        GraphLayout layout,
        GraphReadContext context)
    {
        UnknownValue[]? kept = unknown is null || layout.Unknown.All.Length == 0
            ? null : new UnknownValue[layout.Unknown.All.Length];
        int count = 0;
        int[] numbers = layout.Members;
        GraphPlace place = context.Place;
        for (int i = 0; i < numbers.Length; i++)
        {
            place.At(i);
            int number = numbers[i];
            if (number >= 0)
            {
                members[number].Read(ref reader, ref state, context);
            }
            else if (kept is null)
            {
                context.Skip(ref reader);
            }
            else
            {
                UnknownConverter.Instance.Read(ref reader, ref kept[count]!, context);
                count++;
            }
        }

        return kept is null ? null : new UnknownMembers(layout.Unknown, kept);
    }

    /// <summary>Whether the object that is there is read into.</summary>
    protected static bool CanReadInto([NotNullWhen(true)] TObject? value, GraphReadContext context) =>
        value is not null && (typeof(TObject).IsValueType ? context.Populates : context.Claim(value));

    /// <summary>Gives an object the members that its type does not have.</summary>
    protected void Keep(ref TObject value, UnknownMembers? members)
    {
        if (members is not null)
            unknown!.Set(ref value, members);
    }
}

/// <summary>By a constructor without parameters, then by setters.</summary>
internal sealed class GraphBySetters<TObject>(
    Func<TObject> make,
    IReadOnlyList<GraphMemberName> names,
    GraphMemberReader<TObject>[] members,
    UnknownAccess<TObject>? unknown) : GraphMaker<TObject>(names, unknown)
{
    public override TObject? CreateInitial() => typeof(TObject).IsValueType ? make() : default;

    public override void Read(
        ref MessagePackReader reader,
        ref TObject? value,
        GraphLayout layout,
        int number,
        GraphContainer<TObject> converter,
        GraphReadContext context)
    {
        TObject made;
        if (CanReadInto(value, context))
        {
            made = value;
        }
        else
        {
            made = make();

            // It is of this object of the input, and of no other.
            if (context.Populates && !typeof(TObject).IsValueType)
                context.Claim(made!);
        }

        converter.SetReadable(number, made, context);
        Keep(ref made, ReadMembers(ref reader, members, ref made, layout, context));
        value = made;
    }
}

/// <summary>By a constructor with parameters, or with members that must be set with it.</summary>
/// <param name="begin">Begins the arguments.</param>
/// <param name="make">Runs the constructor.</param>
/// <param name="names">The arguments.</param>
/// <param name="arguments">Read the arguments.</param>
/// <param name="members">Read members of an object that is there; null = a new one is made.</param>
/// <param name="fillers">Read into members that have no setter, once it is made; null elements for others.</param>
/// <param name="unknown">Where it keeps members that it does not have.</param>
internal sealed class GraphByConstructor<TObject, TState>(
    Func<TState> begin,
    Constructor<TState, TObject> make,
    IReadOnlyList<GraphMemberName> names,
    GraphMemberReader<TState>[] arguments,
    GraphMemberReader<TObject>[]? members,
    GraphFiller<TObject>?[] fillers,
    UnknownAccess<TObject>? unknown) : GraphMaker<TObject>(names, unknown)
    where TState : IArgumentState
{
    public override void Read(
        ref MessagePackReader reader,
        ref TObject? value,
        GraphLayout layout,
        int number,
        GraphContainer<TObject> converter,
        GraphReadContext context)
    {
        TObject made;
        if (members is not null && CanReadInto(value, context))
        {
            made = value;
            converter.SetReadable(number, made, context);
            Keep(ref made, ReadMembers(ref reader, members, ref made, layout, context));
            value = made;
            return;
        }

        context.Promise(number);
        MessagePackReader first = reader;
        (int, int) begun = context.Mark();
        TState state = begin();
        UnknownMembers? kept = ReadMembers(ref reader, arguments, ref state, layout, context);
        made = make(ref state);

        // What it refers to may have been skipped before, and has made it meanwhile.
        if (context.TryGet(number, out TObject? inner))
        {
            value = inner;
            return;
        }

        converter.SetReadable(number, made, context);
        Keep(ref made, kept);
        Fill(in first, begun, ref made, layout, context);
        value = made;
    }

    // Members without a setter, which were skipped while there was no object to read into.
    private void Fill(
        ref readonly MessagePackReader first,
        (int, int) begun,
        ref TObject made,
        GraphLayout layout,
        GraphReadContext context)
    {
        if (!Array.Exists(layout.Members, number => number >= 0 && fillers[number] is not null))
            return;
        MessagePackReader reader = first;
        (int, int) ended = context.Mark();
        context.Return(begun);
        for (int i = 0; i < layout.Members.Length; i++)
        {
            context.Place.At(i);
            if (layout.Members[i] >= 0 && fillers[layout.Members[i]] is { } filler)
                filler.Read(ref reader, ref made, context);
            else
                context.Skip(ref reader);
        }

        context.Return(ended);
    }
}
