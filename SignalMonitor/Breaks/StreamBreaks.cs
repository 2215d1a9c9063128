using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Messaging.Wire;
using FuncLibs.Signals.Expressions.Sources;

namespace SignalMonitor.Breaks;

/// <summary>
/// The break triggers of one stream: each delivered block goes through once, in order. Compute thread, except where a
/// member names other threads; allocates for samples when the description of the stream changes, none when triggers are
/// edited, and none at all per block.
/// </summary>
/// <param name="service">What is configured, and how much memory there is.</param>
/// <param name="name">Name of the stream at this monitor.</param>
/// <param name="saved">What an earlier process saved of it; null nothing.</param>
/// <param name="station">Site/rig whose triggers it has; empty = those of every station.</param>
internal sealed class StreamBreaks(
    BreakService service, string name, SavedBreaks? saved = null, string station = "") : IDisposable
{
    // A rig that is slow, or a line that is repaired, is heard again within it.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private StreamDescription? _description;
    private BlockColumns? _columns;
    private BreakWatches _watches = BreakWatches.None;
    private ImmutableArray<BreakWatch> _active = [];
    private SavedBreaks? _saved = saved;
    private long _run = saved?.Run ?? 0;
    private long _blocks;
    private long _blocksThen;
    private TimeSpan _silentFrom;
    private bool _isRetired;

    // Others put it, the compute thread takes it.
    private BreakWatchesSwitch? _offer;

    /// <summary>Name of the stream at this monitor.</summary>
    public string Name => name;

    /// <summary>Site/rig whose triggers it has; empty = those of every station.</summary>
    public string Station => station;

    /// <summary>Any thread: number of the stream at its publisher; 0 before the first block.</summary>
    public uint Id => Volatile.Read(ref _description)?.Id ?? 0;

    /// <summary>Any thread: what is watched, and what is not and why.</summary>
    public BreakWatches Watches => Volatile.Read(ref _watches);

    /// <summary>
    /// True while no connector announces the stream: the state of its triggers is of the past. Any thread.
    /// </summary>
    public bool IsRetired => Volatile.Read(ref _isRetired);

    /// <summary>Compute thread: the test run of the newest block; 0 none.</summary>
    public long Run => _run;

    /// <summary>Breaks that were found, for one reader.</summary>
    public BreakEvents Events { get; } = new();

    /// <summary>Any thread: what the compute thread has not changed over to yet; null nothing.</summary>
    public BreakWatchesSwitch? Offered => Volatile.Read(ref _offer);

    /// <summary>
    /// Who holds the offers of the service: what the compute thread changes over to with the next block.
    /// </summary>
    public void Offer(BreakWatchesSwitch offer) => Volatile.Write(ref _offer, offer);

    /// <summary>Any thread: takes the offer; the caller owns what was made for it.</summary>
    public BreakWatchesSwitch? Withdraw() => Interlocked.Exchange(ref _offer, null);

    /// <summary>
    /// Compute thread: true when the next block of a description changes nothing of what is watched, so that it takes
    /// the usual time.
    /// </summary>
    public bool IsSettled(StreamDescription stream) =>
        ReferenceEquals(stream, _watches.Description) && Offered is null;

    /// <summary>The stream is announced no longer, or again. Any thread.</summary>
    public void Retire(bool retired) => Volatile.Write(ref _isRetired, retired);

    /// <summary>Looks through one block.</summary>
    /// <param name="block">A valid block of the stream.</param>
    /// <param name="header">Its header.</param>
    /// <param name="stream">What the stream is.</param>
    /// <param name="dueNs">Due time of its end, UTC ns.</param>
    /// <param name="run">The current test run; 0 when none is known.</param>
    public void Process(CDataBlock block, in FrameHeader header, StreamDescription stream, long dueNs, long run)
    {
        _blocks++;
        if (!ReferenceEquals(stream, _watches.Description))
            Adopt(stream);
        else if (Offered is not null)
            ChangeOver();
        if (run != _run)
            Begin(run);
        if (_active.IsEmpty)
            return;
        _columns!.MoveTo(block);
        foreach (BreakWatch watch in _active)
            watch.Process(_columns, header, dueNs, Events);
    }

    /// <summary>
    /// Now and then, with blocks and without: a capture whose last samples do not come is delivered all the same, the
    /// time that is kept after a break and 2 s after the last block. Else it would stay in memory as long as the rig
    /// is silent. The triggers of a retired stream end 2 s after its last block; they start over, armed, if it
    /// returns.
    /// </summary>
    /// <param name="now">Time of a clock that does not step; its zero does not matter.</param>
    public void Idle(TimeSpan now)
    {
        if (_blocks != _blocksThen)
        {
            (_blocksThen, _silentFrom) = (_blocks, now);
            return;
        }

        if (IsRetired && now - _silentFrom >= Patience)
            End();
        foreach (BreakWatch watch in _active)
        {
            if (now - _silentFrom >= TimeSpan.FromMilliseconds(watch.Plan.Options.AfterMs) + Patience)
                watch.Samples.Finish();
        }
    }

    /// <summary>When no more blocks come: what there is of a capture is delivered.</summary>
    public void Finish()
    {
        foreach (BreakWatch watch in _active)
            watch.Samples.Finish();
    }

    /// <inheritdoc/>
    public void Dispose() => Events.Dispose();

    // A test that ends is no new specimen; one that begins is.
    private void Begin(long run)
    {
        _run = run;
        if (run == 0)
            return;
        foreach (BreakWatch watch in _active)
            watch.Arm();
    }

    // The description stays: events that wait still name the stream by it.
    private void End()
    {
        LeaveOffer();
        service.End(_watches);
        _active = [];
        Volatile.Write(ref _watches, BreakWatches.None);
    }

    // An offer for what is watched no longer is left: the recorder sees to another one.
    private void ChangeOver()
    {
        if (Withdraw() is not { } offer)
            return;
        if (!ReferenceEquals(offer.Former, _watches))
        {
            service.ReturnBuffers(offer);
            return;
        }

        service.ChangeOver(offer);
        _active = offer.Next.Active;
        Volatile.Write(ref _watches, offer.Next);
    }

    private void LeaveOffer()
    {
        if (Withdraw() is { } offer)
            service.ReturnBuffers(offer);
    }

    private void Adopt(StreamDescription stream)
    {
        LeaveOffer();
        BreakWatches next = service.Watch(stream, _watches, this);
        foreach (BreakWatch watch in next.Active.Except(_watches.Active))
        {
            (string name, string identity) = (watch.Plan.Options.Name, watch.Plan.Identity);
            if (_saved?.Breaks.FirstOrDefault(one => one.Name == name && one.Watched == identity) is { } before)
                watch.TryLoad(before.Memory);
        }

        // A trigger that begins later, by another description, has nothing to continue from.
        _saved = null;
        _active = next.Active;
        _columns = new BlockColumns(stream, new StreamSignals(stream));
        Volatile.Write(ref _watches, next);
        Volatile.Write(ref _description, stream);
    }
}
