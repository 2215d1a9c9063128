using System.Net.Sockets;

namespace Testing.Chaos;

/// <summary>One client that is connected through the proxy, and the connection to the server made for it.</summary>
internal sealed class ChaosConnection : IDisposable
{
    private readonly Socket _client;
    private readonly Socket _server;
    private readonly CancellationTokenSource _stop = new();
    private readonly ChaosPipe _up;
    private readonly ChaosPipe _down;
    private int _closed;

    public ChaosConnection(Socket client, Socket server, ChaosLine up, ChaosLine down, int seed)
    {
        (_client, _server) = (client, server);
        client.NoDelay = server.NoDelay = true;
        _up = new ChaosPipe(client, server, up, seed, Reset, _stop.Token);
        _down = new ChaosPipe(server, client, down, ~seed, Reset, _stop.Token);
    }

    /// <summary>True when nothing will come through it any more.</summary>
    public bool IsOver => Volatile.Read(ref _closed) != 0 || (_up.IsOver && _down.IsOver);

    public void Start()
    {
        _up.Start();
        _down.Start();
    }

    /// <summary>RST to both ends; any thread.</summary>
    public void Reset()
    {
        if (Interlocked.Exchange(ref _closed, 1) != 0)
            return;
        _stop.Cancel();
        _client.Close(timeout: 0);
        _server.Close(timeout: 0);
    }

    public void Dispose()
    {
        Reset();
        _up.Dispose();
        _down.Dispose();
        _stop.Dispose();
    }
}
