using System.Diagnostics;
using Benchmarks.FullPath;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Transports;

/// <summary>
/// A publisher on the calling thread and a subscriber on its own, over tcp on loopback: three frames, CRC on both
/// sides. Every message is counted, its order and its content are checked.
/// </summary>
internal sealed class TransportPair : IDisposable
{
    private static readonly byte[] Topic =
    [
        .. FuncLibs.Messaging.Wire.Topic.Create(FrameKind.Data, "lab", "rig1", "main").Utf8,
    ];
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);

    private readonly TransportCase _case;
    private readonly ITransport _transport;
    private readonly IFramePublisher _publisher;
    private readonly FrameSink _sink;
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly byte[] _payload;
    private ulong _sequence;

    /// <summary>Makes it, and waits until messages come through.</summary>
    /// <exception cref="InvalidDataException">None comes.</exception>
    public TransportPair(TransportCase @case)
    {
        _case = @case;
        _payload = new byte[@case.PayloadBytes];
        for (int i = 0; i < _payload.Length; i++)
            _payload[i] = (byte)(i * 31);
        _transport = @case.CreatePublishers();
        _publisher = _transport.Publish(Endpoint.Parse("tcp://127.0.0.1:0"), @case.PayloadBytes);
        _sink = new FrameSink(
            _publisher.Endpoint, @case.CreateSubscribers(), checksContent: true, @case.ServerKey)
        {
            CountFrom = ulong.MaxValue,
        };
        long begin = Stopwatch.GetTimestamp();
        while (_sink.Received == 0)
        {
            if (Stopwatch.GetElapsedTime(begin) > Limit)
                throw new InvalidDataException($"{_case.Name}: no message comes");
            Send(0);
            Thread.Yield();
        }
    }

    // What was sent before the subscription came is not counted: the newest sequence that was taken counts.
    private long Taken => (long)_sink.LastSequence;

    /// <summary>Sends as fast as the subscriber takes, then twice as long at the rate of the case.</summary>
    public PairFigures Measure(TimeSpan window)
    {
        double rate = Comparison(window);
        (LatencyHistogram delay, double process, double publisher, double subscriber) = Pace(2 * window);
        return new PairFigures(
            rate, delay.PercentileNs(50) / 1e3, delay.PercentileNs(99) / 1e3, process, publisher, subscriber);
    }

    public void Dispose()
    {
        _sink.Dispose();
        _publisher.Dispose();
        _transport.Dispose();
    }

    private double Comparison(TimeSpan duration)
    {
        Settle();
        ulong first = _sequence;
        var spin = new SpinWait();
        long begin = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(begin) < duration)
        {
            while ((long)_sequence - Taken > _case.Ahead)
                spin.SpinOnce(-1);
            Send(0);
        }

        WaitForAll();
        return (_sequence - first) / Stopwatch.GetElapsedTime(begin).TotalSeconds;
    }

    // Each message when it is due; the delay counts from then, whenever it was really sent.
    private (LatencyHistogram Delay, double Process, double Publisher, double Subscriber) Pace(TimeSpan duration)
    {
        Settle();
        long ticks = (long)(duration.TotalSeconds * _case.RateHz);
        PacedClock clock = new(1, _case.RateHz, TimeProvider.System, new KernelSleep(spinNs: 0));
        clock.Start();
        _sink.CountFrom = _sequence + 1;
        long process = GC.GetTotalAllocatedBytes(precise: true);
        long own = GC.GetAllocatedBytesForCurrentThread();
        long sinks = _sink.Allocation.Bytes;
        for (long tick = 0; tick < ticks; tick++)
        {
            clock.WaitFor(tick, CancellationToken.None);
            Send(clock.FirstSampleDueUtcNs(tick + 1));
        }

        own = GC.GetAllocatedBytesForCurrentThread() - own;
        WaitForAll();
        if (_sink.Delay.Count != ticks)
            throw new InvalidDataException($"{_case.Name}: {_sink.Delay.Count} of {ticks} messages came");
        process = GC.GetTotalAllocatedBytes(precise: true) - process;
        return (
            _sink.Delay,
            (double)process / ticks,
            (double)own / ticks,
            (double)(_sink.Allocation.Bytes - sinks) / ticks);
    }

    private void Send(long dueNs)
    {
        _publisher.DrainInput(1);
        new FrameHeader { Kind = FrameKind.Data, Epoch = 1, Stream = 1, Sequence = ++_sequence, AcquiredNs = dueNs }
            .WithPayload(_payload)
            .Write(_header);
        if (_publisher.TryPublish(Topic, _header, _payload) != SendStatus.Sent)
            throw new InvalidDataException($"{_case.Name}: a message was not sent");
    }

    // One message that comes in after all that is under way.
    private void Settle()
    {
        Send(0);
        WaitForAll();
    }

    private void WaitForAll()
    {
        if (!SpinWait.SpinUntil(() => Taken == (long)_sequence, Limit) || _sink.Missing > 0 || _sink.Damaged > 0)
            throw new InvalidDataException(
                $"{_case.Name}: {_sink.Missing} missing, {_sink.Damaged} damaged, {Taken} of {_sequence} taken");
    }
}

/// <summary>What a case gave in one round.</summary>
/// <param name="Rate">Messages a second.</param>
/// <param name="P50Us">Median of the delay from when a message was due.</param>
/// <param name="P99Us">99th percentile of the same.</param>
/// <param name="ProcessBytes">Bytes allocated a message in the process, both sides and all threads of the
/// library.</param>
/// <param name="PublisherBytes">Of these on the publishing thread.</param>
/// <param name="SubscriberBytes">Of these on the subscribing thread.</param>
internal sealed record PairFigures(
    double Rate, double P50Us, double P99Us, double ProcessBytes, double PublisherBytes, double SubscriberBytes);
