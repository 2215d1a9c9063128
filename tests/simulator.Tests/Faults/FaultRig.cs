using System.Text;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.GroundTruth;
using FuncLibs.Messaging.RigLink;
using Simulator.Faults;
using Simulator.Faults.Playing;
using Simulator.Faults.Reading;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Faults;

/// <summary>
/// The small rig (20 base samples a block, 100 blocks/s) under a schedule; everything that comes out is kept.
/// </summary>
internal sealed class FaultRig : IRigOutlet, IRigControls
{
    public const int Points = 20;
    public const int BlocksPerSecond = 100;

    private readonly FaultRun _run;
    private readonly Truths _groundTruths = new();
    private long _tick;

    public FaultRig(string schedule, int pointsPerBlock = 0, string preset = "small")
    {
        Rig = Make(pointsPerBlock, preset);
        Schedule =
            Parse(schedule, Rig.Description, out PresetFaults faults).ShouldNotBeNull(string.Join('\n', faults.Lines));
        _run = new FaultRun(Schedule, Rig, this, _groundTruths);
    }

    public SimulatedRig Rig { get; }

    public FaultSchedule Schedule { get; }

    public StreamDescription Description => _run.Description;

    /// <summary>Blocks that came out, in order.</summary>
    public List<(CDataBlock Block, BlockStamp Stamp)> Out { get; } = [];

    /// <summary>Everything else that happened, in order.</summary>
    public List<string> Calls { get; } = [];

    /// <summary>Events, with the tick before whose block each was told.</summary>
    public List<(long Tick, LinkEvent Event)> Events { get; } = [];

    public IReadOnlyList<string> Truth => _groundTruths.Lines;

    public IEnumerable<long> Indices => Out.Select(emitted => emitted.Block.FirstSampleIndex);

    public static SimulatedRig Make(int pointsPerBlock = 0, string preset = "small") =>
        new(PresetChange.Apply(RigPresets.Find(preset)!, 0, pointsPerBlock, out _), 1);

    public static FaultSchedule? Parse(string schedule, StreamDescription stream, out PresetFaults faults)
    {
        faults = new PresetFaults();
        return FaultFile.Parse(Encoding.UTF8.GetBytes(schedule.Replace('\'', '"')), stream, faults);
    }

    public FaultRig Play(int ticks)
    {
        for (int i = 0; i < ticks; i++)
            Play();
        return this;
    }

    /// <summary>Plays one tick; its clock starts at 0 and a block is 10 ms.</summary>
    public void Play() => _run.Play(_tick, DueNs(_tick++), this);

    public long TickToWaitFor(long tick) => _run.TickToWaitFor(tick);

    /// <summary>All values of a column, one block after the other.</summary>
    public double[] Column(BlockGroup group, int channel, int column) =>
        [.. Out.SelectMany(emitted => FaultColumn.ValuesOf(emitted.Block.Channel(group, channel), column).ToArray())];

    public static long DueNs(long tick) => tick * (1_000_000_000 / BlocksPerSecond);

    public void Describe(StreamDescription stream) => Calls.Add("describe");

    public void Emit(CDataBlock block, in BlockStamp stamp)
    {
        var copy = new CDataBlock(block.Layout);
        copy.CopyFrom(block);
        Out.Add((copy, stamp));
    }

    public void Report(LinkEvent happened) => Events.Add((_tick - 1, happened));

    public void Disconnect(string reason) => Calls.Add($"down at {_tick - 1}: {reason}");

    public void Reconnect() => Calls.Add($"up at {_tick - 1}");

    public void Restart(string reason) => Calls.Add($"restart at {_tick - 1}");

    public void Interlock(int axis, long sample) => Calls.Add($"interlock {axis} at sample {sample}");

    public void EmergencyStop(int axis, long sample) => Calls.Add($"estop {axis} at sample {sample}");

    public void Reset(int axis, long sample) => Calls.Add($"reset {axis} at sample {sample}");

    public void Tare(int axis, int sensor) => Calls.Add($"tare {axis}.{sensor} at {_tick - 1}");

    private sealed class Truths : IGroundTruthSink
    {
        public List<string> Lines { get; } = [];

        public void Fault(string fault, long from, long to, string? channel, string? sensor, string detail) =>
            Lines.Add($"{fault} [{from}, {to}) {channel}.{sensor} {detail}".TrimEnd());

        public void Cycle(
            string channel,
            string sensor,
            long number,
            long index,
            double peak,
            long peakIndex,
            double valley,
            long valleyIndex)
        {
        }

        public void Property(string channel, string name, double value, string unit, long index)
        {
        }

        public void Break(string channel, long index, double force)
        {
        }

        public void Excursion(string channel, string sensor, ExcursionLimit limit, double value, long from, long to)
        {
        }

        public void Mode(string channel, string mode, long index, double band)
        {
        }

        public void Progress(long blocks, long samples)
        {
        }
    }
}
