using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Blocks.Catalogue.Codec;

/// <summary>Reads the list of streams of a hello or a catalogue.</summary>
internal sealed class StreamDecoder(CatalogueLimits limits)
{
    private const int MaxStreamNameBytes = 24;
    private static readonly SearchValues<char> NameCharacters = SearchValues.Create(
        "abcdefghijklmnopqrstuvwxyz0123456789_-");

    public bool TryRead(ref MapReader reader, in MapScope map, out ImmutableArray<StreamDescription> streams)
    {
        streams = [];
        if (!reader.Open(map, "streams", limits.Streams, out ItemScope items))
            return false;
        ImmutableArray<StreamDescription>.Builder builder = ImmutableArray.CreateBuilder<StreamDescription>(
            items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            reader.MoveToNext(ref items);
            bool read = TryReadStream(ref reader, out StreamDescription? stream)
                && CheckUnique(ref reader, stream!, builder);
            if (!reader.Within(i, read))
                return reader.Within("streams", false);
            builder.Add(stream!);
        }

        streams = builder.ToImmutable();
        return true;
    }

    private static bool CheckUnique(
        ref MapReader reader, StreamDescription stream, ImmutableArray<StreamDescription>.Builder others) =>
        others.All(s => s.Id != stream.Id && s.Name != stream.Name)
        || reader.Refuse("name", $"another stream has the id {stream.Id} or the name '{stream.Name}'");

    private bool TryReadStream(ref MapReader reader, out StreamDescription? stream)
    {
        stream = null;
        if (!reader.Open(out MapScope map)
            || !reader.Read(map, "id", 0, uint.MaxValue, out long id)
            || !TryReadName(ref reader, map, out string name)
            || !TryReadRate(ref reader, map, out double rate)
            || !reader.Read(map, "pointsPerBlock", 1, limits.Block.PointsPerColumn, out long points)
            || !TryReadNames(ref reader, map, "bitIn", out ImmutableArray<string> bitIn)
            || !TryReadNames(ref reader, map, "bitOut", out ImmutableArray<string> bitOut))
        {
            return false;
        }

        var bare = new StreamDescription((uint)id, name, rate, (int)points, [], [], [], bitIn, bitOut);
        return TryReadGroups(ref reader, map, bare, out stream)
            && TryReadReduction(ref reader, map, ref stream)
            && CheckSize(ref reader, stream!);
    }

    private static bool TryReadReduction(ref MapReader reader, in MapScope map, ref StreamDescription? stream)
    {
        if (!reader.Find(map, "reduction"))
            return true;
        if (!reader.Open(out MapScope reduction)
            || !reader.Read(reduction, "kind", MaxStreamNameBytes, out string kind)
            || !reader.Read(reduction, "sourceRateHz", 0.0, out double sourceRate)
            || !reader.Read(reduction, "samplesPerInterval", 1, long.MaxValue, out long samples))
        {
            return reader.Within("reduction", false);
        }

        stream = stream! with { Reduction = new StreamReduction(kind, sourceRate, samples) };
        return true;
    }

    private static bool TryReadName(ref MapReader reader, in MapScope map, out string name) =>
        reader.Read(map, "name", MaxStreamNameBytes, out name)
        && ((name.Length > 0 && !name.AsSpan().ContainsAnyExcept(NameCharacters))
            || reader.Refuse("name", "allowed are 1 to 24 of a-z 0-9 _ -"));

    private bool TryReadRate(ref MapReader reader, in MapScope map, out double rate) =>
        reader.Read(map, "baseRateHz", 0.0, out rate)
        && (limits.Block.IsRate(rate) || reader.Refuse(
            "baseRateHz", $"{rate}; allowed is a rate of {limits.Block.MinRateHz} to {limits.Block.MaxRateHz}"));

    private bool TryReadGroups(
        ref MapReader reader, in MapScope map, StreamDescription bare, out StreamDescription? stream)
    {
        stream = bare;
        if (!reader.Find(map, "groups"))
            return true;
        if (!reader.Open(out MapScope groups))
            return reader.Within("groups", false);
        var decoder = new ChannelDecoder(limits, bare);
        if (!decoder.TryRead(ref reader, groups, "servo", BlockGroup.Servo, out var servo)
            || !decoder.TryRead(ref reader, groups, "temp", BlockGroup.Temp, out var temp)
            || !decoder.TryRead(ref reader, groups, "ad", BlockGroup.AD, out var ad))
        {
            return reader.Within("groups", false);
        }

        stream = bare with { Servo = servo, Temp = temp, AD = ad };
        return true;
    }

    // The rest of a block's limits (values) is checked by the layout: it takes no buffer itself.
    private bool CheckSize(ref MapReader reader, StreamDescription stream)
    {
        try
        {
            return stream.ToLayout(limits.Block).ChannelCount >= 0;
        }
        catch (BlockLayoutException tooLarge)
        {
            return reader.Refuse("groups", tooLarge.Message);
        }
    }

    private bool TryReadNames(ref MapReader reader, in MapScope map, string key, out ImmutableArray<string> names)
    {
        names = [];
        if (!reader.Open(map, key, limits.Block.Bits, out ItemScope items))
            return false;
        ImmutableArray<string>.Builder builder = ImmutableArray.CreateBuilder<string>(items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            reader.MoveToNext(ref items);
            if (!reader.Within(i, reader.Read("", limits.NameBytes, out string name)))
                return reader.Within(key, false);
            builder.Add(name);
        }

        names = builder.ToImmutable();
        return true;
    }
}
