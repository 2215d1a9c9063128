using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;
using Simulator.Faults.Playing;
using LinkState = FuncLibs.Messaging.Wire.Broadcast.LinkState;

namespace HardwareConnector.Sources.Simulated;

/// <summary>
/// Passes the blocks of a simulated rig with faults directly to the feed: copied when they are built, offered when they
/// are due. Link faults are reported to the feed. Source thread; does not allocate per block.
/// </summary>
internal sealed class FeedOutlet(SourceFeed feed, SourceCounters counters) : IRigOutlet
{
    // A tick emits its own block and at most one old one.
    private const int MaxPerTick = 4;
    private const int Stream = 0;

    private readonly (CDataBlock Block, BlockStamp Stamp)[] _waiting = new (CDataBlock, BlockStamp)[MaxPerTick];
    private int _held;
    private bool _down;

    /// <summary>Cancels waits for space in the feed.</summary>
    public CancellationToken Stop { get; set; }

    /// <inheritdoc/>
    public void Describe(StreamDescription stream) =>
        feed.Describe(new RigDescription([stream], feed.BlocksInUse, feed.PrefillBytes), Stop);

    /// <inheritdoc/>
    public void Emit(CDataBlock block, in BlockStamp stamp)
    {
        if (_down)
            return;
        if (_held == MaxPerTick || feed.TryRent(Stream) is not { } copy)
        {
            feed.Lose(Stream, "all blocks in use");
            return;
        }

        copy.CopyFrom(block);
        _waiting[_held++] = (copy, stamp);
    }

    /// <inheritdoc/>
    public void Report(LinkEvent happened)
    {
        if (!_down)
            feed.ReportState(Stream, happened);
    }

    /// <inheritdoc/>
    public void Disconnect(string reason)
    {
        _down = true;
        feed.Report(LinkState.Offline, Stop, reason);
    }

    /// <inheritdoc/>
    public void Reconnect()
    {
        _down = false;
        Connect();
    }

    /// <inheritdoc/>
    public void Restart(string reason)
    {
        feed.Report(LinkState.Restart, Stop, reason);
        Connect();
    }

    /// <summary>Offers the blocks emitted for the tick, which are due now.</summary>
    public void Send()
    {
        for (int i = 0; i < _held; i++)
        {
            (CDataBlock block, BlockStamp stamp) = _waiting[i];
            feed.Receive(
                Stream, block, new RigHeader(stamp.DueUtcNs, stamp.ErrorCode, stamp.BufferPerMille), trimmed: false);
            counters.CountBlock();
        }

        _held = 0;
    }

    /// <summary>Returns the blocks of a tick that will not be due.</summary>
    public void Discard()
    {
        for (int i = 0; i < _held; i++)
            feed.Return(Stream, _waiting[i].Block);
        _held = 0;
    }

    private void Connect()
    {
        feed.Report(LinkState.Online, Stop);
        counters.CountConnection();
    }
}
