using FuncLibs.Blocks.Catalogue;

namespace FuncLibs.Tests.Blocks.Catalogue;

/// <summary>
/// A stream of two servo channels, one temperature channel and one analogue input, for the tests of these namespaces.
/// </summary>
internal static class Descriptions
{
    public static StreamDescription Stream { get; } = new(
        3,
        "main",
        1000,
        10,
        [Control(0, 1, 1, 10, "force", "Stroke 1"), Control(1, 1, 1, 10, "", "")],
        [Control(7, 1, 2, 5, "upper")],
        [new(4, "ad1", 2, 1, 20, [new("volt", "V", -10, 10, 0.0003)])],
        ["door", "pump", ""],
        ["valve"]);

    public static PublisherCatalogue Catalogue { get; } = new(
        17,
        Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"),
        "lab",
        "rig1",
        [new(1763700315123, 3, 1, 99, true), new(ulong.MaxValue, 3, 1, 0, false)],
        [Stream, Stream with { Id = 4, Name = "slow", BaseRateHz = 0.5 }]);

    private static ChannelDescription Control(int id, int num, int den, int points, params string[] sensors) => new(
        id,
        $"channel{id}",
        num,
        den,
        points,
        [
            new("command", "kN", -100, 100, 0),
            new("output", "%", -100, 100, 0),
            .. sensors.Select(s => new ColumnDescription(s, "kN", -100, double.PositiveInfinity, 0.5)),
        ]);
}
