using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.GroundTruth;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Rig;

/// <summary>
/// A rig without hardware: machines with their specimens, furnaces, and the chains that measure them. Block k is a
/// function of (preset, seed, k) alone, bit for bit, and sample i of a channel does not depend on the size of the
/// blocks. It has a past: going forward runs the plants on, going back restarts them. One thread. Filling does not
/// allocate except where a control mode changes: then a <see cref="Description"/>.
/// </summary>
public sealed class SimulatedRig : IRigControls
{
    /// <summary>Name of its stream.</summary>
    public const string StreamName = "main";

    /// <summary>Number of its stream in the hello.</summary>
    public const uint StreamId = 1;

    private readonly RigPreset _preset;
    private readonly TickNeeds _needs;
    private readonly RigPlants _plants;
    private readonly ServoChannel[] _servo;
    private readonly TempChannel[] _temp;
    private readonly AnalogueInput[] _analogue;
    private readonly RigDescriptions _descriptions;
    private IGroundTruthSink _groundTruth = NullGroundTruthSink.Instance;
    private long _blocks;

    /// <summary>Builds the rig at the start of its run; the ground truth has no receiver.</summary>
    /// <param name="preset">A preset without faults.</param>
    /// <param name="seed">Seed of all noise.</param>
    public SimulatedRig(RigPreset preset, long seed)
    {
        SineTable.Prepare();
        _preset = preset;
        _needs = new TickNeeds(preset);
        _plants = new RigPlants(preset, (ulong)seed, _needs);
        var factory = new ChannelFactory(preset, (ulong)seed);
        _servo = factory.Servo(_plants.Plants);
        _temp = factory.Temp(_plants.Zones);
        _analogue = factory.Analogue(_plants.Plants);
        _descriptions = new RigDescriptions(preset, _servo, _temp, _analogue);
        Layout = Description.ToLayout();
    }

    /// <summary>What it is.</summary>
    public RigPreset Preset => _preset;

    /// <summary>The description of the rig's stream: that of the block filled last, or of block 0 before the first and
    /// after a <see cref="Begin"/>. Another object when a control mode changed and with it the unit of a
    /// command.</summary>
    public StreamDescription Description => _descriptions.Newest;

    /// <summary>Control modes of its servo channels in <see cref="Description"/>.</summary>
    public ReadOnlySpan<AxisControlMode> Modes => _descriptions.Modes;

    /// <summary>Capacity of its blocks; the same in all control modes.</summary>
    public BlockLayout Layout { get; }

    /// <inheritdoc/>
    public void Interlock(int axis, long sample) => Control(axis, sample, PlantAction.Interlock);

    /// <inheritdoc/>
    public void EmergencyStop(int axis, long sample) => Control(axis, sample, PlantAction.EmergencyStop);

    /// <inheritdoc/>
    public void Reset(int axis, long sample) => Control(axis, sample, PlantAction.Reset);

    /// <inheritdoc/>
    public void Tare(int axis, int sensor) => _servo[axis].Tare(sensor);

    /// <summary>Restarts at sample 0 and reports the ground truth from there on.</summary>
    public void Begin(IGroundTruthSink groundTruth)
    {
        _groundTruth = groundTruth;
        foreach (PlantGroundTruth plant in _plants.GroundTruths)
            plant.Sink = groundTruth;
        Restart();
    }

    /// <summary>Ends the run after the newest block: reports the excursions that continue.</summary>
    public void Finish()
    {
        foreach (PlantGroundTruth plant in _plants.GroundTruths)
            plant.Finish(FirstTick(_blocks));
    }

    /// <summary>Runs the plants to the end of a block that is not needed.</summary>
    public void Advance(long blockIndex)
    {
        RunTo(new BlockPart(blockIndex, _needs.Parts - 1, _needs.Parts));
        Ran(blockIndex);
    }

    /// <summary>
    /// Fills a block. A group that the preset does not have is absent. A block of another layout gets the rig's layout
    /// first.
    /// </summary>
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
        SetGroups(block);
        for (int part = 0; part < _needs.Parts; part++)
            Fill(block, new BlockPart(blockIndex, part, _needs.Parts));
        block.Counts = block.ArrayLengths;
        block.IsValid = true;
        Ran(blockIndex);
    }

    private void Fill(CDataBlock block, BlockPart part)
    {
        RunTo(part);
        if (part.Part == 0)
        {
            long tick = FirstTick(part.Block);
            _descriptions.Take(tick);
            RigBits.Fill(block, _plants.Plants, tick, (_preset.BitIn, _preset.BitOut), _preset.BaseRateHz);
        }

        for (int c = 0; c < _servo.Length; c++)
            _servo[c].Fill(block.Channel(BlockGroup.Servo, c), part);
        for (int c = 0; c < _temp.Length; c++)
            _temp[c].Fill(block.Channel(BlockGroup.Temp, c), part);
        for (int c = 0; c < _analogue.Length; c++)
            _analogue[c].Fill(block.Channel(BlockGroup.AD, c), part);
    }

    private void SetGroups(CDataBlock block)
    {
        block.SetGroup(BlockGroup.Servo, _servo.Length);
        if (_temp.Length > 0)
            block.SetGroup(BlockGroup.Temp, _temp.Length);
        if (_analogue.Length > 0)
            block.SetGroup(BlockGroup.AD, _analogue.Length);
    }

    private void RunTo(BlockPart part)
    {
        if (!_plants.Reaches(part))
            Restart();
        _plants.RunTo(part);
    }

    private void Restart()
    {
        _blocks = 0;
        _plants.Restart();
        _descriptions.Restart();
        foreach (ServoChannel channel in _servo)
            channel.Restart();
    }

    private void Ran(long blockIndex)
    {
        _blocks = blockIndex + 1;
        _groundTruth.Progress(_blocks, _blocks * _preset.Servo.Points);
    }

    private void Control(int axis, long sample, PlantAction action) =>
        _servo[axis].Plant.Control(TickOf(sample), action);

    private long FirstTick(long blockIndex) => TickOf(blockIndex * _preset.Servo.Points);

    private long TickOf(long sample) => TickIndex.ToTick(sample, _preset.BaseRateHz, _preset.LoopHz);
}

/// <summary>
/// What a fault does to the machine itself. The machine runs ahead of the blocks: what begins at a sample is set
/// before the run, and holds from that sample on in every run of the rig. Set later than the machine has run, it holds
/// from there. One thread.
/// </summary>
public interface IRigControls
{
    /// <summary>The valve closes, the command is held.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    /// <param name="sample">Base sample from which it holds.</param>
    void Interlock(int axis, long sample);

    /// <summary>The pressure goes off.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    /// <param name="sample">Base sample from which it holds.</param>
    void EmergencyStop(int axis, long sample);

    /// <summary>The axis continues after an interlock or emergency stop.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    /// <param name="sample">Base sample from which it holds.</param>
    void Reset(int axis, long sample);

    /// <summary>The sensor reads 0 from where it is: set before the block is filled from which it holds.</summary>
    /// <param name="axis">Position of the servo channel.</param>
    /// <param name="sensor">Position of the sensor in the channel.</param>
    void Tare(int axis, int sensor);
}
