using System.Collections.Immutable;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Catalogue.Codec;

/// <summary>
/// Writes the list of streams of a hello or a catalogue, keys in the order of docs/wire-format.md: <c>[{id, name,
/// baseRateHz, pointsPerBlock, groups: {servo, temp, ad: [channel]}, bitIn: [name], bitOut: [name], reduction?: {kind,
/// sourceRateHz, samplesPerInterval}}]</c>, channel = <c>{id, name, rateNum, rateDen, points, revision?, columns:
/// [{name, unit, min, max, scale}]}</c>.
/// </summary>
internal static class StreamEncoder
{
    public static void Write(ref MessagePackWriter writer, ImmutableArray<StreamDescription> streams)
    {
        writer.WriteArrayHeader(streams.Length);
        foreach (StreamDescription stream in streams)
            Write(ref writer, stream);
    }

    private static void Write(ref MessagePackWriter writer, StreamDescription stream)
    {
        writer.WriteMapHeader(stream.Reduction is null ? 7 : 8);
        writer.Write("id");
        writer.Write((long)stream.Id);
        writer.Write("name");
        writer.Write(stream.Name);
        writer.Write("baseRateHz");
        writer.Write(stream.BaseRateHz);
        writer.Write("pointsPerBlock");
        writer.Write((long)stream.PointsPerBlock);
        writer.Write("groups");
        writer.WriteMapHeader(3);
        Write(ref writer, "servo", stream.Servo);
        Write(ref writer, "temp", stream.Temp);
        Write(ref writer, "ad", stream.AD);
        Write(ref writer, "bitIn", stream.BitIn);
        Write(ref writer, "bitOut", stream.BitOut);
        if (stream.Reduction is not { } reduction)
            return;
        writer.Write("reduction");
        writer.WriteMapHeader(3);
        writer.Write("kind");
        writer.Write(reduction.Kind);
        writer.Write("sourceRateHz");
        writer.Write(reduction.SourceRateHz);
        writer.Write("samplesPerInterval");
        writer.Write(reduction.SamplesPerInterval);
    }

    private static void Write(ref MessagePackWriter writer, string key, ImmutableArray<string> names)
    {
        writer.Write(key);
        writer.WriteArrayHeader(names.Length);
        foreach (string name in names)
            writer.Write(name);
    }

    private static void Write(ref MessagePackWriter writer, string key, ImmutableArray<ChannelDescription> channels)
    {
        writer.Write(key);
        writer.WriteArrayHeader(channels.Length);
        foreach (ChannelDescription channel in channels)
            Write(ref writer, channel);
    }

    private static void Write(ref MessagePackWriter writer, ChannelDescription channel)
    {
        writer.WriteMapHeader(channel.Revision == 0 ? 6 : 7);
        writer.Write("id");
        writer.Write((long)channel.Id);
        writer.Write("name");
        writer.Write(channel.Name);
        writer.Write("rateNum");
        writer.Write((long)channel.RateNum);
        writer.Write("rateDen");
        writer.Write((long)channel.RateDen);
        writer.Write("points");
        writer.Write((long)channel.Points);
        if (channel.Revision != 0)
        {
            writer.Write("revision");
            writer.Write((long)channel.Revision);
        }

        writer.Write("columns");
        writer.WriteArrayHeader(channel.Columns.Length);
        foreach (ColumnDescription column in channel.Columns)
            Write(ref writer, column);
    }

    private static void Write(ref MessagePackWriter writer, ColumnDescription column)
    {
        writer.WriteMapHeader(5);
        writer.Write("name");
        writer.Write(column.Name);
        writer.Write("unit");
        writer.Write(column.Unit);
        writer.Write("min");
        writer.Write(column.Min);
        writer.Write("max");
        writer.Write(column.Max);
        writer.Write("scale");
        writer.Write(column.Scale);
    }
}
