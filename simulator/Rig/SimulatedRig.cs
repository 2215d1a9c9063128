using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Catalogue;
using Simulator.Presets;

namespace Simulator.Rig;

/// <summary>
/// A rig without hardware. Block k is a function of (preset, seed, k) alone, bit for bit, and sample i of a channel does not depend
/// on the size of the blocks. Immutable: any thread may fill blocks. Filling takes no memory.
/// </summary>
public sealed class SimulatedRig
{
    /// <summary>Name of its stream.</summary>
    public const string StreamName = "main";

    /// <summary>Number of its stream in the hello.</summary>
    public const uint StreamId = 1;

    private const int BitPeriods = 6;
    private const int BitStepsPerSecond = 4;
    private readonly ImmutableArray<SimulatedChannel> _servo;
    private readonly ImmutableArray<SimulatedChannel> _temp;
    private readonly ImmutableArray<SimulatedChannel> _analogue;
    private readonly RigPreset _preset;

    /// <summary>Builds the rig.</summary>
    /// <param name="preset">Shape and rates.</param>
    /// <param name="seed">Seed of all noise.</param>
    public SimulatedRig(RigPreset preset, long seed)
    {
        var factory = new ChannelFactory(preset, (ulong)seed);
        _preset = preset;
        _servo = factory.Servo();
        _temp = factory.Temp();
        _analogue = factory.Analogue();
        Description = new StreamDescription(
            StreamId,
            StreamName,
            preset.BaseRateHz,
            preset.Servo.Points,
            [.. _servo.Select(c => c.Description)],
            [.. _temp.Select(c => c.Description)],
            [.. _analogue.Select(c => c.Description)],
            BitNames("in", preset.BitIn),
            BitNames("out", preset.BitOut));
        Layout = Description.ToLayout();
    }

    /// <summary>What the rig says of its stream.</summary>
    public StreamDescription Description { get; }

    /// <summary>Capacity of its blocks.</summary>
    public BlockLayout Layout { get; }

    /// <summary>Fills a block. A group that the preset does not have is absent. A block of another layout is laid out anew first.</summary>
    /// <param name="block">The block.</param>
    /// <param name="blockIndex">From 0; the block begins at base sample <c>blockIndex * pointsPerBlock</c>.</param>
    public void Fill(CDataBlock block, long blockIndex)
    {
        if (ReferenceEquals(block.Layout, Layout))
            block.Clear();
        else
            block.Relayout(Layout);
        block.FirstSampleIndex = blockIndex * _preset.Servo.Points;
        block.SampleRateHz = _preset.BaseRateHz;
        FillControl(block, BlockGroup.Servo, _servo, blockIndex);
        FillControl(block, BlockGroup.Temp, _temp, blockIndex);
        FillAnalogue(block, blockIndex);
        long step = block.FirstSampleIndex * BitStepsPerSecond / _preset.BaseRateHz;
        FillBits(block, BitGroup.In, _preset.BitIn, step);
        FillBits(block, BitGroup.Out, _preset.BitOut, ~step);
        block.Counts = block.ArrayLengths;
        block.IsValid = true;
    }

    private static void FillControl(CDataBlock block, BlockGroup group, ImmutableArray<SimulatedChannel> channels, long blockIndex)
    {
        if (channels.IsEmpty)
            return;
        block.SetGroup(group, channels.Length);
        for (int c = 0; c < channels.Length; c++)
            channels[c].FillControl(block.Channel(group, c), blockIndex);
    }

    private void FillAnalogue(CDataBlock block, long blockIndex)
    {
        if (_analogue.IsEmpty)
            return;
        block.SetGroup(BlockGroup.AD, _analogue.Length);
        for (int c = 0; c < _analogue.Length; c++)
            _analogue[c].FillAnalogue(block.Channel(BlockGroup.AD, c), blockIndex);
    }

    // Line i is a binary counter's bit i % 6 of the time in quarters of a second: periods of 0.5 s to 16 s.
    private static void FillBits(CDataBlock block, BitGroup group, int lines, long step)
    {
        block.SetBits(group, lines);
        block.BitBytes(group).Clear();
        for (int i = 0; i < lines; i++)
            block.SetBit(group, i, ((step >> (i % BitPeriods)) & 1) != 0);
    }

    private static ImmutableArray<string> BitNames(string prefix, int lines) =>
        [.. Enumerable.Range(1, lines).Select(i => string.Create(CultureInfo.InvariantCulture, $"{prefix}{i}"))];
}
