using System.Buffers;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>Reports once a second how far each stream is: PUB hides slow consumers. Receive thread only;
/// does not allocate.</summary>
internal sealed class StatusExchange
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan RefusedInterval = TimeSpan.FromMinutes(1);

    private readonly StreamRegistry _streams;
    private readonly HoldBudget _budget;
    private readonly TimeProvider _time;
    private readonly CpuLoad _cpu;
    private readonly ArrayBufferWriter<byte> _status = new();
    private long? _sentAt;
    private bool _isRefused;

    public StatusExchange(StreamRegistry streams, ConsumerDelivery delivery, TimeProvider time)
    {
        (_streams, _budget, _time) = (streams, delivery.Budget, time);
        _cpu = new CpuLoad(time);
    }

    /// <summary>True when it is time to send.</summary>
    public bool IsDue => _sentAt is not { } at || _time.GetElapsedTime(at) >= (_isRefused ? RefusedInterval : Interval);

    /// <summary>
    /// The connector does not take statuses, as of a key without the right: from now on one a minute is sent, so that a
    /// right that is given later takes effect.
    /// </summary>
    public void OnRefused() => _isRefused = true;

    /// <summary>A connector welcomed this consumer: statuses are sent each second again.</summary>
    public void OnWelcome() => _isRefused = false;

    /// <summary>Sends. What does not get through is sent again, newer, a second later.</summary>
    /// <returns>The newest epoch that a stream is in; 0 none.</returns>
    public ulong Send(IControlClient client)
    {
        ulong newest = 0;
        (_sentAt, _isRefused) = (_time.GetTimestamp(), false);
        double cpu = _cpu.Sample();
        foreach (MonitoredStream stream in _streams.All)
        {
            DeliveryProgress progress = stream.Progress;
            if (progress.Epoch == 0 || stream.IsRetired)
                continue;
            ConsumerStatus status = new(
                stream.Id,
                progress.Settled,
                progress.Lag,
                (ulong)_budget.Bytes,
                progress.DeclaredLost,
                cpu,
                progress.Epoch);
            _status.ResetWrittenCount();
            status.Write(_status);
            client.TrySend(_status.WrittenSpan);
            newest = Math.Max(newest, progress.Epoch);
        }

        return newest;
    }
}
