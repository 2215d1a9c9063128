using System.Diagnostics;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.GroundTruth;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Platform;
using FuncLibs.Runtime.Timing;
using Simulator.Faults.Playing;
using Simulator.Rig;

namespace Simulator.Serving;

/// <summary>
/// Paces the rig: every block is filled and encoded before it is due, and sent on time. Without a client the plants run
/// on, and no block is filled.
/// </summary>
public sealed class BlockLoop
{
    private const int MinWarmUpBlocks = 50;

    // After the first ramp of a command, where the machines do for the first time what they do from then on; a big rig
    // does not take long to start for it.
    private const double WarmUpRigSeconds = 2.5;
    private static readonly TimeSpan LongestWarmUp = TimeSpan.FromSeconds(0.5);

    private readonly SimulatedRig _rig;
    private readonly LinkServer _server;
    private readonly IBlockSerializer _serializer;
    private readonly CDataBlock _block;
    private readonly FaultRun? _faults;
    private readonly IRunStart? _start;
    private readonly LinkOutlet _outlet;
    private readonly ControlModeDetector _modes;
    private StreamDescription _described;
    private bool _isWarm;
    private bool _isEnding;
    private bool _endRequested;
    private long _length = long.MaxValue;

    /// <summary>Prepares the loop.</summary>
    /// <param name="rig">What is measured.</param>
    /// <param name="server">Who gets it.</param>
    /// <param name="clock">When; not started.</param>
    /// <param name="faults">What goes wrong with it; null when nothing does.</param>
    /// <param name="start">Notified when the run begins; null when none is.</param>
    public BlockLoop(
        SimulatedRig rig, LinkServer server, PacedClock clock, FaultRun? faults = null, IRunStart? start = null)
    {
        _start = start;
        _rig = rig;
        _server = server;
        Clock = clock;
        _serializer = BuiltInSerializers.CreateRegistry().Create("columns-raw")!;
        _block = new CDataBlock(rig.Layout);
        _faults = faults;
        _outlet = new LinkOutlet(server, _serializer);
        _described = rig.Description;
        _modes = new ControlModeDetector(rig);
        if (faults is not null)
            server.Describe(faults.Description);
    }

    /// <summary>Allocations of the block thread.</summary>
    public ThreadAllocation Allocation { get; } = new();

    /// <summary>The pace, with its late and missed ticks.</summary>
    public PacedClock Clock { get; }

    /// <summary>Blocks of the run, after which it ends by itself; without an end unless set before it.</summary>
    public long Length
    {
        get => Volatile.Read(ref _length);
        init => _length = value;
    }

    /// <summary>Real-time priority of the block thread, from the run's first block on; 0 = ordinary.</summary>
    public int Priority { get; init; }

    /// <summary>Turns of the loop, for the watchdog.</summary>
    public LoopProgress Progress { get; } = new();

    /// <summary>Any thread: the run ends after the blocks that are due when its thread hears of it;
    /// <see cref="Length"/> is their number then.</summary>
    public void EndSoon() => Volatile.Write(ref _endRequested, true);

    /// <summary>Block thread: fills blocks that are discarded, so that the first real ones are not delayed by JIT
    /// compilation. <see cref="Run"/> does it unless it was done.</summary>
    public void WarmUp()
    {
        if (_isWarm)
            return;
        _isWarm = true;
        var scratch = new LinkFrameWriter(_rig.Description.MaxDocumentBytes);
        long blocks = (long)Math.Ceiling(WarmUpRigSeconds * _rig.Preset.BlocksPerSecond);
        long start = Stopwatch.GetTimestamp();
        for (long i = 0; i < MinWarmUpBlocks || (i < blocks && Stopwatch.GetElapsedTime(start) < LongestWarmUp); i++)
        {
            _rig.Fill(_block, i);
            scratch.WriteBlock(default, _block, _serializer);
        }
    }

    /// <summary>The loop; returns at its end, or on stop.</summary>
    public void Run(CancellationToken stop)
    {
        WarmUp();
        if (Priority > 0 && RealTimePriority.TryUse(Priority) is { } refusal)
            throw new InvalidOperationException($"Priority {Priority}, which could be had at the start: {refusal}");

        // Rebuilds all machines, which takes longer than a block: done before the first due time.
        _rig.Begin(_start?.GroundTruth ?? NullGroundTruthSink.Instance);
        Clock.Start();
        _start?.Started(Clock.FirstSampleDueUtcNs(0));
        for (long tick = 0; !EndsAt(tick) && Clock.WaitToPrepare(_faults?.TickToWaitFor(tick) ?? tick, stop); tick++)
        {
            if (_faults is null)
                Prepare(tick);
            else
                _faults.Play(tick, Clock.FirstSampleDueUtcNs(tick), _outlet);
            if (!Clock.WaitFor(tick, stop))
                return;
            _server.Active?.Send();
            Allocation.Sample();
            Progress.CountTurn();
        }
    }

    private void Prepare(long tick)
    {
        if (_server.Active is not { } session)
        {
            _rig.Advance(tick);
            return;
        }

        _rig.Fill(_block, tick);
        if (!ReferenceEquals(_described, _rig.Description))
        {
            _described = _rig.Description;
            _server.Describe(_described);
            foreach (LinkEvent changed in _modes.Update(_block.FirstSampleIndex, Clock.FirstSampleDueUtcNs(tick)))
                session.Enqueue(changed);
        }

        session.Prepare(_block, new BlockStamp(Clock.FirstSampleDueUtcNs(tick)), SimulatedRig.StreamId, _serializer);
    }

    private bool EndsAt(long tick)
    {
        if (Volatile.Read(ref _endRequested) && !_isEnding)
        {
            _isEnding = true;
            Volatile.Write(ref _length, Math.Min(_length, Math.Max(tick, Clock.CurrentTick())));
        }

        return tick >= _length;
    }
}

/// <summary>Receives the ground truth of a run with a clock, and when the run begins.</summary>
public interface IRunStart
{
    /// <summary>
    /// Receives the ground truth. Requested before the clock starts; receives nothing before <see cref="Started"/>.
    /// </summary>
    IGroundTruthSink GroundTruth { get; }

    /// <summary>Block thread: warm-up is over and the clock runs; block 0 is next.</summary>
    /// <param name="firstDueUtcNs">When base sample 0 is due, UTC ns.</param>
    void Started(long firstDueUtcNs);
}
