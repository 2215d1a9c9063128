using System.Diagnostics;
using Benchmarks.FullPath;
using Benchmarks.Measuring;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Transports;

/// <summary>
/// One publisher and many subscribers at a steady rate: the processor time of the whole process, publisher, subscribers
/// and I/O threads, for a message at a subscriber. Libraries run in turns.
/// </summary>
internal sealed class FanOut(MetricReport report)
{
    private const int Subscribers = 16;
    private const int Rounds = 5;
    private const double WarmUpShare = 0.25;

    // What both libraries carry without waiting on two cores: what is measured is the cost, not the limit.
    private static readonly (int Bytes, double RateHz)[] Loads = [(100, 500), (10_000, 500), (121_000, 50)];

    private static readonly string[] Libraries = [TransportLibrary.Libzmq, TransportLibrary.Direct];

    /// <summary>Runs it and reports the medians.</summary>
    /// <param name="window">Of one measurement.</param>
    /// <exception cref="InvalidDataException">A message got lost.</exception>
    public void Run(TimeSpan window)
    {
        foreach ((int bytes, double rate) in Loads)
        {
            List<double>[] costs = [[], []];
            for (int round = 0; round < Rounds; round++)
            {
                for (int i = 0; i < Libraries.Length; i++)
                    costs[i].Add(Measure(new TransportCase(Libraries[i], 1, bytes), rate, window));
            }

            for (int i = 0; i < Libraries.Length; i++)
                report.Add($"fan-out.{Libraries[i]}.{bytes}.cpu", Median.Get(costs[i]), "us/msg/subscriber");
            report.Add(
                $"fan-out.{Libraries[1]}.{bytes}.cpu.vs-{Libraries[0]}", Median.OfRatios(costs[1], costs[0]), "x");
        }
    }

    private static double Measure(TransportCase @case, double rate, TimeSpan window)
    {
        int ticks = (int)(window.TotalSeconds * rate);
        int warmUp = (int)(ticks * WarmUpShare);
        using ITransport transport = @case.CreatePublishers();
        using IFramePublisher publisher = transport.Publish(Endpoint.Parse("tcp://127.0.0.1:0"), @case.PayloadBytes);
        var sinks = new List<FrameSink>();
        try
        {
            for (int i = 0; i < Subscribers; i++)
                sinks.Add(new FrameSink(publisher.Endpoint, @case.CreateSubscribers()) { CountFrom = ulong.MaxValue });
            var sender = new Sender(publisher, @case.PayloadBytes);
            sender.Join(sinks);
            sinks.ForEach(sink => sink.CountFrom = sender.Sequence + (ulong)warmUp + 1);
            PacedClock clock = new(1, rate, TimeProvider.System, new KernelSleep(spinNs: 0));
            clock.Start();
            TimeSpan used = default;
            for (int tick = 0; tick < warmUp + ticks; tick++)
            {
                clock.WaitFor(tick, CancellationToken.None);
                if (tick == warmUp)
                    used = Environment.CpuUsage.TotalTime;
                sender.Send(clock.FirstSampleDueUtcNs(tick + 1));
            }

            SpinWait.SpinUntil(() => sinks.TrueForAll(sink => sink.Delay.Count >= ticks), TimeSpan.FromSeconds(10));
            used = Environment.CpuUsage.TotalTime - used;
            if (sinks.Find(sink => sink.Missing > 0 || sink.Delay.Count != ticks) is { } bad)
                throw new InvalidDataException(
                    $"fan-out {@case.Name}: {bad.Missing} messages are missing, {bad.Delay.Count} of {ticks} came");
            return used.TotalMicroseconds / ticks / Subscribers;
        }
        finally
        {
            sinks.ForEach(sink => sink.Dispose());
        }
    }

    /// <summary>Sends one payload under rising sequences.</summary>
    private sealed class Sender(IFramePublisher publisher, int payloadBytes)
    {
        private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);

        private readonly byte[] _topic = Topic.Create(FrameKind.Data, "lab", "rig1", "main").Utf8.ToArray();
        private readonly byte[] _header = new byte[FrameHeader.Size];
        private readonly byte[] _payload = new byte[payloadBytes];

        public ulong Sequence { get; private set; }

        public void Send(long dueNs)
        {
            publisher.DrainInput();
            new FrameHeader { Kind = FrameKind.Data, Epoch = 1, Stream = 1, Sequence = ++Sequence, AcquiredNs = dueNs }
                .WithPayload(_payload)
                .Write(_header);
            if (publisher.TryPublish(_topic, _header, _payload) != SendStatus.Sent)
                throw new InvalidDataException("a message was not sent");
        }

        /// <summary>Sends until each subscriber has the newest.</summary>
        public void Join(List<FrameSink> sinks)
        {
            long begin = Stopwatch.GetTimestamp();
            do
            {
                if (Stopwatch.GetElapsedTime(begin) > Limit)
                    throw new InvalidDataException("not every subscriber gets messages");
                Send(0);
            }
            while (!SpinWait.SpinUntil(() => sinks.TrueForAll(sink => sink.LastSequence == Sequence), 20));
        }
    }
}
