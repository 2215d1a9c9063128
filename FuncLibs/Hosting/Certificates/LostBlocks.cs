namespace FuncLibs.Hosting.Certificates;

/// <summary>Blocks that were declared lost, by reason.</summary>
/// <param name="Hole">Later blocks came, these did not, and there was no journal to ask.</param>
/// <param name="Tail">The connector said that it had published them; they did not come.</param>
/// <param name="UncleanStop">The connector began a new life before they came.</param>
/// <param name="Gone">The connector's journal does not have them, or not any more.</param>
/// <param name="Unanswered">The connector was heard all the time, but did not give them.</param>
/// <param name="Undecodable">They came, and could not be read.</param>
public sealed record LostBlocks(long Hole, long Tail, long UncleanStop, long Gone, long Unanswered, long Undecodable)
{
    /// <summary>None.</summary>
    public static LostBlocks None { get; } = new(0, 0, 0, 0, 0, 0);

    /// <summary>All of them.</summary>
    public long Sum() => Hole + Tail + UncleanStop + Gone + Unanswered + Undecodable;

    /// <summary>Adds up, reason by reason.</summary>
    public LostBlocks Plus(LostBlocks other) => new(
        Hole + other.Hole,
        Tail + other.Tail,
        UncleanStop + other.UncleanStop,
        Gone + other.Gone,
        Unanswered + other.Unanswered,
        Undecodable + other.Undecodable);
}
