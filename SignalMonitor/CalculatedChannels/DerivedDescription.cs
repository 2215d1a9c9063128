using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// Describes variables as their own stream: each an analogue input with the number, name, unit and revision of its
/// row, and after it a channel of its qualities, `NAME.quality`, with the negative number.
/// </summary>
internal static class DerivedDescription
{
    private const string QualityEnding = ".quality";

    // Of content 1: a number is at most 9 bytes, a channel and its column have 32 beside their numbers.
    private const int BytesAValue = 9;
    private const int BytesAChannel = 32;

    /// <summary>
    /// The description; the publisher gives the stream its number. What does not fit into a block is left out: the
    /// qualities of the last variables first, then the last variables.
    /// </summary>
    public static StreamDescription From(StreamDescription stream, IReadOnlyList<RunningVariable> columns)
    {
        int published = Math.Min(columns.Count, BlockLimits.Default.Channels);
        int qualities = BlockLimits.Default.Channels - published;
        long room = FrameLimits.Default.MaxPayloadBytes - columns.Take(published).Sum(BytesOf);
        ImmutableArray<ChannelDescription>.Builder channels = ImmutableArray.CreateBuilder<ChannelDescription>();
        foreach (RunningVariable column in columns.Take(published))
        {
            channels.Add(ChannelOf(stream, column));
            room -= BytesOf(column);
            if (room >= 0 && qualities-- > 0)
                channels.Add(QualityOf(channels[^1]));
        }

        return new StreamDescription(
            0, stream.Name, stream.BaseRateHz, stream.PointsPerBlock, [], [], channels.ToImmutable(), [], []);
    }

    /// <summary>Number of the channel with the qualities of a variable.</summary>
    public static int QualityIdOf(RunningVariable column) => -(int)column.Definition.Id;

    private static long BytesOf(RunningVariable column) => ((long)column.Points * BytesAValue) + BytesAChannel;

    // Points / points per block is the ratio of the rates; without a whole ratio the catalogue would be refused.
    private static ChannelDescription ChannelOf(StreamDescription stream, RunningVariable column)
    {
        int divisor = GreatestDivisor(column.Points, stream.PointsPerBlock);
        return new ChannelDescription(
            (int)column.Definition.Id,
            column.Name,
            column.Points / divisor,
            stream.PointsPerBlock / divisor,
            column.Points,
            [new ColumnDescription(column.Name, column.Unit, double.NegativeInfinity, double.PositiveInfinity, 0)])
        {
            Revision = (uint)column.Definition.Revision,
        };
    }

    // A catalogue takes names of 64 bytes: a longer one loses its end, the number still identifies the qualities.
    private static ChannelDescription QualityOf(ChannelDescription values)
    {
        int length = Math.Min(values.Name.Length, CatalogueLimits.Default.NameBytes - QualityEnding.Length);
        string name = values.Name[..length] + QualityEnding;
        return values with
        {
            Id = -values.Id,
            Name = name,
            Columns = [new ColumnDescription(name, "", double.NegativeInfinity, double.PositiveInfinity, 0)],
        };
    }

    private static int GreatestDivisor(int a, int b)
    {
        while (b != 0)
            (a, b) = (b, a % b);
        return a;
    }
}
