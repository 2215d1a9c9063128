using System.ComponentModel;
using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// A controller link over TLS. The handshake has the time limit of a hello. After it no call waits: a read that is not
/// complete stays open in <see cref="TlsWire"/> and continues in the next call, on its thread.
/// </summary>
public sealed class TlsLinkConnection : LinkConnection
{
    // The largest content of a record, RFC 8446, 5.1.
    private const int RecordBytes = 16 << 10;
    private const int StepMicroseconds = 50_000;
    private const byte AlertRecord = 21;
    private const byte HandshakeRecord = 22;

    private readonly TlsWire _wire;
    private readonly SslStream _tls;

    // Received and not taken yet. Reading thread.
    private readonly byte[] _record = new byte[RecordBytes];
    private int _start;
    private int _end;
    private ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter _read;
    private bool _isReading;
    private string? _refusal;

    private TlsLinkConnection(Socket socket, LinkPeerCheck? check)
        : base(socket)
    {
        _wire = new TlsWire(socket);
        _tls = check is null
            ? new SslStream(_wire, leaveInnerStreamOpen: false)
            : new SslStream(_wire, leaveInnerStreamOpen: false, (_, certificate, chain, errors) =>
            {
                _refusal = check(certificate, chain, errors);
                return _refusal is null;
            });
    }

    /// <inheritdoc/>
    public override LinkTlsState? Tls
    {
        get
        {
            using X509Certificate2? peer = _tls.RemoteCertificate is { } shown
                ? X509CertificateLoader.LoadCertificate(shown.GetRawCertData()) : null;
            return new LinkTlsState(_tls.SslProtocol.ToString(), peer?.Subject, peer?.NotAfter.ToUniversalTime());
        }
    }

    /// <summary>The connector's side of a handshake.</summary>
    /// <param name="socket">A connected socket, which the connection closes.</param>
    /// <param name="security">Whom it trusts, and its own certificate.</param>
    /// <param name="time">Clock of the limit.</param>
    /// <param name="connection">The connection; null unless the outcome is Ok.</param>
    /// <param name="stop">Ends the handshake early.</param>
    public static LinkOutcome Connect(
        Socket socket,
        LinkSecurity security,
        TimeProvider time,
        out LinkConnection? connection,
        CancellationToken stop = default) => Open(
        new TlsLinkConnection(socket, security.Check),
        tls => tls.AuthenticateAsClientAsync(security.Tls, CancellationToken.None),
        time,
        out connection,
        stop);

    /// <summary>The rig's side of a handshake.</summary>
    /// <param name="socket">An accepted socket, which the connection closes.</param>
    /// <param name="options">Its certificate, and whether clients need one.</param>
    /// <param name="check">Whom it lets in; null = whom the system trusts, if clients need a certificate.</param>
    /// <param name="time">Clock of the limit.</param>
    /// <param name="connection">The connection; null unless the outcome is Ok.</param>
    /// <param name="stop">Ends the handshake early.</param>
    public static LinkOutcome Accept(
        Socket socket,
        SslServerAuthenticationOptions options,
        LinkPeerCheck? check,
        TimeProvider time,
        out LinkConnection? connection,
        CancellationToken stop = default) => Open(
        new TlsLinkConnection(socket, check),
        tls => tls.AuthenticateAsServerAsync(options, CancellationToken.None),
        time,
        out connection,
        stop);

    /// <inheritdoc/>
    public override LinkOutcome Receive(Span<byte> target, out int received)
    {
        received = 0;
        if (_start == _end)
        {
            LinkOutcome outcome = ReceiveRecord();
            if (!outcome.IsOk)
                return outcome;
        }

        received = Math.Min(target.Length, _end - _start);
        _record.AsSpan(_start, received).CopyTo(target);
        _start += received;
        return LinkOutcome.Ok;
    }

    /// <inheritdoc/>
    public override LinkOutcome Send(ReadOnlySpan<byte> bytes, out int sent)
    {
        sent = 0;
        LinkOutcome outcome = _wire.SendHeld();
        if (!outcome.IsOk || bytes.IsEmpty)
            return outcome;

        // One record at a time, so that what is held for a slow peer is one record.
        int length = Math.Min(bytes.Length, RecordBytes);
        try
        {
            _tls.Write(bytes[..length]);
        }
        catch (Exception broken) when (IsOfTheConnection(broken))
        {
            return Failure(broken);
        }

        sent = length;
        outcome = _wire.SendHeld();
        return outcome.IsFatal ? outcome : LinkOutcome.Ok;
    }

    /// <inheritdoc/>
    public override void CloseWrite()
    {
        try
        {
            // Completes at once: writes go into the wire's buffer.
            _tls.ShutdownAsync().GetAwaiter().GetResult();
            _wire.SendHeld();
        }
        catch (Exception broken) when (IsOfTheConnection(broken))
        {
            // The peer is gone; closing the socket is all that is left.
        }

        base.CloseWrite();
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        base.Dispose(disposing);
        if (!disposing)
            return;
        _tls.Dispose();
        _wire.Dispose();
    }

    private static LinkOutcome Open(
        TlsLinkConnection opened,
        Func<SslStream, Task> handshake,
        TimeProvider time,
        out LinkConnection? connection,
        CancellationToken stop)
    {
        connection = null;
        LinkOutcome outcome = opened.Handshake(handshake, time, stop);
        if (outcome.IsOk)
            connection = opened;
        else
            opened.Dispose();
        return outcome;
    }

    // The handshake runs in the calls of this thread: it waits for nothing but the wire.
    private LinkOutcome Handshake(Func<SslStream, Task> handshake, TimeProvider time, CancellationToken stop)
    {
        long start = time.GetTimestamp();
        try
        {
            Task running = handshake(_tls);
            while (!running.IsCompleted)
            {
                LinkOutcome sent = _wire.SendHeld();
                if (sent.IsFatal)
                    return sent;
                if (stop.IsCancellationRequested || time.GetElapsedTime(start) > LinkProtocol.HelloLimit)
                    return new LinkOutcome(LinkStatus.NotSecure, "no TLS handshake in time");
                WaitToReceive(StepMicroseconds);
                _wire.Receive();
            }

            running.GetAwaiter().GetResult();
            return _wire.SendHeld() is { IsFatal: true } failed ? failed : LinkOutcome.Ok;
        }
        catch (Exception refused) when (IsOfTheConnection(refused))
        {
            // The alert that says why, if there is one.
            _wire.SendHeld();
            string reason = _wire.FirstByte is not (-1 or HandshakeRecord or AlertRecord)
                ? "the peer does not speak TLS" : _refusal ?? TextOf(refused);
            return new LinkOutcome(LinkStatus.NotSecure, reason);
        }
    }

    private LinkOutcome ReceiveRecord()
    {
        try
        {
            if (!_isReading)
                _read = AwaiterOf(_tls.ReadAsync(_record));
            else
                _wire.Receive();
            _isReading = !_read.IsCompleted;
            if (_isReading)
                return LinkOutcome.Pending;
            (_start, _end) = (0, _read.GetResult());
            return _end > 0 ? LinkOutcome.Ok : new LinkOutcome(LinkStatus.Closed);
        }
        catch (Exception broken) when (IsOfTheConnection(broken))
        {
            return Failure(broken);
        }
    }

    // Kept over calls and used once: the next read begins after the result of this one was taken.
    private static ConfiguredValueTaskAwaitable<int>.ConfiguredValueTaskAwaiter AwaiterOf(ValueTask<int> read) =>
        read.ConfigureAwait(false).GetAwaiter();

    private static LinkOutcome Failure(Exception broken) => new(LinkStatus.Failed, TextOf(broken));

    private static bool IsOfTheConnection(Exception broken) => broken is IOException or AuthenticationException
        or SocketException or InvalidOperationException or CryptographicException or Win32Exception;

    // The innermost text is that of the TLS library, which names the alert.
    private static string TextOf(Exception broken)
    {
        Exception cause = broken.GetBaseException();
        return cause == broken ? broken.Message : $"{broken.Message.TrimEnd('.')}: {cause.Message}";
    }
}
