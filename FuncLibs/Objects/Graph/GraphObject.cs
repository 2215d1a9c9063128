using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>An object as an array: the row of the table that has the names of its members, then their values.</summary>
/// <param name="names">Names of the members that are written.</param>
/// <param name="members">Write them.</param>
/// <param name="maker">Reads an object; null = the type has no constructor that can be used.</param>
/// <param name="unknown">Where an object keeps members that its type does not have; null nowhere.</param>
internal sealed class GraphObject<T>(
    GraphNames names, GraphMemberWriter<T>[] members, GraphMaker<T>? maker, UnknownAccess<T>? unknown)
    : GraphContainer<T>
{
    /// <inheritdoc/>
    public override T? CreateInitial() => maker is null ? default : maker.CreateInitial();

    /// <inheritdoc/>
    protected override void WriteContent(ref MessagePackWriter writer, T value, GraphWriteContext context)
    {
        if (!typeof(T).IsValueType && value!.GetType() != typeof(T))
            throw new NotSupportedException(
                $"a {value.GetType()} is in the place of a {typeof(T)}, whose members alone would be written");
        UnknownMembers? kept = unknown?.Get(ref value);
        GraphNames row = kept is null ? names : kept.Shared.After(names);
        context.Place.Enter(row.All);
        writer.WriteArrayHeader(1 + row.All.Length);
        writer.Write(context.RowOf(row));
        for (int i = 0; i < members.Length; i++)
        {
            context.Place.At(i);
            members[i].Write(ref writer, ref value, context);
        }

        if (kept is not null)
            WriteUnknown(ref writer, kept, context);
        context.Place.Leave();
    }

    /// <inheritdoc/>
    protected override void ReadContent(
        ref MessagePackReader reader, ref T? value, int number, GraphReadContext context)
    {
        if (maker is null)
            throw new NotSupportedException($"{typeof(T)} has no constructor that can be used");
        int count = reader.ReadArrayHeader() - 1;
        if (count < 0 || reader.NextCode == GraphFormat.Nil)
            throw new GraphException($"a list where a {typeof(T).Name} is expected");
        GraphLayout layout = context.Table.LayoutOf(reader.ReadInt32(), maker.Layouts, count);
        context.Place.Enter(layout.Names.All);
        if (layout.Missing is { } missing)
        {
            context.Place.AtMissing(missing);
            throw new RequiredMemberException("the required member is missing");
        }

        maker.Read(ref reader, ref value, layout, number, this, context);
        context.Place.Leave();
    }

    // A member that has got the name of a kept one meanwhile is written, and not the kept one.
    private void WriteUnknown(
        ref MessagePackWriter writer, UnknownMembers kept, GraphWriteContext context)
    {
        int index = members.Length;
        for (int i = 0; i < kept.Names.Count; i++)
        {
            if (Array.IndexOf(names.All, kept.Names[i]) >= 0)
                continue;
            context.Place.At(index++);
            kept.Values[i].Write(ref writer, context);
        }
    }
}
