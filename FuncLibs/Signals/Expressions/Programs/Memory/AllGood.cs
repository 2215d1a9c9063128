namespace FuncLibs.Signals.Expressions.Programs.Memory;

/// <summary>Qualities of a tile in which nothing is wrong.</summary>
internal static class AllGood
{
    private static readonly Quality[] Qualities = new Quality[Tile.Length];

    /// <summary>So many of them, at most a tile.</summary>
    public static ReadOnlySpan<Quality> Of(int count) => Qualities.AsSpan(0, count);
}
