using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Messaging.RigLink;
using Testing;
using Testing.Certificates;

namespace FuncLibs.Tests.Messaging.RigLink;

/// <summary>One end of TLS over a real socket; at the other end is the runtime's own SslStream, or nobody.</summary>
public sealed class TlsLinkConnectionTests : IDisposable
{
    private const int WaitMicroseconds = 100_000;
    private readonly X509Certificate2 _certificate = TestCertificates.Create(TimeProvider.System.GetUtcNow());
    private readonly Socket _ours;
    private readonly Socket _theirs;

    public TlsLinkConnectionTests()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        _ours = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        _ours.Connect(listener.LocalEndPoint!);
        _theirs = listener.Accept();
        _theirs.NoDelay = true;
    }

    public void Dispose()
    {
        _ours.Dispose();
        _theirs.Dispose();
        _certificate.Dispose();
    }

    [Fact]
    public async Task Connect_PeerThatSaysNothing_EndsInTime()
    {
        var time = new FakeTime();
        Task<LinkOutcome> connecting = Task.Run(() => TlsLinkConnection.Connect(_ours, Trusting, time, out _));

        Eventually.True(
            () =>
            {
                time.Advance(TimeSpan.FromMilliseconds(200));
                return connecting.IsCompleted;
            },
            "the handshake is given up");

        (await connecting).ToString().ShouldBe("no TLS with the peer: no TLS handshake in time");
    }

    [Fact]
    public async Task Connect_PeerThatSendsOneByteAtATime_EndsInTime()
    {
        var time = new FakeTime();
        Task<LinkOutcome> connecting = Task.Run(() => TlsLinkConnection.Connect(_ours, Trusting, time, out _));
        _theirs.Send([22, 3, 3, 0x3F, 0xFF, 2]);

        Eventually.True(
            () =>
            {
                if (!connecting.IsCompleted)
                    _theirs.Send([0]);
                time.Advance(TimeSpan.FromMilliseconds(200));
                return connecting.IsCompleted;
            },
            "the handshake is given up");

        (await connecting).Status.ShouldBe(LinkStatus.NotSecure);
    }

    [Fact]
    public async Task Connect_StoppedMeanwhile_Ends()
    {
        using var stop = new CancellationTokenSource();
        Task<LinkOutcome> connecting =
            Task.Run(() => TlsLinkConnection.Connect(_ours, Trusting, TimeProvider.System, out _, stop.Token));

        await stop.CancelAsync();

        (await connecting).Status.ShouldBe(LinkStatus.NotSecure);
    }

    [Fact]
    public void Connect_PeerThatGoes_IsAnOutcome()
    {
        _theirs.Dispose();

        TlsLinkConnection.Connect(_ours, Trusting, TimeProvider.System, out LinkConnection? connection)
            .Status.ShouldBe(LinkStatus.NotSecure);
        connection.ShouldBeNull();
    }

    [Fact]
    public void Accept_Garbage_IsNoTls()
    {
        _theirs.Send("GET / HTTP/1.1\r\n\r\n"u8);

        TlsLinkConnection.Accept(_ours, Serving, null, TimeProvider.System, out _).ToString()
            .ShouldBe("no TLS with the peer: the peer does not speak TLS");
    }

    [Fact]
    public async Task Receive_ManyRecordsInPieces_GivesEveryByteInOrder()
    {
        byte[] sent = RandomNumberGenerator.GetBytes(300_000);
        (LinkConnection connection, SslStream peer) = await Open();
        using (connection)
        await using (peer)
        {
            Task sending = Task.Run(() => peer.Write(sent));

            Receive(connection, sent.Length).ShouldBe(sent);
            await sending;
        }
    }

    [Fact]
    public async Task Send_ToAPeerThatDoesNotRead_IsPendingAndLosesNothing()
    {
        byte[] bytes = RandomNumberGenerator.GetBytes(8 << 20);
        _ours.SendBufferSize = 1 << 16;
        _theirs.ReceiveBufferSize = 1 << 16;
        (LinkConnection connection, SslStream peer) = await Open();
        using (connection)
        await using (peer)
        {
            int at = 0;
            LinkOutcome outcome = LinkOutcome.Ok;
            while (outcome.IsOk && at < bytes.Length)
            {
                outcome = connection.Send(bytes.AsSpan(at), out int taken);
                at += taken;
            }

            outcome.Status.ShouldBe(LinkStatus.Pending);
            Task<byte[]> reading = Task.Run(() =>
            {
                byte[] read = new byte[bytes.Length];
                peer.ReadExactly(read);
                return read;
            });
            while (at < bytes.Length || !outcome.IsOk)
            {
                outcome = connection.Send(bytes.AsSpan(at), out int taken);
                at += taken;
                outcome.IsFatal.ShouldBeFalse(outcome.ToString());
                connection.WaitToSend(WaitMicroseconds);
            }

            (await reading).ShouldBe(bytes);
        }
    }

    [Fact]
    public async Task Receive_PeerThatCloses_IsClosed()
    {
        (LinkConnection connection, SslStream peer) = await Open();
        using (connection)
        {
            await peer.ShutdownAsync();
            await peer.DisposeAsync();

            End(connection).Status.ShouldBe(LinkStatus.Closed);
        }
    }

    [Fact]
    public async Task Receive_CutInsideARecord_IsAnEnd()
    {
        (LinkConnection connection, SslStream peer) = await Open();
        using (connection)
        {
            _theirs.Send([23, 3, 3, 0x40, 0x00, 1, 2, 3]);
            _theirs.Shutdown(SocketShutdown.Send);

            End(connection).IsFatal.ShouldBeTrue();
            await peer.DisposeAsync();
        }
    }

    [Fact]
    public async Task Receive_ChangedRecord_IsFailed()
    {
        (LinkConnection connection, SslStream peer) = await Open();
        using (connection)
        {
            _theirs.Send([23, 3, 3, 0, 20, .. new byte[20]]);

            End(connection).Status.ShouldBe(LinkStatus.Failed);
            await peer.DisposeAsync();
        }
    }

    [Fact]
    public async Task CloseWrite_Peer_ReadsTheEnd()
    {
        (LinkConnection connection, SslStream peer) = await Open();
        using (connection)
        await using (peer)
        {
            connection.CloseWrite();

            peer.ReadByte().ShouldBe(-1);
        }
    }

    private static LinkSecurity Trusting =>
        new(new SslClientAuthenticationOptions { TargetHost = "rig" }, (_, _, _) => null);

    private SslServerAuthenticationOptions Serving => new() { ServerCertificate = Usable(_certificate) };

    // Windows cannot use a key that is in memory only.
    private static X509Certificate2 Usable(X509Certificate2 made) =>
        X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);

    private async Task<(LinkConnection Ours, SslStream Theirs)> Open()
    {
        var peer = new SslStream(new NetworkStream(_theirs));
        Task accepting = peer.AuthenticateAsServerAsync(Serving);
        TlsLinkConnection.Connect(_ours, Trusting, TimeProvider.System, out LinkConnection? connection)
            .ToString().ShouldBe("Ok");
        await accepting;
        return (connection!, peer);
    }

    private static byte[] Receive(LinkConnection connection, int count)
    {
        byte[] received = new byte[count];
        int at = 0;
        while (at < count)
        {
            LinkOutcome outcome = connection.Receive(received.AsSpan(at), out int more);
            outcome.IsFatal.ShouldBeFalse(outcome.ToString());
            at += more;
            if (!outcome.IsOk)
                connection.WaitToReceive(WaitMicroseconds);
        }

        return received;
    }

    private static LinkOutcome End(LinkConnection connection)
    {
        byte[] buffer = new byte[100];
        LinkOutcome outcome = LinkOutcome.Pending;
        while (!outcome.IsFatal)
        {
            outcome = connection.Receive(buffer, out _);
            connection.WaitToReceive(WaitMicroseconds);
        }

        return outcome;
    }
}
