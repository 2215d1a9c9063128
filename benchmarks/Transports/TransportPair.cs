using System.Diagnostics;
using Benchmarks.FullPath;
using FuncLibs.Timing;
using FuncLibs.Transport;
using FuncLibs.Wire;

namespace Benchmarks.Transports;

/// <summary>
/// A publisher on the calling thread and a subscriber on its own, over tcp on loopback: three frames, CRC on both sides. Every message is
/// counted, its order and its content are checked.
/// </summary>
internal sealed class TransportPair : IDisposable
{
    private static readonly byte[] Topic = [.. FuncLibs.Wire.Topic.Make(FrameKind.Data, "lab", "rig1", "main").Utf8];
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
        new Random(@case.PayloadBytes).NextBytes(_payload);
        _transport = @case.Make();
        _publisher = _transport.Publish(Endpoint.Parse("tcp://127.0.0.1:0"), @case.PayloadBytes);
        _sink = new FrameSink(_publisher.Endpoint, @case.Make(), checksContent: true) { CountFrom = ulong.MaxValue };
        long begin = Stopwatch.GetTimestamp();
        while (_sink.Received == 0)
        {
            if (Stopwatch.GetElapsedTime(begin) > Limit)
                throw new InvalidDataException($"{_case.Name}: no message comes");
            Send(0);
            Thread.Yield();
        }
    }

    /// <summary>Sends as fast as the subscriber takes.</summary>
    /// <returns>Messages a second.</returns>
    public double Race(TimeSpan duration)
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

    /// <summary>Sends at the rate of the case, each message when it is due.</summary>
    /// <returns>Delay from when each was due, and bytes allocated a message: of the process, the publishing and the subscribing thread.</returns>
    public (LatencyHistogram Delay, double Process, double Publisher, double Subscriber) Pace(TimeSpan duration)
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
        return (_sink.Delay, (double)process / ticks, (double)own / ticks, (double)(_sink.Allocation.Bytes - sinks) / ticks);
    }

    public void Dispose()
    {
        _sink.Dispose();
        _publisher.Dispose();
        _transport.Dispose();
    }

    // What was sent before the subscription came is not counted: the newest sequence that was taken counts.
    private long Taken => (long)_sink.LastSequence;

    private void Send(long dueNs)
    {
        _publisher.DrainInput(1);
        new FrameHeader { Kind = FrameKind.Data, Epoch = 1, Stream = 1, Sequence = ++_sequence, AcquiredNs = dueNs }.Over(_payload).Write(_header);
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
            throw new InvalidDataException($"{_case.Name}: {_sink.Missing} missing, {_sink.Damaged} damaged, {Taken} of {_sequence} taken");
    }
}
