using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Testing;

namespace SignalMonitor.Tests;

/// <summary>
/// The stream of the small golden block: 2 servo channels x 3 points x 2 sensors, 1 temperature x 2 x 2, 2 AD x 4, 8 +
/// 3 bits.
/// </summary>
internal static class TestStream
{
    public const uint Id = 1;
    public const long AcquiredNs = 1_700_000_000_000_000_000;
    public static readonly Guid Publisher = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");

    public static StreamDescription Description { get; } = new(
        Id,
        "main",
        ReferenceBlocks.SampleRateHz,
        3,
        [Control(0, 3, 1, 1), Control(1, 3, 1, 1)],
        [Control(0, 2, 2, 3)],
        [Input(0), Input(1)],
        [.. Enumerable.Repeat("", 8)],
        [.. Enumerable.Repeat("", 3)]);

    public static CDataBlock Block() => ReferenceBlocks.Create(ReferenceBlocks.Small);

    public static PublisherCatalogue Catalogue(uint revision, StreamDescription? stream = null) =>
        new(revision, Publisher, "lab", "rig1", [], [stream ?? Description]);

    private static ChannelDescription Control(int id, int points, int num, int den) => new(
        id,
        "",
        num,
        den,
        points,
        [Column("command"), Column("output"), Column("force"), Column("stroke")]);

    private static ChannelDescription Input(int id) => new(id, "", 4, 3, 4, [Column("value")]);

    private static ColumnDescription Column(string name) => new(name, "kN", -100, 100, 0);
}
