using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Hosting.State;
using FuncLibs.Journal;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace Benchmarks.FullPath;

/// <summary>
/// What the connector's publish thread does with a block: serialize, header, CRC, position, journal, PUB. The
/// connector's own parts over a state folder of their own; the calling thread is the publish thread.
/// </summary>
internal sealed class ConnectorPath : IDisposable
{
    private const uint StreamId = 1;
    private const int SpareFrames = 4;
    private const long PauseNs = 200_000;
    private readonly KernelSleep _sleep = new();
    private readonly StateFolder _folder;
    private readonly Recorder _recorder;
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _journal;
    private readonly PublishedRig _rig;
    private readonly BlockPublisher _blocks;
    private readonly CDataBlock _block;
    private readonly JournalOptions _options = new() { QuotaBytes = 2L << 30 };

    public ConnectorPath(string folder, CDataBlock block, IFramePublisher publisher)
    {
        TimeProvider time = TimeProvider.System;
        _block = block;
        _folder = StateFolder.Open(folder);
        PublisherState state = PublisherState.Open(_folder, time);
        var identity = new PublisherIdentity(state.Publisher, Guid.NewGuid(), state.Epoch, "lab", "rig1");
        _recorder = Recorder.Open(_folder, state, _options, Path.Combine(folder, "journal"), time);
        _rig = new PublishedRig(
            new PublisherCatalogue(
                1,
                identity.Publisher,
                identity.Site,
                identity.Rig,
                [],
                [UnknownStream.Describe(StreamId, "main", block)]),
            [new PublishedStream(StreamId, "main", Topic.Create(FrameKind.Data, identity.Site, identity.Rig, "main"))]);
        var counters = new PublishCounters();
        var sender = new FrameSender(publisher, time, identity, new RecordedFrames(_recorder, counters));
        _blocks = new BlockPublisher(
            sender,
            new ControlStream(sender, identity),
            new PublishFormat(BuiltInSerializers.CreateRegistry().Create("columns")!),
            counters);
        _journal = new Thread(() => _recorder.Journal.Run(_stop.Token)) { IsBackground = true, Name = "journal" };
        _journal.Start();
    }

    /// <summary>Bytes of a payload; 0 before the first block.</summary>
    public int PayloadBytes => Stream.LastFrame.Next.Length;

    private PublishedStream Stream => _rig.Streams[0];

    /// <summary>Publishes the block; waits only where the disk would otherwise leave a gap in the journal.</summary>
    public void Publish(long dueNs)
    {
        int frame = FrameHeader.Size + FrameLimits.DefaultMaxPayloadBytes;
        while (_recorder.Journal.WaitingBytes > _options.RingBytes - (SpareFrames * frame))
            _sleep.Sleep(PauseNs);
        _blocks.Publish(_rig, new SourceItem { Kind = SourceItemKind.Block, Block = _block, DueNs = dueNs });
    }

    /// <summary>Waits until all of it is on the disk.</summary>
    /// <exception cref="InvalidDataException">The journal has gaps.</exception>
    public void WaitUntilDurable()
    {
        SpinWait.SpinUntil(() => _recorder.Marks(StreamId)?.Durable == Stream.Last);
        if (_recorder.Journal.GapFrames > 0)
            throw new InvalidDataException($"{_recorder.Journal.GapFrames} frames are missing from the journal");
    }

    public void Dispose()
    {
        _stop.Cancel();
        _journal.Join();
        _recorder.Dispose();
        _folder.Dispose();
        _stop.Dispose();
    }
}
