using System.Buffers;
using System.Collections.Immutable;

namespace FuncLibs.Blocks.Catalogue.Codec;

/// <summary>Reads the list of streams of a hello or a catalogue.</summary>
internal sealed class StreamDecoder(CatalogueLimits limits, Refusal refusal)
{
    private const int MaxStreamNameBytes = 24;
    private static readonly SearchValues<char> NameCharacters = SearchValues.Create(
        "abcdefghijklmnopqrstuvwxyz0123456789_-");

    public bool TryRead(in MapView map, out ImmutableArray<StreamDescription> streams)
    {
        streams = [];
        if (!map.Items("streams", limits.Streams, out ItemsView items))
            return false;
        ImmutableArray<StreamDescription>.Builder builder = ImmutableArray.CreateBuilder<StreamDescription>(
            items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            bool read = TryReadStream(items.Next(), out StreamDescription? stream) && CheckUnique(stream!, builder);
            if (!refusal.Within(i, read))
                return refusal.Within("streams", false);
            builder.Add(stream!);
        }

        streams = builder.ToImmutable();
        return true;
    }

    private bool CheckUnique(StreamDescription stream, ImmutableArray<StreamDescription>.Builder others) =>
        others.All(s => s.Id != stream.Id && s.Name != stream.Name)
        || refusal.Because("name", $"another stream has the id {stream.Id} or the name '{stream.Name}'");

    private bool TryReadStream(ReadOnlySpan<byte> value, out StreamDescription? stream)
    {
        stream = null;
        if (!MapView.TryOpen(value, refusal, out MapView map)
            || !map.Int("id", 0, uint.MaxValue, out long id)
            || !TryReadName(map, out string name)
            || !TryReadRate(map, out double rate)
            || !map.Int("pointsPerBlock", 1, limits.Block.PointsPerColumn, out long points)
            || !TryReadNames(map, "bitIn", out ImmutableArray<string> bitIn)
            || !TryReadNames(map, "bitOut", out ImmutableArray<string> bitOut))
        {
            return false;
        }

        var bare = new StreamDescription((uint)id, name, rate, (int)points, [], [], [], bitIn, bitOut);
        return TryReadGroups(map, bare, out stream) && CheckSize(stream!);
    }

    private bool TryReadName(in MapView map, out string name) =>
        map.Text("name", MaxStreamNameBytes, out name)
        && ((name.Length > 0 && !name.AsSpan().ContainsAnyExcept(NameCharacters))
            || refusal.Because("name", "allowed are 1 to 24 of a-z 0-9 _ -"));

    private bool TryReadRate(in MapView map, out double rate) =>
        map.Number("baseRateHz", 0, out rate)
        && (limits.Block.IsRate(rate) || refusal.Because(
            "baseRateHz", $"{rate}; allowed is a rate of {limits.Block.MinRateHz} to {limits.Block.MaxRateHz}"));

    private bool TryReadGroups(in MapView map, StreamDescription bare, out StreamDescription? stream)
    {
        stream = bare;
        ReadOnlySpan<byte> value = map.Find("groups");
        if (value.IsEmpty)
            return true;
        if (!MapView.TryOpen(value, refusal, out MapView groups))
            return refusal.Within("groups", false);
        var decoder = new ChannelDecoder(limits, refusal, bare);
        if (!decoder.TryRead(groups, "servo", BlockGroup.Servo, out ImmutableArray<ChannelDescription> servo)
            || !decoder.TryRead(groups, "temp", BlockGroup.Temp, out ImmutableArray<ChannelDescription> temp)
            || !decoder.TryRead(groups, "ad", BlockGroup.AD, out ImmutableArray<ChannelDescription> ad))
        {
            return refusal.Within("groups", false);
        }

        stream = bare with { Servo = servo, Temp = temp, AD = ad };
        return true;
    }

    // The rest of a block's limits (values) is the layout's to say: it takes no buffer itself.
    private bool CheckSize(StreamDescription stream)
    {
        try
        {
            return stream.ToLayout(limits.Block).ChannelCount >= 0;
        }
        catch (BlockLayoutException tooLarge)
        {
            return refusal.Because("groups", tooLarge.Message);
        }
    }

    private bool TryReadNames(in MapView map, string key, out ImmutableArray<string> names)
    {
        names = [];
        if (!map.Items(key, limits.Block.Bits, out ItemsView items))
            return false;
        ImmutableArray<string>.Builder builder = ImmutableArray.CreateBuilder<string>(items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            if (!refusal.Within(i, MapView.ReadText(items.Next(), "", limits.NameBytes, refusal, out string name)))
                return refusal.Within(key, false);
            builder.Add(name);
        }

        names = builder.ToImmutable();
        return true;
    }
}
