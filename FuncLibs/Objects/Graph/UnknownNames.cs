namespace FuncLibs.Objects.Graph;

/// <summary>Names that are no member, one for all objects that were read from a row. Any thread.</summary>
/// <param name="all">The names.</param>
internal sealed class UnknownNames(string[] all)
{
    private Combined? _last;

    /// <summary>The names.</summary>
    public string[] All => all;

    /// <summary>The row of an object: names of its members, then those of these that are none.</summary>
    public GraphNames After(GraphNames members)
    {
        if (Volatile.Read(ref _last) is { } last && ReferenceEquals(last.Members, members))
            return last.Row;
        GraphNames row = new([.. members.All, .. all.Except(members.All)]);
        Volatile.Write(ref _last, new Combined(members, row));
        return row;
    }

    private sealed record Combined(GraphNames Members, GraphNames Row);
}
