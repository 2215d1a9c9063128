using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Control;
using Testing;

namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>
/// A publisher, a consumer and the network between them, all from one seed. One step is one thing that happens.
/// </summary>
internal sealed class World
{
    private const long HeartbeatMs = 20;
    private const int MaxHealingSteps = 60_000;
    private readonly int _seed;
    private readonly Scenario _scenario;
    private readonly Random _random;
    private readonly FakeTime _time = new();
    private readonly SimulatedPublisher _publisher;
    private readonly SimulatedNetwork _network;
    private readonly Truth _groundTruth;
    private SimulatedConsumer _consumer;
    private (DeliveryPosition? Position, DeliveryLedger Ledger)[]? _saved;
    private long _nextHeartbeat;
    private long _downUntil;
    private long _helloAt = -HeartbeatMs - 1;
    private bool _welcomed;
    private uint _id;

    public World(int seed)
    {
        _seed = seed;
        _scenario = new Scenario(seed);
        _random = _scenario.Random;
        _publisher = new SimulatedPublisher(_scenario);
        _network = new SimulatedNetwork(_scenario);
        _groundTruth = new Truth(_scenario, _publisher);
        _consumer = new SimulatedConsumer(_scenario, _time, _groundTruth.OnLost);
    }

    /// <summary>Steps so far.</summary>
    public int Steps { get; private set; }

    public SimulatedConsumer Consumer => _consumer;

    public void Step()
    {
        Steps++;
        _consumer.Where = $"seed {_seed}, step {Steps}";
        int milliseconds = _random.Next(1, 6);
        _network.Pass(milliseconds);
        _time.Advance(TimeSpan.FromMilliseconds(milliseconds));
        Happen();
        Move();
        _consumer.Check();
    }

    /// <summary>
    /// Lets everything settle on a good network, and checks that nothing stays open and nothing is missing.
    /// </summary>
    public void Finish()
    {
        _scenario.Heal();
        _network.TryMend(atOnce: true);
        LinkLost();
        if (!_publisher.IsUp)
            _publisher.Start();
        _publisher.WriteAll();
        for (int i = 0; i < MaxHealingSteps && !_groundTruth.IsReached(_consumer); i++)
            Step();
        _groundTruth.Check(_consumer);
    }

    private void Happen()
    {
        if (!_publisher.IsUp && _network.Now >= _downUntil)
            _publisher.Start();
        if (_network.TryMend())
            LinkLost();
        if (_scenario.Chance(_scenario.Accidents))
            Accident();
        if (!_publisher.IsUp)
            return;
        for (int i = _scenario.BlocksInThisStep(); i > 0; i--)
            Broadcast(_publisher.Publish());
        if (_scenario.Accidents == 0)
            _publisher.WriteAll();
        else if (_random.Next(3) == 0)
            _publisher.WriteJournal();
        if (_network.Now < _nextHeartbeat)
            return;
        _nextHeartbeat = _network.Now + HeartbeatMs;
        Broadcast(_publisher.Heartbeat());
    }

    private void Broadcast(LiveMessage message)
    {
        if (message.Heartbeat is not null || _consumer.Delivery.NeedsLive)
            _network.Send(message);
    }

    private void Accident()
    {
        switch (_random.Next(8))
        {
            case 0 or 1:
                Kill(powerCut: _random.Next(2) == 0);
                break;
            case 2:
                _network.Cut(live: true, answers: true, _random.Next(5, 700));
                break;
            case 3:
                _network.Cut(live: false, answers: _random.Next(2) == 0, _random.Next(5, 400));
                break;
            case 4:
                _publisher.Retain();
                break;
            case 5:
                _saved = _consumer.Save();
                break;
            case 6:
                _consumer = new SimulatedConsumer(
                    _scenario, _time, _groundTruth.OnLost, _saved ?? _consumer.Save())
                { Where = _consumer.Where };
                LinkLost();
                break;
            default:
                LinkLost();
                break;
        }
    }

    private void Kill(bool powerCut)
    {
        if (!_publisher.IsUp)
            return;
        if (_random.Next(4) == 0)
            CleanStop();
        _publisher.Kill(powerCut);
        _downUntil = _network.Now + _random.Next(1, 200);
        if (_random.Next(2) == 0)
            LinkLost();
    }

    private void CleanStop()
    {
        _publisher.WriteAll();
        Broadcast(_publisher.Heartbeat(end: true));
    }

    private void LinkLost()
    {
        _network.ResetControl();
        _publisher.RemoveConsumer();
        _consumer.Delivery.OnLinkLost();
        _welcomed = false;
    }

    private void Move()
    {
        while (_network.TryReceive(out Request request))
        {
            if (_publisher.IsUp && _publisher.Take(request, _network.Now) is { } answer)
                _network.Send(answer);
        }

        for (int i = 0; _publisher.IsUp && i < 16 && _publisher.Serve(_network.Now) is { } answer; i++)
            _network.Send(answer);
        while (_network.TryReceive(out LiveMessage message))
            Take(message);
        while (_network.TryReceive(out Answer answer))
            Take(answer);
        _consumer.Delivery.Advance();
        _consumer.Drain();
        Ask();
    }

    private void Take(LiveMessage message)
    {
        if (message.Heartbeat is { } heartbeat)
            _consumer.Delivery.OnHeartbeat(SimulatedPublisher.Id, heartbeat, message.EndOfStream);
        else
            _consumer.TakeFrame(message, FrameSource.Live);
        _consumer.Drain();
    }

    private void Take(Answer answer)
    {
        if (answer.Welcome is not null)
            OnWelcome(answer.Welcome);
        else if (answer.End is { } end)
            _consumer.Delivery.OnEnd(end);
        else if (answer.Error is { } error)
            _consumer.Delivery.OnError(error);
        else
            TakeReplayed(answer.Frame);
        _consumer.Drain();
    }

    private void OnWelcome(Welcome welcome)
    {
        _consumer.Delivery.OnWelcome(welcome);
        _welcomed = true;
    }

    private void TakeReplayed(LiveMessage frame)
    {
        _consumer.TakeFrame(frame, FrameSource.Replay);
        _consumer.Delivery.OnReplayed(Scenario.FrameBytes);
    }

    private void Ask()
    {
        if ((!_welcomed || _consumer.Delivery.NeedsWelcome) && _network.Now - _helloAt > HeartbeatMs)
        {
            _helloAt = _network.Now;
            _network.Send(new Request(ControlOp.Hello, ++_id, default, 0));
        }

        while (_consumer.Delivery.TryTakeCommand(_id + 1, out DeliveryCommand command))
        {
            _id = Math.Max(_id, command.Id);
            ControlOp op = command.Kind switch
            {
                DeliveryCommandKind.Replay => ControlOp.Replay,
                DeliveryCommandKind.Credit => ControlOp.Credit,
                _ => ControlOp.Cancel,
            };
            _network.Send(new Request(op, command.Id, command.Range, command.Bytes));
        }
    }
}
