using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>
/// The machine under test with the memory that its caller owns: tokens are slots, each held once and given back once.
/// </summary>
internal sealed class SimulatedConsumer
{
    private readonly StreamDelivery[] _streams;
    private readonly DeliveryLedger[] _ledgers;
    private readonly List<LiveMessage?> _slots = [];
    private readonly Stack<int> _free = new();
    private readonly Action<uint, LostRange> _onLost;

    public SimulatedConsumer(
        Scenario scenario,
        TimeProvider time,
        Action<uint, LostRange> onLost,
        (DeliveryPosition? Position, DeliveryLedger Ledger)[]? saved = null)
    {
        _onLost = onLost;
        Delivery = new ConsumerDelivery(scenario.Settings, time);
        _streams = new StreamDelivery[scenario.Streams];
        _ledgers = new DeliveryLedger[scenario.Streams];
        for (int i = 0; i < _streams.Length; i++)
        {
            _streams[i] = Delivery.Add(SimulatedPublisher.Id, (uint)i + 1, saved?[i].Position);
            _ledgers[i] = saved?[i].Ledger.Copy() ?? new DeliveryLedger();
        }
    }

    public ConsumerDelivery Delivery { get; }

    public IReadOnlyList<StreamDelivery> Streams => _streams;

    public IReadOnlyList<DeliveryLedger> Ledgers => _ledgers;

    public int Held => _slots.Count - _free.Count;

    public string Where { get; set; } = "";

    public (DeliveryPosition? Position, DeliveryLedger Ledger)[] Save() =>
        [.. _streams.Select((stream, i) => (stream.Position, _ledgers[i].Copy()))];

    public void TakeFrame(LiveMessage frame, FrameSource source)
    {
        StreamDelivery stream = _streams[frame.Stream - 1];
        int token = Keep(frame);
        FrameDisposition fate = stream.OnFrame(HeaderOf(frame), source, token, Scenario.FrameBytes);
        if (fate == FrameDisposition.Deliver)
            HandOn(frame.Stream, token);
        else if (fate == FrameDisposition.Drop)
            Free(token);
        Drain();
    }

    public void Drain()
    {
        for (uint id = 1; id <= _streams.Length; id++)
        {
            StreamDelivery stream = _streams[id - 1];
            TakeLosses(id);
            while (stream.TryRelease(out int token))
            {
                TakeLosses(id);
                HandOn(id, token);
            }

            TakeLosses(id);
            while (stream.TryDiscard(out int token))
                Free(token);
        }
    }

    public void Check()
    {
        for (int i = 0; i < _streams.Length; i++)
        {
            StreamAccount account = _streams[i].Account();
            bool closes = account.SilentLoss == 0 && account.Missing >= 0
                && account.Delivered == _ledgers[i].Delivered && account.DeclaredLost == _ledgers[i].Lost;
            if (!closes)
                throw new InvalidOperationException(
                    $"{Where}: {account} against {_ledgers[i].Delivered} delivered and {_ledgers[i].Lost} lost");
        }

        if (Delivery.Budget.Frames != Held || Delivery.Budget.Bytes != (long)Held * Scenario.FrameBytes)
            throw new InvalidOperationException(
                $"{Where}: {Held} frames are held, {Delivery.Budget.Frames} are counted");
        if (Delivery.Budget.Frames > Delivery.Budget.MaxFrames + 1
            || Delivery.Budget.Bytes > Delivery.Budget.MaxBytes + Scenario.FrameBytes)
            throw new InvalidOperationException($"{Where}: {Held} frames are above the budget");
    }

    private static FrameHeader HeaderOf(LiveMessage frame) => new()
    {
        Kind = FrameKind.Data,
        Publisher = SimulatedPublisher.Id,
        Stream = frame.Stream,
        Epoch = frame.Epoch,
        Sequence = frame.Sequence,
    };

    private void TakeLosses(uint id)
    {
        while (_streams[id - 1].TryTakeLoss(out LostRange range))
        {
            _ledgers[id - 1].Lose(range, Where);
            _onLost(id, range);
        }
    }

    private void HandOn(uint id, int token)
    {
        LiveMessage frame =
            _slots[token] ?? throw new InvalidOperationException($"{Where}: token {token} holds nothing");
        _ledgers[id - 1].Deliver(frame.Epoch, frame.Sequence, Where);
        Free(token);
    }

    private int Keep(LiveMessage frame)
    {
        if (!_free.TryPop(out int token))
        {
            token = _slots.Count;
            _slots.Add(null);
        }

        _slots[token] = frame;
        return token;
    }

    private void Free(int token)
    {
        if (_slots[token] is null)
            throw new InvalidOperationException($"{Where}: token {token} came back twice");
        _slots[token] = null;
        _free.Push(token);
    }
}
