using FuncLibs.Blocks;
using FuncLibs.Diagnostics;
using FuncLibs.Link;
using FuncLibs.Serialization;
using FuncLibs.Timing;
using Simulator.Rig;

namespace Simulator.Serving;

/// <summary>
/// The rig's time: every block is made and encoded before it is due, and sent when it is. It goes on without a client; blocks that
/// nobody asked for are not made, as a block is a function of its index.
/// </summary>
public sealed class BlockLoop
{
    private const int WarmUpBlocks = 50;
    private readonly SimulatedRig _rig;
    private readonly LinkServer _server;
    private readonly IBlockSerializer _serializer;
    private readonly CDataBlock _block;

    /// <summary>Prepares the loop.</summary>
    /// <param name="rig">What is measured.</param>
    /// <param name="server">Who gets it.</param>
    /// <param name="clock">When; not started.</param>
    public BlockLoop(SimulatedRig rig, LinkServer server, PacedClock clock)
    {
        _rig = rig;
        _server = server;
        Clock = clock;
        _serializer = BuiltInSerializers.CreateRegistry().Create("columns-raw")!;
        _block = new CDataBlock(rig.Layout);
    }

    /// <summary>Allocations of the block thread.</summary>
    public ThreadAllocation Allocation { get; } = new();

    /// <summary>The pace, with its late and missed ticks.</summary>
    public PacedClock Clock { get; }

    /// <summary>The loop; returns when told to stop.</summary>
    public void Run(CancellationToken stop)
    {
        WarmUp();
        Clock.Start();
        for (long tick = 0; Clock.WaitToPrepare(tick, stop); tick++)
        {
            LinkSession? session = _server.Active;
            if (session is not null)
            {
                _rig.Fill(_block, tick);
                session.Prepare(_block, Clock.FirstSampleDueUtcNs(tick), SimulatedRig.StreamId, _serializer);
            }

            if (!Clock.WaitFor(tick, stop))
                return;
            session?.Send();
            Allocation.Sample();
        }
    }

    // The first blocks would otherwise pay for the compiler, and be late.
    private void WarmUp()
    {
        var scratch = new LinkFrameWriter(_rig.Description.MaxDocumentBytes);
        for (int i = 0; i < WarmUpBlocks; i++)
        {
            _rig.Fill(_block, i);
            scratch.WriteBlock(default, _block, _serializer);
        }
    }
}
