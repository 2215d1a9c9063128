using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using HardwareConnector.Replay;

namespace HardwareConnector.Control;

/// <summary>
/// The control thread: receives and answers requests of consumers, and sends replays. Owns the ROUTER socket; never
/// delays the publish thread.
/// </summary>
public sealed class ControlLoop
{
    private const int WaitMs = 100;
    private const int ReplayWaitMs = 1;

    // Limits of requests between two steps of the replays: a peer that floods requests must not starve replays or delay
    // the stop.
    private const int RequestsPerTurn = 32;
    private static readonly TimeSpan PassTime = TimeSpan.FromMilliseconds(5);

    private readonly ITransport _transport;
    private readonly Endpoint _endpoint;
    private readonly ReadySignal _ready;
    private readonly ControlAnswers _answers;
    private readonly ReplayService _replays;
    private readonly PeerRegistry _peers;
    private readonly TimeProvider _time;
    private IControlServer? _server;

    /// <summary>Prepares the loop; the socket is bound on its thread.</summary>
    public ControlLoop(
        ITransport transport,
        Endpoint endpoint,
        ReadySignal ready,
        ControlAnswers answers,
        ReplayService replays,
        PeerRegistry peers,
        TimeProvider time)
    {
        _time = time;
        _transport = transport;
        _endpoint = endpoint;
        _ready = ready;
        _answers = answers;
        _replays = replays;
        _peers = peers;
    }

    /// <summary>Allocations of the control thread.</summary>
    public ThreadAllocation Allocation { get; } = new();

    /// <summary>Turns of the loop, for the watchdog.</summary>
    public LoopProgress Progress { get; } = new();

    /// <summary>Requests of a wrong shape: several frames, or longer than 64 KiB; any thread.</summary>
    public long Malformed => Volatile.Read(ref _server)?.Malformed ?? 0;

    /// <summary>
    /// Connections of the control socket that ended; any thread. A request above 256 KiB ends its connection.
    /// </summary>
    public long Disconnected => Volatile.Read(ref _server)?.Links.Disconnected ?? 0;

    /// <summary>Runs until <paramref name="stop"/>.</summary>
    public void Run(CancellationToken stop)
    {
        using IControlServer? server =
            _ready.TryBind(() => _transport.Serve(_endpoint), bound => bound.Endpoint.ToString());
        if (server is null)
            return;
        Volatile.Write(ref _server, server);
        IWaitSet wait = _transport.WaitFor(server);
        FrameBuffer request = new(new FrameLimits(SocketLimits.MaxRequestBytes));
        bool more = false;
        while (!stop.IsCancellationRequested
            && wait.Wait(more ? 0 : _replays.IsActive ? ReplayWaitMs : WaitMs) != WaitStatus.Closed)
        {
            ReceiveBatch(server, request, stop);
            more = _replays.IsActive && _replays.Pump(server);
            Allocation.Sample();
            Progress.CountTurn();
        }
    }

    // Remaining requests are read in the next iteration, which then does not wait.
    private void ReceiveBatch(IControlServer server, FrameBuffer request, CancellationToken stop)
    {
        long began = _time.GetTimestamp();
        for (int taken =
            0; taken < RequestsPerTurn && !stop.IsCancellationRequested
                && _time.GetElapsedTime(began) < PassTime; taken++)
        {
            ReceiveStatus status = server.TryReceive(request, out PeerId? peer);
            if (status is ReceiveStatus.Empty or ReceiveStatus.Closed)
                return;
            if (peer is not null)
                Serve(server, peer, request, status);
        }
    }

    // A malformed message leaves the buffer unchanged: it holds an earlier request.
    private void Serve(IControlServer server, PeerId peer, FrameBuffer request, ReceiveStatus status)
    {
        if (_peers.IsIgnored(peer))
            return;
        RequestResult result = status == ReceiveStatus.Control
            ? _answers.Answer(server, peer, request.Payload)
            : _answers.RefuseShape(server, peer);
        _peers.Note(peer, result);
    }
}
