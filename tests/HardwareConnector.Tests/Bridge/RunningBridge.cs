using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;
using FuncLibs.Hosting.State;
using HardwareConnector.Bridge;
using HardwareConnector.Tests.Publishing;
using Microsoft.Extensions.Logging.Abstractions;
using Testing;

namespace HardwareConnector.Tests.Bridge;

/// <summary>A bridge on a thread of its own, beside a publisher.</summary>
internal sealed class RunningBridge : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;

    public RunningBridge(
        RunningPublisher publisher, StateFolder folder, BrokerAddress broker, StreamQueue queue, int window = 64)
    {
        Requests = new BridgeRequestFile(folder.Files);
        Loop = new BridgeLoop(
            new BridgePlan(broker.ToString(), () => broker, queue, new PublishWindow(window, 1 << 20)),
            BridgeCursor.Open(folder, publisher.Identity.Publisher, publisher.Identity.Epoch, queue.Name),
            Requests,
            publisher.Recorder,
            publisher.Registry,
            publisher.Identity,
            publisher.Loop.Link,
            TimeProvider.System,
            NullLogger<BridgeLoop>.Instance);
        _thread = new Thread(() => Loop.Run(_stop.Token)) { IsBackground = true, Name = "bridge" };
        _thread.Start();
    }

    public BridgeLoop Loop { get; }

    public BridgeRequestFile Requests { get; }

    public BridgeStatus Status => Loop.Status;

    /// <summary>Why it is not connected, or takes nothing.</summary>
    public BrokerFault? Fault => Status.Moment.Fault;

    public void WaitForFault(BrokerFaultKind kind) =>
        Eventually.True(() => Fault?.Kind == kind, $"the fault is {kind}, not {Fault}");

    public void WaitForConfirmed(long frames) =>
        Eventually.True(() => Status.Confirmed >= frames, $"{frames} frames are confirmed");

    public void Stop()
    {
        _stop.Cancel();
        _thread.Join();
    }

    public void Dispose()
    {
        if (_thread.IsAlive)
            Stop();
        _stop.Dispose();
    }
}
