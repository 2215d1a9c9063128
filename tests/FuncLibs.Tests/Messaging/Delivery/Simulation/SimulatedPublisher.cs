using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>A message on the data socket: a frame, or a heartbeat.</summary>
internal readonly record struct LiveMessage(
    uint Stream, ulong Epoch, ulong Sequence, Heartbeat? Heartbeat, bool EndOfStream);

/// <summary>A message on the control channel, to the consumer: a map, or a frame of a replay.</summary>
internal readonly record struct Answer(Welcome? Welcome, EndAnswer? End, ErrorAnswer? Error, LiveMessage Frame);

/// <summary>A request on the control channel.</summary>
internal readonly record struct Request(ControlOp Op, uint Id, ReplayRange Range, uint Bytes);

/// <summary>A publisher with a journal, honest in every answer, that may die at any time.</summary>
internal sealed class SimulatedPublisher
{
    public static readonly Guid Id = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");

    private const long CreditTimeout = 10_000;
    private readonly Scenario _scenario;
    private readonly Random _random;
    private readonly SimulatedJournal[] _streams;
    private Guid _instance;
    private (uint Id, ReplayRange Range, ulong Next, long Credit, long GrantedAt)? _replay;

    public SimulatedPublisher(Scenario scenario)
    {
        (_scenario, _random) = (scenario, scenario.Random);
        _streams = [.. Enumerable.Range(0, scenario.Streams).Select(_ => new SimulatedJournal())];
        Start();
    }

    public ulong Epoch { get; private set; } = 1000;

    public bool IsUp { get; private set; }

    public SimulatedJournal Journal(uint stream) => _streams[stream - 1];

    public void Start()
    {
        Epoch += (ulong)_random.Next(1, 500);
        _instance = Guid.NewGuid();
        foreach (SimulatedJournal stream in _streams)
            stream.Epochs.Add(new SimulatedEpoch(Epoch));
        IsUp = true;
    }

    public void Kill(bool powerCut)
    {
        (IsUp, _replay) = (false, null);
        foreach (SimulatedJournal stream in _streams)
            stream.Now.Close(powerCut);
    }

    public void RemoveConsumer() => _replay = null;

    public LiveMessage Publish()
    {
        uint stream = (uint)_random.Next(1, _streams.Length + 1);
        ulong sequence = Journal(stream).Now.Publish(written: !_scenario.Chance(_scenario.Accidents / 2));
        return new LiveMessage(stream, Epoch, sequence, null, false);
    }

    public void WriteJournal()
    {
        foreach (SimulatedJournal stream in _streams)
            stream.Now.Write(stream.Now.Last - (ulong)Math.Min(_random.Next(6), (int)stream.Now.Last));
    }

    public void WriteAll() => Array.ForEach(_streams, stream => stream.Now.Write(ulong.MaxValue));

    /// <summary>Retention takes away the beginning of some epoch.</summary>
    public void Retain()
    {
        SimulatedJournal stream = _streams[_random.Next(_streams.Length)];
        SimulatedEpoch epoch = stream.Epochs[_random.Next(stream.Epochs.Count)];
        epoch.Retain(epoch.FirstKept + (ulong)_random.Next(60));
    }

    public LiveMessage Heartbeat(bool end = false)
    {
        var heartbeat = new Heartbeat { Instance = _instance, Epoch = Epoch };
        for (uint stream = 1; stream <= _streams.Length; stream++)
        {
            SimulatedEpoch now = Journal(stream).Now;
            heartbeat.Streams.Add(new StreamProgress(stream, now.Last, _scenario.HasMarks ? now.Written : null));
        }

        return new LiveMessage(0, Epoch, 0, heartbeat, end);
    }

    public Answer? Take(Request request, long now)
    {
        switch (request.Op)
        {
            case ControlOp.Hello:
                return new Answer(Welcome(), null, null, default);
            case ControlOp.Replay when !_scenario.ServesReplay || !_scenario.HasMarks:
                return new Answer(null, null, new ErrorAnswer(request.Id, ErrorAnswer.Unsupported, ""), default);
            case ControlOp.Replay when _replay is not null || _scenario.Chance(_scenario.Accidents):
                return End(new EndAnswer(request.Id, ReplayResult.Busy, RetryAfterMs: 15));
            case ControlOp.Replay:
                _replay = (request.Id, request.Range, request.Range.From, request.Bytes, now);
                return null;
            case ControlOp.Credit when _replay?.Id == request.Id:
                _replay = _replay.Value with { Credit = _replay.Value.Credit + request.Bytes, GrantedAt = now };
                return null;
            case ControlOp.Cancel when _replay?.Id == request.Id:
                return Finish(ReplayResult.Partial);
            default:
                return null;
        }
    }

    /// <summary>The next message of the open replay, if it may go out.</summary>
    public Answer? Serve(long now)
    {
        if (_replay is not { } replay)
            return null;
        SimulatedEpoch epoch = Journal(replay.Range.Stream)
            .Of(replay.Range.Epoch)
            .ShouldNotBeNull("nobody asks for an epoch that was not");
        if (replay.Next > replay.Range.To)
            return Finish(ReplayResult.Complete);
        if (now - replay.GrantedAt > CreditTimeout)
            return Finish(ReplayResult.Partial);
        if (replay.Credit <= 0)
            return null;
        if (!epoch.Has(replay.Next))
            return epoch.IsClosed || replay.Next <= epoch.Written
                ? Finish(ReplayResult.Gone)
                : Finish(ReplayResult.Partial);
        _replay = replay with { Next = replay.Next + 1, Credit = replay.Credit - Scenario.FrameBytes };
        return new Answer(
            null, null, null, new LiveMessage(replay.Range.Stream, replay.Range.Epoch, replay.Next, null, false));
    }

    private Answer Finish(ReplayResult result)
    {
        (uint id, ReplayRange range, ulong next, _, _) = _replay!.Value;
        _replay = null;
        ulong first = result == ReplayResult.Gone ? Journal(range.Stream).Of(range.Epoch)!.NextKept(next) : 0;
        return End(new EndAnswer(id, result, next - 1, first));
    }

    private static Answer End(EndAnswer end) => new(null, end, null, default);

    private Welcome Welcome()
    {
        var welcome = new Welcome { Publisher = Id, Instance = _instance, Epoch = Epoch };
        foreach (SimulatedEpoch epoch in _streams[0].Epochs)
            welcome.Epochs.Add(new EpochRange(epoch.Epoch, 0, 0, 0, Exact: true));
        for (uint stream = 1; stream <= _streams.Length; stream++)
        {
            foreach (SimulatedEpoch epoch in Journal(stream).Epochs)
            {
                if (epoch.Last > 0)
                    welcome.Epochs.Add(
                        new EpochRange(
                            epoch.Epoch, stream, 1, epoch.IsClosed ? epoch.Declared : epoch.Last, epoch.IsClosed));
            }
        }

        return welcome;
    }
}
