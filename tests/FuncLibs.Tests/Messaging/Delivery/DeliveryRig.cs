using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using Testing;

namespace FuncLibs.Tests.Messaging.Delivery;

/// <summary>One stream by hand: the test is the publisher, tokens are sequences.</summary>
internal sealed class DeliveryRig
{
    public const int FrameBytes = 1000;
    private static readonly Guid Publisher = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");
    private readonly Heartbeat _heartbeat = new() { Instance = Guid.NewGuid() };
    private uint _id;

    public DeliveryRig(
        int holdFrames = 100,
        GapPolicy policy = GapPolicy.Replay,
        DeliveryPosition? saved = null,
        bool liveWaits = false)
    {
        DeliverySettings settings =
            new() { HoldBytes = holdFrames * FrameBytes, OnGap = policy, LiveWaits = liveWaits };
        Consumer = new ConsumerDelivery(settings, Time);
        Stream = Consumer.Add(Publisher, 1, saved);
    }

    public FakeTime Time { get; } = new();

    public ConsumerDelivery Consumer { get; }

    public StreamDelivery Stream { get; }

    /// <summary>Sequences in the order in which they were delivered.</summary>
    public List<int> Delivered { get; } = [];

    public List<int> Discarded { get; } = [];

    /// <summary>Joined at 1 with a publisher that keeps a journal and greeted.</summary>
    public static DeliveryRig Joined(int holdFrames = 100, GapPolicy policy = GapPolicy.Replay)
    {
        DeliveryRig rig = new(holdFrames, policy);
        rig.Welcome(1);
        rig.Frame(1);
        rig.Heartbeat(1);
        return rig;
    }

    /// <summary>Another stream of the same publisher, joined at 1.</summary>
    public StreamDelivery JoinAnother(uint id)
    {
        StreamDelivery another = Consumer.Add(Publisher, id);
        another.OnFrame(
            new FrameHeader { Kind = FrameKind.Data, Publisher = Publisher, Stream = id, Epoch = 1, Sequence = 1 },
            FrameSource.Live,
            0,
            FrameBytes);
        return another;
    }

    /// <summary>A heartbeat says that so many were published of another stream.</summary>
    public void Miss(StreamDelivery another, ulong last) =>
        another.OnHeartbeat(1, last, hasJournal: true, endOfStream: false);

    public FrameDisposition Frame(ulong sequence, ulong epoch = 1, FrameSource source = FrameSource.Live)
    {
        var header = new FrameHeader
        {
            Kind = FrameKind.Data,
            Publisher = Publisher,
            Stream = 1,
            Epoch = epoch,
            Sequence = sequence,
        };
        FrameDisposition fate = Stream.OnFrame(header, source, (int)sequence, FrameBytes);
        if (fate == FrameDisposition.Deliver)
            Delivered.Add((int)sequence);
        if (source == FrameSource.Replay)
            Consumer.OnReplayed(FrameBytes);
        Drain();
        return fate;
    }

    public void Replay(params ulong[] sequences) =>
        Array.ForEach(sequences, sequence => Frame(sequence, source: FrameSource.Replay));

    public void Heartbeat(ulong last, ulong epoch = 1, bool hasJournal = true, bool end = false)
    {
        _heartbeat.Epoch = epoch;
        _heartbeat.Streams.Clear();
        _heartbeat.Streams.Add(new StreamProgress(1, last, hasJournal ? last : null));
        Consumer.OnHeartbeat(Publisher, _heartbeat, end);
        Drain();
    }

    /// <summary>A heartbeat of an epoch in which the stream is not announced.</summary>
    public void HeartbeatWithoutIt(ulong epoch)
    {
        _heartbeat.Epoch = epoch;
        _heartbeat.Streams.Clear();
        _heartbeat.Streams.Add(new StreamProgress(0, 1, Written: 1));
        Consumer.OnHeartbeat(Publisher, _heartbeat, endOfStream: false);
        Drain();
    }

    public void Welcome(ulong epoch, params EpochRange[] epochs)
    {
        var welcome = new Welcome { Publisher = Publisher, Instance = _heartbeat.Instance, Epoch = epoch };
        foreach (EpochRange range in epochs)
            welcome.Epochs.Add(range);
        Consumer.OnWelcome(welcome);
        Drain();
    }

    /// <summary>What is requested now; kind None when nothing is.</summary>
    public DeliveryCommand Ask()
    {
        Consumer.TryTakeCommand(_id + 1, out DeliveryCommand command);
        _id = Math.Max(_id, command.Id);
        return command;
    }

    public void End(ReplayResult result, ulong availableTo = 0, ulong firstAvailable = 0, uint retryAfterMs = 0)
    {
        Consumer.OnEnd(new EndAnswer(_id, result, availableTo, firstAvailable, retryAfterMs));
        Drain();
    }

    public void Refuse(string code)
    {
        Consumer.OnError(new ErrorAnswer(_id, code, ""));
        Drain();
    }

    public void Pass(double seconds)
    {
        Time.Advance(TimeSpan.FromSeconds(seconds));
        Consumer.Advance();
        Drain();
    }

    public StreamAccount Account(long published, long delivered, long lost, long missing = 0)
    {
        StreamAccount account = Stream.Account();
        (account.Published, account.Delivered, account.DeclaredLost, account.Missing).ShouldBe(
            (published, delivered, lost, missing));
        account.SilentLoss.ShouldBe(0);
        return account;
    }

    private void Drain()
    {
        while (Stream.TryRelease(out int token))
            Delivered.Add(token);
        while (Stream.TryDiscard(out int token))
            Discarded.Add(token);
    }
}
