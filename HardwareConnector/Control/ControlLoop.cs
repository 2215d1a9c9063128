using FuncLibs.Diagnostics;
using FuncLibs.Hosting.Threads;
using FuncLibs.Transport;
using FuncLibs.Transport.Buffers;
using FuncLibs.Wire;
using HardwareConnector.Replay;

namespace HardwareConnector.Control;

/// <summary>
/// The control thread: takes requests of consumers and answers them, and sends what they want again. Owns the ROUTER socket;
/// never holds up the publish thread.
/// </summary>
public sealed class ControlLoop
{
    private const int WaitMs = 100;
    private const int ReplayWaitMs = 1;

    private readonly ITransport _transport;
    private readonly Endpoint _endpoint;
    private readonly ReadySignal _ready;
    private readonly ControlAnswers _answers;
    private readonly ReplayDesk _replays;
    private readonly PeerBook _peers;

    /// <summary>Prepares the loop; the socket is bound on its thread.</summary>
    public ControlLoop(ITransport transport, Endpoint endpoint, ReadySignal ready, ControlAnswers answers, ReplayDesk replays, PeerBook peers)
    {
        _transport = transport;
        _endpoint = endpoint;
        _ready = ready;
        _answers = answers;
        _replays = replays;
        _peers = peers;
    }

    /// <summary>What the control thread allocated.</summary>
    public ThreadAllocation Allocation { get; } = new();

    /// <summary>Runs until <paramref name="stop"/>.</summary>
    public void Run(CancellationToken stop)
    {
        using IControlServer? server = _ready.TryBind(() => _transport.Serve(_endpoint), bound => bound.Endpoint.ToString());
        if (server is null)
            return;
        IWaitSet wait = _transport.WaitFor(server);
        FrameBuffer request = new(FrameLimits.Default);
        bool more = false;
        while (!stop.IsCancellationRequested && wait.Wait(more ? 0 : _replays.IsActive ? ReplayWaitMs : WaitMs) != WaitStatus.Closed)
        {
            TakeAll(server, request, stop);
            more = _replays.IsActive && _replays.Pump(server);
            Allocation.Sample();
        }
    }

    // A peer that never stops asking must not keep the thread from stopping.
    private void TakeAll(IControlServer server, FrameBuffer request, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            ReceiveStatus status = server.TryReceive(request, out PeerId? peer);
            if (status is ReceiveStatus.Empty or ReceiveStatus.Closed)
                return;
            if (peer is not null)
                Serve(server, peer, request, status);
        }
    }

    // A malformed message leaves the buffer as it was: what lies there is somebody else's request.
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
