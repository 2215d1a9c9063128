using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using HardwareConnector.Sources;
using Simulator.Presets;
using Simulator.Rig;

namespace HardwareConnector.Tests;

/// <summary>The small preset as the rig of these tests: 20 base samples a block, 100 blocks/s.</summary>
internal static class TestRig
{
    public const int Points = 20;

    [ThreadStatic]
    private static SimulatedRig? _rig;

    /// <summary>A rig has a past and so one thread; test classes run beside each other.</summary>
    public static SimulatedRig Rig => _rig ??= new(RigPresets.Find("small")!, 1);

    public static StreamDescription Stream => Rig.Description;

    public static RigDescription Describe(SourceFeed feed, params StreamDescription[] streams) =>
        new([.. streams.Length == 0 ? [Stream] : streams], feed.BlocksInUse);

    /// <summary>Rents, fills and offers block <paramref name="index"/> of the stream.</summary>
    public static void Offer(SourceFeed feed, long index, bool trimmed = false, int stream = 0)
    {
        CDataBlock block = feed.TryRent(stream).ShouldNotBeNull();
        Rig.Fill(block, index);
        feed.Offer(stream, block, DueNs(index), trimmed);
    }

    public static long DueNs(long index) => 1_700_000_000_000_000_000 + (index * 10_000_000);
}
