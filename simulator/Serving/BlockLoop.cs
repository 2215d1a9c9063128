using FuncLibs.Blocks;
using FuncLibs.Catalogue;
using FuncLibs.Diagnostics;
using FuncLibs.Link;
using FuncLibs.Serialization;
using FuncLibs.Timing;
using Simulator.Faults.Playing;
using Simulator.Rig;

namespace Simulator.Serving;

/// <summary>
/// The rig's time: every block is made and encoded before it is due, and sent when it is. It goes on without a client; then the
/// plants run on, and no block is made of them.
/// </summary>
public sealed class BlockLoop
{
    private const int WarmUpBlocks = 50;
    private readonly SimulatedRig _rig;
    private readonly LinkServer _server;
    private readonly IBlockSerializer _serializer;
    private readonly CDataBlock _block;
    private readonly FaultRun? _faults;
    private readonly IRunStart? _start;
    private readonly LinkOutlet _outlet;
    private StreamDescription _described;
    private bool _isWarm;
    private bool _isEnding;
    private bool _endAsked;
    private long _length = long.MaxValue;

    /// <summary>Prepares the loop.</summary>
    /// <param name="rig">What is measured.</param>
    /// <param name="server">Who gets it.</param>
    /// <param name="clock">When; not started.</param>
    /// <param name="faults">What goes wrong with it; null when nothing does.</param>
    /// <param name="start">Told when the run begins; null when nobody is.</param>
    public BlockLoop(SimulatedRig rig, LinkServer server, PacedClock clock, FaultRun? faults = null, IRunStart? start = null)
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
        if (faults is not null)
            server.Describe(faults.Description);
    }

    /// <summary>Allocations of the block thread.</summary>
    public ThreadAllocation Allocation { get; } = new();

    /// <summary>The pace, with its late and missed ticks.</summary>
    public PacedClock Clock { get; }

    /// <summary>Blocks of the run, behind which it ends by itself; without an end unless set before it.</summary>
    public long Length
    {
        get => Volatile.Read(ref _length);
        init => _length = value;
    }

    /// <summary>Any thread: the run ends behind the blocks that are due when its thread hears of it; <see cref="Length"/> is their number
    /// then.</summary>
    public void EndSoon() => Volatile.Write(ref _endAsked, true);

    /// <summary>Block thread: makes blocks for nobody, which would otherwise pay for the compiler and be late. <see cref="Run"/> does it
    /// when it was not done.</summary>
    public void WarmUp()
    {
        if (_isWarm)
            return;
        _isWarm = true;
        var scratch = new LinkFrameWriter(_rig.Description.MaxDocumentBytes);
        for (int i = 0; i < WarmUpBlocks; i++)
        {
            _rig.Fill(_block, i);
            scratch.WriteBlock(default, _block, _serializer);
        }
    }

    /// <summary>The loop; returns at its end, or when told to stop.</summary>
    public void Run(CancellationToken stop)
    {
        WarmUp();
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
        }

        session.Prepare(_block, new BlockStamp(Clock.FirstSampleDueUtcNs(tick)), SimulatedRig.StreamId, _serializer);
    }

    private bool EndsAt(long tick)
    {
        if (Volatile.Read(ref _endAsked) && !_isEnding)
        {
            _isEnding = true;
            Volatile.Write(ref _length, Math.Min(_length, Math.Max(tick, Clock.CurrentTick())));
        }

        return tick >= _length;
    }
}
