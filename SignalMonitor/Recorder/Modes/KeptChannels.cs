using System.Collections.Immutable;
using System.Globalization;
using System.IO.Enumeration;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace SignalMonitor.Recorder.Modes;

/// <summary>
/// The channels of one stream that a group has. A channel that it does not have stays in its place without points, so
/// that the names of the others, which count their group, do not change. Immutable.
/// </summary>
internal sealed class KeptChannels
{
    // servo, temp, ad, bitin, bitout.
    private readonly ImmutableArray<bool>[] _channels;

    private KeptChannels(StreamDescription source, ImmutableArray<bool>[] channels, bool[] bits)
    {
        (Source, _channels) = (source, channels);
        (HasBitIn, HasBitOut) = (bits[0], bits[1]);
        Layout = Narrow(source.Name).ToLayout();
    }

    /// <summary>The stream.</summary>
    public StreamDescription Source { get; }

    /// <summary>What its blocks need.</summary>
    public BlockLayout Layout { get; }

    /// <summary>Whether it has the digital inputs.</summary>
    public bool HasBitIn { get; }

    /// <summary>Whether it has the digital outputs.</summary>
    public bool HasBitOut { get; }

    /// <summary>True when nothing of the stream is in the group.</summary>
    public bool IsEmpty => !HasBits && _channels.All(group => !group.Contains(true));

    /// <summary>True when the whole stream is.</summary>
    public bool IsAll => (HasBitIn || Source.BitIn.IsEmpty) && (HasBitOut || Source.BitOut.IsEmpty)
        && _channels.All(group => !group.Contains(false));

    private bool HasBits => (HasBitIn && !Source.BitIn.IsEmpty) || (HasBitOut && !Source.BitOut.IsEmpty);

    /// <summary>Divides a stream: each channel is in the first group with a pattern of it, else in the first
    /// group.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="groups">The groups, the first of them that of the rest.</param>
    /// <returns>One for each group.</returns>
    public static ImmutableArray<KeptChannels> Divide(StreamDescription stream, ImmutableArray<GroupPlan> groups)
    {
        int[][] owners =
        [
            [.. stream.Servo.Select((_, index) => OwnerOf(NameOf("servo", index), groups))],
            [.. stream.Temp.Select((_, index) => OwnerOf(NameOf("temp", index), groups))],
            [.. stream.AD.Select((_, index) => OwnerOf(NameOf("ad", index), groups))],
        ];
        (int bitIn, int bitOut) = (OwnerOf("bitin", groups), OwnerOf("bitout", groups));
        return
        [
            .. groups.Select((_, group) => new KeptChannels(
                stream,
                [.. owners.Select(own => own.Select(owner => owner == group).ToImmutableArray())],
                [bitIn == group, bitOut == group])),
        ];
    }

    /// <summary>Whether it has a channel.</summary>
    public bool Has(BlockGroup group, int channel) => _channels[(int)group][channel];

    /// <summary>What the stream of the group is.</summary>
    /// <param name="name">Its name.</param>
    public StreamDescription Narrow(string name) => Source with
    {
        Name = name,
        Servo = Narrow(BlockGroup.Servo),
        Temp = Narrow(BlockGroup.Temp),
        AD = Narrow(BlockGroup.AD),
        BitIn = HasBitIn ? Source.BitIn : [],
        BitOut = HasBitOut ? Source.BitOut : [],
    };

    /// <summary>Copies what the group has of a block. Does not allocate once the target has the layout.</summary>
    /// <param name="source">A block that fits the stream.</param>
    /// <param name="target">Becomes that of the group.</param>
    public void Copy(CDataBlock source, CDataBlock target)
    {
        if (ReferenceEquals(target.Layout, Layout))
            target.Clear();
        else
            target.Relayout(Layout);
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            if (source.IsPresent(group))
                Copy(source, target, group);
        }

        Copy(source, target, BitGroup.In, HasBitIn);
        Copy(source, target, BitGroup.Out, HasBitOut);
        target.FirstSampleIndex = source.FirstSampleIndex;
        target.SampleRateHz = source.SampleRateHz;
        target.Counts = target.ArrayLengths;
        target.IsValid = true;
    }

    private void Copy(CDataBlock source, CDataBlock target, BlockGroup group)
    {
        int channels = source.ChannelCount(group);
        target.SetGroup(group, channels);
        for (int index = 0; index < channels; index++)
        {
            BlockChannel from = source.Channel(group, index);
            BlockChannel to = target.Channel(group, index);
            to.Id = from.Id;
            to.SensorCount = group == BlockGroup.AD ? 0 : from.SensorCount;
            to.PointCount = Has(group, index) ? from.PointCount : 0;
            if (to.PointCount == 0)
                continue;
            if (group == BlockGroup.AD)
            {
                from.Values.CopyTo(to.Values);
                continue;
            }

            from.ActiveCtrl.CopyTo(to.ActiveCtrl);
            from.Count.CopyTo(to.Count);
            from.Command.CopyTo(to.Command);
            from.Output.CopyTo(to.Output);
            for (int sensor = 0; sensor < from.SensorCount; sensor++)
                from.Sensor(sensor).CopyTo(to.Sensor(sensor));
        }
    }

    private static void Copy(CDataBlock source, CDataBlock target, BitGroup group, bool isKept)
    {
        if (!isKept || !source.IsPresent(group))
            return;
        target.SetBits(group, source.BitCount(group));
        source.BitBytes(group).CopyTo(target.BitBytes(group));
    }

    private ImmutableArray<ChannelDescription> Narrow(BlockGroup group) =>
    [
        .. Source.Channels(group).Select(
            (channel, index) => Has(group, index) ? channel : channel with { Points = 0 }),
    ];

    private static int OwnerOf(string channel, ImmutableArray<GroupPlan> groups)
    {
        for (int group = 1; group < groups.Length; group++)
        {
            foreach (string pattern in groups[group].Channels)
            {
                if (FileSystemName.MatchesSimpleExpression(pattern, channel, ignoreCase: false))
                    return group;
            }
        }

        return 0;
    }

    private static string NameOf(string group, int index) =>
        string.Create(CultureInfo.InvariantCulture, $"{group}{index + 1}");
}
