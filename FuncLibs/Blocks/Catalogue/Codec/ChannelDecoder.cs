using System.Collections.Immutable;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Blocks.Catalogue.Codec;

/// <summary>
/// Reads the channels of one stream, counting channels and columns of all its groups against the limits of a block.
/// </summary>
internal sealed class ChannelDecoder(CatalogueLimits limits, StreamDescription stream)
{
    private const int MaxRateTerm = 1_000_000;
    private int _channelsLeft = limits.Block.Channels;
    private int _columnsLeft = limits.Block.Columns;

    public bool TryRead(
        ref MapReader reader,
        in MapScope groups,
        string name,
        BlockGroup group,
        out ImmutableArray<ChannelDescription> channels)
    {
        channels = [];
        if (!reader.Open(groups, name, _channelsLeft, out ItemScope items))
            return false;
        _channelsLeft -= items.Count;
        ImmutableArray<ChannelDescription>.Builder builder = ImmutableArray.CreateBuilder<ChannelDescription>(
            items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            reader.MoveToNext(ref items);
            if (!reader.Within(i, TryReadChannel(ref reader, group, out ChannelDescription? channel)))
                return reader.Within(name, false);
            builder.Add(channel!);
        }

        channels = builder.ToImmutable();
        return true;
    }

    private bool TryReadChannel(ref MapReader reader, BlockGroup group, out ChannelDescription? channel)
    {
        channel = null;
        if (!reader.Open(out MapScope map)
            || !reader.Read(map, "id", int.MinValue, int.MaxValue, out long id)
            || !reader.Read(map, "name", limits.NameBytes, out string name)
            || !reader.Read(map, "rateNum", 1, MaxRateTerm, out long rateNum)
            || !reader.Read(map, "rateDen", 1, MaxRateTerm, out long rateDen)
            || !reader.Read(map, "points", 0, limits.Block.PointsPerColumn, out long points)
            || !reader.Read(map, "revision", 0, uint.MaxValue, out long revision, fallback: 0)
            || !TryReadColumns(ref reader, map, group, out ImmutableArray<ColumnDescription> columns))
        {
            return false;
        }

        // 0: the channel keeps its place, and is not in the stream.
        if (points > 0 && points * rateDen != stream.PointsPerBlock * rateNum)
        {
            string expected = $"{rateNum}/{rateDen} of {stream.PointsPerBlock} points a block";
            return reader.Refuse("points", $"{points}, but {expected} is another number");
        }

        double rate = stream.BaseRateHz * rateNum / rateDen;
        if (!limits.Block.IsRate(rate))
            return reader.Refuse(
                "rateNum", $"a rate of {rate}; allowed is {limits.Block.MinRateHz} to {limits.Block.MaxRateHz}");
        channel = new ChannelDescription(
            (int)id, name, (int)rateNum, (int)rateDen, (int)points, columns)
        { Revision = (uint)revision };
        return true;
    }

    private bool TryReadColumns(
        ref MapReader reader, in MapScope map, BlockGroup group, out ImmutableArray<ColumnDescription> columns)
    {
        columns = [];
        if (!reader.Open(map, "columns", _columnsLeft, out ItemScope items))
            return false;
        bool fits = group == BlockGroup.AD ? items.Count == 1 : items.Count >= ChannelDescription.ControlColumns;
        if (!fits)
            return reader.Refuse(
                "columns", $"{items.Count}; a channel has command, output and its sensors, an analogue input has one");
        _columnsLeft -= group == BlockGroup.AD ? 1 : items.Count + ChannelDescription.ControlColumns;
        ImmutableArray<ColumnDescription>.Builder builder = ImmutableArray.CreateBuilder<ColumnDescription>(
            items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            reader.MoveToNext(ref items);
            if (!reader.Within(i, TryReadColumn(ref reader, out ColumnDescription? column)))
                return reader.Within("columns", false);
            builder.Add(column!);
        }

        columns = builder.ToImmutable();
        return _columnsLeft >= 0 || reader.Refuse("columns", $"the stream has more than {limits.Block.Columns}");
    }

    private bool TryReadColumn(ref MapReader reader, out ColumnDescription? column)
    {
        column = null;
        if (!reader.Open(out MapScope map)
            || !reader.Read(map, "name", limits.NameBytes, out string name)
            || !reader.Read(map, "unit", limits.UnitBytes, out string unit)
            || !reader.Read(map, "min", double.NegativeInfinity, out double min)
            || !reader.Read(map, "max", double.PositiveInfinity, out double max)
            || !reader.Read(map, "scale", 0.0, out double scale))
        {
            return false;
        }

        if (!(min <= max))
            return reader.Refuse("max", $"{max}, but min is {min}");
        column = new ColumnDescription(name, unit, min, max, scale);
        return double.IsFinite(scale) || reader.Refuse("scale", "not a finite number");
    }
}
