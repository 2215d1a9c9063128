using System.Text;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;
using FuncLibs.Journal;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;
using Testing;
using Testing.Journal;

namespace HardwareConnector.Tests.Publishing;

/// <summary>The publish loop on its thread, with the test as its source thread and as its subscriber.</summary>
internal sealed class RunningPublisher : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly StateFolder _stateFolder;
    private readonly CancellationTokenSource _stop = new();
    private readonly CancellationTokenSource _stopJournal = new();
    private readonly Thread _thread;
    private readonly Thread _journal;
    private readonly IFrameSubscriber _subscriber;
    private readonly FrameBuffer _buffer = new(FrameLimits.Default);
    private readonly TimeProvider _time;

    public RunningPublisher(
        TimeProvider? time = null,
        string content = "columns",
        int queue = 128,
        int sources = 1,
        bool replay = false,
        bool afterKill = false,
        int earlierFrames = 0,
        bool faulty = false,
        TimeSpan bindWait = default,
        bool handsOver = false,
        Action<SourceFeeds>? beforeBind = null)
    {
        _time = time ?? TimeProvider.System;
        StateFiles = faulty ? new FaultyFiles(_folder.Path) : null;
        _stateFolder = StateFolder.Open(_folder.Path, StateFiles);
        if (afterKill || earlierFrames > 0)
            RunAndKill(earlierFrames);
        PublisherState state = PublisherState.Open(_stateFolder, _time);
        Identity = new PublisherIdentity(
            state.Publisher, Guid.NewGuid(), state.Epoch, "lab", "rig1")
        { PlaysRecording = replay };
        Recorder = Recorder.Open(
            _stateFolder, state, new JournalOptions { RingBytes = 4 << 20 }, JournalFolder, TimeProvider.System);
        Registry = new RigRegistry(Identity, state, Recorder.Epochs, Recorder);
        Feeds = new SourceFeeds(sources, (number, signal) => new SourceFeed(queue, signal)
        {
            Naming = new StreamNaming(sources == 1 ? null : $"rig{number + 1:00}"),
            Left = _ => Recorder.Samples!.TakeLeft(1),
            NumberStreams = names => state.Prepare(names),
        });
        Transport = new ZeroMqTransport(new SocketLimits(), TimeProvider.System);
        ReadySignal ready = new();
        Serializer = BuiltInSerializers.CreateRegistry().Create(content)!;
        Endpoint anyPort = Endpoint.Parse("tcp://127.0.0.1:0");
        Loop = new PublishLoop(
            Feeds,
            new PublishSocket(handsOver ? Lend : Transport.Publish, anyPort),
            ready,
            Registry,
            Identity,
            Recorder,
            new PublishFormat(Serializer),
            _time)
        {
            BindWait = bindWait,
        };
        beforeBind?.Invoke(Feeds);
        _thread = new Thread(Run) { IsBackground = true };
        _thread.Start();
        _journal = new Thread(() => Recorder.Journal.Run(_stopJournal.Token)) { IsBackground = true };
        _journal.Start();
        Eventually.True(() => ready.Endpoint.IsCompletedSuccessfully, "the socket is bound");
        _subscriber = Transport.Subscribe(Endpoint.Parse(ready.Endpoint.Result));
        _subscriber.Subscribe([]);
    }

    /// <summary>Where it records.</summary>
    public string JournalFolder => Path.Combine(_folder.Path, "journal");

    /// <summary>The socket, where another thread than the publish thread may use it; null otherwise.</summary>
    public LentPublisher? Lent { get; private set; }

    /// <summary>Why the loop ended; null while it runs, and after a stop.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>The files of the state folder where they may be made to fail; null otherwise.</summary>
    public FaultyFiles? StateFiles { get; }

    /// <summary>Where its state is.</summary>
    public string StatePath => _stateFolder.File(PublisherState.FileName);

    public PublisherIdentity Identity { get; }

    public RigRegistry Registry { get; }

    public SourceFeeds Feeds { get; }

    /// <summary>The feed of the first source.</summary>
    public SourceFeed Feed => Feeds.All[0];

    public PublishLoop Loop { get; }

    public Recorder Recorder { get; }

    public IBlockSerializer Serializer { get; }

    public ZeroMqTransport Transport { get; }

    /// <summary>Header of the frame that came last, its CRCs checked.</summary>
    public FrameHeader Header { get; private set; }

    public string Topic => Encoding.ASCII.GetString(_buffer.Topic);

    public ReadOnlySpan<byte> Payload => _buffer.Payload;

    /// <summary>Waits until the subscriber hears the publisher.</summary>
    public RunningPublisher Join()
    {
        Eventually.True(
            () =>
            {
                (_time as FakeTime)?.Advance(TimeSpan.FromMilliseconds(250));
                return TryTake(100);
            },
            "the subscriber hears heartbeats");
        return this;
    }

    public RunningPublisher Describe()
    {
        Feed.Describe(TestRig.Describe(Feed), default);
        Next(FrameKind.Catalogue);
        return this;
    }

    public FrameHeader Next()
    {
        Eventually.True(() => TryTake(50), "a frame comes");
        return Header;
    }

    public FrameHeader Next(FrameKind kind)
    {
        Eventually.True(() => TryTake(50) && Header.Kind == kind, $"a frame of kind {kind} comes");
        return Header;
    }

    public Heartbeat Heartbeat()
    {
        var heartbeat = new Heartbeat();
        heartbeat.TryRead(Payload, out _).ShouldBeTrue();
        return heartbeat;
    }

    public void Stop()
    {
        _stop.Cancel();
        Feed.Ring.Wake();
        _thread.Join();
        _stopJournal.Cancel();
        _journal.Join();
    }

    public void Dispose()
    {
        Stop();
        _subscriber.Dispose();
        Transport.Dispose();
        Feeds.Dispose();
        Recorder.Dispose();
        _stateFolder.Dispose();
        _folder.Dispose();
        _stop.Dispose();
        _stopJournal.Dispose();
    }

    private LentPublisher Lend(Endpoint endpoint, int? frameBytes) =>
        Lent = new LentPublisher(Transport.Publish(endpoint, frameBytes));

    private void Run()
    {
        try
        {
            Loop.Run(_stop.Token);
        }
        catch (InvalidOperationException e) when (Lent is not null)
        {
            Failure = e;
        }
    }

    // An earlier run of the connector published block 0 of stream 1, and was killed.
    private void RunAndKill(int frames)
    {
        PublisherState former = PublisherState.Open(_stateFolder, _time);
        former.Prepare([TestRig.Stream.Name]).IsOk.ShouldBeTrue();
        using Recorder recorder = Recorder.Open(
            _stateFolder, former, new JournalOptions { RingBytes = 4 << 20 }, JournalFolder, TimeProvider.System);
        SampleMark left = new(former.Epoch, 0, 0, TestRig.Points, TestRig.DueNs(0), TestRig.Stream.BaseRateHz);
        recorder.Samples!.Store(1, left).ShouldBeTrue();
        byte[] bytes = new byte[FrameHeader.Size];
        byte[] payload = [1, 2, 3];
        for (ulong sequence = 1; sequence <= (ulong)frames; sequence++)
        {
            FrameHeader header = new FrameHeader
            {
                Kind = FrameKind.Data,
                Publisher = former.Publisher,
                Stream = 1,
                Content = 1,
                Epoch = former.Epoch,
                Sequence = sequence,
                PublishedNs = _time.NowNs(),
                CatalogueRevision = 1,
            }.WithPayload(payload);
            header.Write(bytes);
            recorder.Record(header, bytes, payload);
        }

        recorder.Journal.Run(new CancellationToken(canceled: true));
    }

    private bool TryTake(int milliseconds)
    {
        IWaitSet wait = Transport.WaitFor(_subscriber);
        if (_subscriber.TryReceive(_buffer) != ReceiveStatus.Frame)
        {
            wait.Wait(milliseconds);
            if (_subscriber.TryReceive(_buffer) != ReceiveStatus.Frame)
                return false;
        }

        FrameHeaderReader.Read(
            _buffer.Header, _buffer.Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        Header = header;
        return true;
    }
}
