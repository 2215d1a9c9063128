using FuncLibs.Messaging.Transport.Direct.Zmtp;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>A consumer's socket: its own thread receives from the connection.</summary>
internal abstract class DirectClient : DirectSocket
{
    private readonly Reader _reader;
    private readonly ReconnectSupervisor _supervisor;

    protected DirectClient(DirectTransport transport, Endpoint endpoint, ZmtpSocketType type, TimeSpan? stale)
        : base(transport)
    {
        Connection = new ClientConnection(transport, this, endpoint, type, transport.Limits.Frames);
        _supervisor = new ReconnectSupervisor(Connection, endpoint, transport.Limits, transport.Time, stale);
        _reader = new Reader(this, _supervisor);
        Connection.Start();
    }

    public FrameFaultCounts Faults => _reader.Faults;

    public long Reconnects => _supervisor.Reconnects;

    public long ProtocolEnds => _supervisor.ProtocolEnds;

    public override bool HasInput => Connection.IsActive && Connection.Receiver.HasInput;

    public override int InputDescriptor => Connection.InputDescriptor;

    protected ClientConnection Connection { get; }

    public override void NoteReadable(bool isReadable)
    {
        if (Connection.IsActive)
            Connection.Receiver.NoteReadable(isReadable);
    }

    public bool Maintain()
    {
        Connection.CheckEnd();
        return _supervisor.Maintain();
    }

    protected ReceiveStatus Receive(FrameBuffer buffer, bool takesControl) => _reader.Receive(buffer, takesControl);

    protected void NoteRequest() => _supervisor.RequestSent();

    protected override void Close() => Connection.Close();

    private sealed class Reader(DirectClient owner, ReconnectSupervisor link) : ConsumerSocket(link)
    {
        public new ReceiveStatus Receive(FrameBuffer buffer, bool takesControl) =>
            base.Receive(buffer, takesControl);

        protected override ReceiveStatus Read(FrameBuffer buffer, out FrameFault fault)
        {
            fault = FrameFault.None;
            ReceiveStatus status = owner.Connection.IsActive
                ? owner.Connection.Receiver.Receive(buffer, out fault)
                : ReceiveStatus.Empty;
            return status == ReceiveStatus.Empty && owner.IsClosed ? ReceiveStatus.Closed : status;
        }
    }
}

/// <summary>SUB.</summary>
internal sealed class DirectSubscriber(DirectTransport transport, Endpoint endpoint, TimeSpan stale)
    : DirectClient(transport, endpoint, ZmtpSocketType.Sub, stale), IFrameSubscriber
{
    public void Subscribe(ReadOnlySpan<byte> prefix) => Connection.Subscribe(prefix, add: true);

    public void Unsubscribe(ReadOnlySpan<byte> prefix) => Connection.Subscribe(prefix, add: false);

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: false);
}

/// <summary>DEALER.</summary>
internal sealed class DirectControlClient(DirectTransport transport, Endpoint endpoint)
    : DirectClient(transport, endpoint, ZmtpSocketType.Dealer, stale: null), IControlClient
{
    private readonly byte[] _prefix = new byte[WireMessage.MaxPrefixBytes];

    public SendStatus TrySend(ReadOnlySpan<byte> map)
    {
        if (IsClosed)
            return SendStatus.Closed;
        NoteRequest();
        WireMessage message = new(_prefix, default, default, map, frames: 1, Transport.Pool);
        SendStatus status = Connection.Send(ref message);
        message.Dispose();
        return status;
    }

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: true);
}
