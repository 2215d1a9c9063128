using System.Collections.Immutable;

namespace FuncLibs.Blocks.Catalogue;

/// <summary>
/// Holds a block against the description of its stream. Trailing channels and bits may be missing (trimmed to live
/// counts, or nil), and a channel may have fewer points than a full block; ids, sensor counts and the base rate must be
/// those described. Allocates only when it rejects a block.
/// </summary>
public static class BlockFit
{
    /// <summary>Whether <paramref name="block"/> is one that <paramref name="stream"/> describes.</summary>
    public static CatalogueOutcome Check(StreamDescription stream, CDataBlock block)
    {
        if (block.SampleRateHz != stream.BaseRateHz)
            return CatalogueOutcome.Refused(
                "sampleRateHz", $"{block.SampleRateHz}, but the stream has {stream.BaseRateHz}");
        CatalogueOutcome outcome = CheckGroup(stream.Servo, block, BlockGroup.Servo, "servo");
        if (outcome.IsOk)
            outcome = CheckGroup(stream.Temp, block, BlockGroup.Temp, "temp");
        if (outcome.IsOk)
            outcome = CheckGroup(stream.AD, block, BlockGroup.AD, "ad");
        if (outcome.IsOk)
            outcome = CheckBits(stream.BitIn.Length, block.BitCount(BitGroup.In), "bitIn");
        return outcome.IsOk ? CheckBits(stream.BitOut.Length, block.BitCount(BitGroup.Out), "bitOut") : outcome;
    }

    private static CatalogueOutcome CheckGroup(
        ImmutableArray<ChannelDescription> described, CDataBlock block, BlockGroup group, string path)
    {
        int channels = block.ChannelCount(group);
        if (channels > described.Length)
            return CatalogueOutcome.Refused(path, $"{channels} channels, but the stream has {described.Length}");
        for (int i = 0; i < channels; i++)
        {
            ChannelDescription expected = described[i];
            BlockChannel channel = block.Channel(group, i);
            int columns = group == BlockGroup.AD ? 1 : channel.SensorCount + ChannelDescription.ControlColumns;
            if (channel.Id != expected.Id || columns != expected.Columns.Length || channel.PointCount > expected.Points)
                return RefuseChannel($"{path}[{i}]", channel.Id, columns, channel.PointCount, expected);
        }

        return CatalogueOutcome.Ok;
    }

    private static CatalogueOutcome CheckBits(int described, int bits, string path) => bits <= described
        ? CatalogueOutcome.Ok
        : CatalogueOutcome.Refused(path, $"{bits} bits, but the stream has {described}");

    private static CatalogueOutcome RefuseChannel(
        string path, int id, int columns, int points, ChannelDescription expected) =>
        CatalogueOutcome.Refused(
            path,
            $"id {id}, {columns} float columns, {points} points, "
            + $"but the stream has id {expected.Id}, {expected.Columns.Length} float columns, at most "
            + $"{expected.Points} points");
}
