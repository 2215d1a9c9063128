namespace FuncLibs.Objects.Graph;

/// <summary>How the members of a row are read into objects of one type.</summary>
/// <param name="owner">The layouts of the type.</param>
/// <param name="names">The row.</param>
/// <param name="members">For each name the number of the member that it is; -1 none.</param>
/// <param name="unknown">Names that are no member.</param>
/// <param name="missing">A required member that the row does not have; null none.</param>
internal sealed class GraphLayout(
    GraphLayouts owner, GraphNames names, int[] members, UnknownNames unknown, string? missing)
{
    public GraphLayouts Owner => owner;

    public GraphNames Names => names;

    public int[] Members => members;

    public UnknownNames Unknown => unknown;

    public string? Missing => missing;
}

/// <summary>The layouts of one type, each made once. Any thread.</summary>
/// <param name="members">The members that can be read.</param>
internal sealed class GraphLayouts(IReadOnlyList<GraphMemberName> members)
{
    // Rows come from the input: a stranger can send as many as he likes, and as large.
    private const int MostKept = 32;
    private const int LongestKept = 4096;

    private readonly Lock _gate = new();
    private GraphLayout[] _known = [];
    private int _next;

    /// <summary>The layout of a row.</summary>
    public GraphLayout Find(ReadOnlyMemory<byte> row)
    {
        if (FindKnown(row.Span) is { } known)
            return known;
        GraphLayout made = Make(GraphNames.Read(row));
        if (row.Length > LongestKept || Array.TrueForAll(made.Members, member => member < 0))
            return made;
        lock (_gate)
        {
            if (FindKnown(row.Span) is { } other)
                return other;

            // The oldest goes: rows that are used come back.
            GraphLayout[] kept = _known.Length < MostKept ? [.. _known, made] : [.. _known];
            if (_known.Length == MostKept)
                kept[_next++ % MostKept] = made;
            Volatile.Write(ref _known, kept);
        }

        return made;
    }

    private GraphLayout? FindKnown(ReadOnlySpan<byte> row)
    {
        foreach (GraphLayout known in Volatile.Read(ref _known))
        {
            if (known.Names.Encoded.SequenceEqual(row))
                return known;
        }

        return null;
    }

    private GraphLayout Make(GraphNames names)
    {
        int[] numbers = [.. names.All.Select(NumberOf)];

        // A name that a member had is its only where its present one is not there.
        for (int i = 0; i < numbers.Length; i++)
        {
            if (numbers[i] < 0
                && FormerNumberOf(names.All[i]) is >= 0 and var former && !numbers.Contains(former))
                numbers[i] = former;
        }

        string[] unknown = [.. names.All.Where((_, i) => numbers[i] < 0)];
        GraphMemberName? missing =
            members.Where((member, number) => member.IsRequired && !numbers.Contains(number)).FirstOrDefault();
        return new GraphLayout(this, names, numbers, new UnknownNames(unknown), missing?.Name);
    }

    private int NumberOf(string name) => IndexOf(member => member.Name == name);

    private int FormerNumberOf(string name) => IndexOf(member => member.FormerNames.Contains(name));

    private int IndexOf(Predicate<GraphMemberName> isSought)
    {
        for (int i = 0; i < members.Count; i++)
        {
            if (isSought(members[i]))
                return i;
        }

        return -1;
    }
}

/// <summary>What the input may call a member.</summary>
/// <param name="Name">Its name.</param>
/// <param name="FormerNames">Names that it had.</param>
/// <param name="IsRequired">Whether it must be there.</param>
internal sealed record GraphMemberName(string Name, IReadOnlyCollection<string> FormerNames, bool IsRequired);
