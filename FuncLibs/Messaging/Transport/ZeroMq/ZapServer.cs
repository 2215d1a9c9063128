using System.Text;
using FuncLibs.Messaging.Keys;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// Decides for libzmq who may connect, by ZAP 1.0 (RFC 27): a REP socket at <c>inproc://zeromq.zap.01</c> on a thread
/// of its own, bound before any socket with keys. Requests come from libzmq, with values of the peer in them.
/// <code>
///   request   version "1.0" | request id | domain | address | routing id | mechanism | key, 32 bytes
///   answer    version "1.0" | request id | "200" or "400" | text | user id = <see cref="PeerUser"/> | (empty)
/// </code>
/// </summary>
internal sealed unsafe class ZapServer : IDisposable
{
    /// <summary>The domain of a data socket: the right <see cref="AccessRights.Live"/> is needed.</summary>
    public const string DataDomain = "data";

    /// <summary>The domain of a control socket: each request has its own right.</summary>
    public const string ControlDomain = "control";

    private const string Address = "inproc://zeromq.zap.01";
    private const int StackBytes = 256 << 10;
    private const int JoinMs = 2000;
    private const int RequestFrames = 7;
    private const int MaxFrameBytes = 1024;

    private readonly ContextHandle _context;
    private readonly AllowedPeers _allowed;
    private readonly AccessCounts _counts;
    private readonly Thread _thread;
    private readonly ManualResetEventSlim _ready = new();
    private readonly byte[][] _request = [.. Enumerable.Range(0, RequestFrames).Select(_ => new byte[MaxFrameBytes])];
    private readonly int[] _lengths = new int[RequestFrames];
    private ulong _connections;

    /// <summary>Starts the thread; on return the socket is bound.</summary>
    /// <exception cref="TransportException">It cannot be bound.</exception>
    public ZapServer(ContextHandle context, AllowedPeers allowed, AccessCounts counts)
    {
        (_context, _allowed, _counts) = (context, allowed, counts);
        _thread = new Thread(Run, StackBytes) { IsBackground = true, Name = "access" };
        _thread.Start();
        _ready.Wait();
        if (counts.Fault is { } fault)
            throw new TransportException($"libzmq cannot check keys: {fault}");
    }

    /// <summary>Called after the shutdown of the context, which ends the thread.</summary>
    public void Dispose()
    {
        if (_thread.Join(JoinMs))
            _ready.Dispose();
    }

    private void Run()
    {
        try
        {
            using var socket = new ZeroMqSocket(_context, SocketType.Rep);
            socket.Set(SocketOption.Linger, 0);
            if (ZeroMqNative.Bind(socket.Handle, Address) != 0)
                throw ZeroMqError.Unexpected("zmq_bind " + Address, ZeroMqError.Last);
            _ready.Set();
            while (TryReceive(socket, out int frames))
                Answer(socket, frames);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // A socket without an answer refuses every peer: the state in which nobody gains access.
            _counts.SetFault(OneLine.Format(e));
            _ready.Set();
        }
    }

    private bool TryReceive(ZeroMqSocket socket, out int frames)
    {
        frames = 0;
        ZeroMqMessage message = default;
        ZeroMqNative.MsgInit(&message);
        bool more = true;
        bool received = true;
        while (more && received)
        {
            received = socket.Receive(&message, 0) == ReceiveStatus.Frame;
            if (!received)
                break;
            more = ZeroMqNative.MsgMore(&message) != 0;
            ReadOnlySpan<byte> bytes = ZeroMqMessageReader.Bytes(&message);
            if (frames < RequestFrames && bytes.Length <= MaxFrameBytes)
            {
                bytes.CopyTo(_request[frames]);
                _lengths[frames] = bytes.Length;
            }
            else if (frames < RequestFrames)
            {
                _lengths[frames] = 0;
            }

            frames++;
        }

        ZeroMqNative.MsgClose(&message);
        return received;
    }

    private void Answer(ZeroMqSocket socket, int frames)
    {
        AllowedPeer? peer = frames == RequestFrames ? Decide() : null;
        ReadOnlySpan<byte> user = peer is null ? [] : PeerUser.Write(peer, ++_connections);
        socket.Send("1.0"u8, more: true);
        socket.Send(Frame(1), more: true);
        socket.Send(peer is null ? "400"u8 : "200"u8, more: true);
        socket.Send(peer is null ? "no access"u8 : "OK"u8, more: true);
        socket.Send(user, more: true);
        socket.Send([], more: false);
    }

    private AllowedPeer? Decide()
    {
        const int Domain = 2;
        const int PeerAddress = 3;
        const int Mechanism = 5;
        const int Key = 6;
        if (!Frame(Mechanism).SequenceEqual("CURVE"u8))
        {
            _counts.AddOtherMechanism(Text(PeerAddress), Text(Mechanism));
            return null;
        }

        if (!CurveKey.TryCreate(Frame(Key), out CurveKey? key, out _) || _allowed.Current.Find(key) is not { } peer)
        {
            _counts.AddUnknownKey(Text(PeerAddress), key?.Fingerprint ?? "of zeros");
            return null;
        }

        if (Frame(Domain).SequenceEqual("data"u8) && !peer.Rights.HasFlag(AccessRights.Live))
        {
            _counts.AddMissingRight(peer.Name, AccessRights.Live);
            return null;
        }

        _counts.AddAccepted();
        return peer;
    }

    private ReadOnlySpan<byte> Frame(int index) => _request[index].AsSpan(0, _lengths[index]);

    private string Text(int index) => OneLine.Format(Encoding.UTF8.GetString(Frame(index)));
}
