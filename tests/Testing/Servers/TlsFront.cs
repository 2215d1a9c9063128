using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace Testing.Servers;

/// <summary>
/// A port with TLS on loopback in front of a plain server; its certificate may be changed at any time.
/// </summary>
public sealed class TlsFront : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _accepting;
    private readonly int _target;
    private int _connections;

    /// <param name="target">Port of the plain server on loopback.</param>
    /// <param name="certificate">What it shows at first; null = it accepts connections and never says a word.</param>
    public TlsFront(int target, X509Certificate2? certificate)
    {
        (_target, Certificate) = (target, certificate);
        _listener.Start();
        _accepting = Accept();
    }

    /// <summary>What the next connection is shown; null: nothing, ever.</summary>
    public X509Certificate2? Certificate { get; set; }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Connections that were accepted so far.</summary>
    public int Connections => Volatile.Read(ref _connections);

    public void Dispose()
    {
        _stop.Cancel();
        _listener.Dispose();
        _accepting.Wait();
        _stop.Dispose();
    }

    private async Task Accept()
    {
        List<Task> open = [];
        try
        {
            while (true)
            {
                TcpClient client = await _listener.AcceptTcpClientAsync(_stop.Token);
                Interlocked.Increment(ref _connections);
                open.Add(Serve(client));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException)
        {
            await Task.WhenAll(open);
        }
    }

    private async Task Serve(TcpClient client)
    {
        using TcpClient server = new();
        using (client)
        {
            try
            {
                await using SslStream secured = new(client.GetStream());
                while (Certificate is null)
                    await client.GetStream().ReadExactlyAsync(new byte[1], _stop.Token);
                await secured.AuthenticateAsServerAsync(
                    new SslServerAuthenticationOptions { ServerCertificate = Certificate }, _stop.Token);
                await server.ConnectAsync(IPAddress.Loopback, _target, _stop.Token);

                // The end of either direction is that of both.
                await Task.WhenAny(Copy(secured, server.GetStream()), Copy(server.GetStream(), secured));
            }
            catch (Exception e) when (e is OperationCanceledException or IOException or SocketException
                or AuthenticationException)
            {
                // The client went, or does not trust the certificate.
            }
        }
    }

    private async Task Copy(Stream from, Stream to)
    {
        try
        {
            await from.CopyToAsync(to, _stop.Token);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException or ObjectDisposedException)
        {
            // The connection is over.
        }
    }
}
