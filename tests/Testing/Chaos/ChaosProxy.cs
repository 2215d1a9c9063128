using System.Net;
using System.Net.Sockets;

namespace Testing.Chaos;

/// <summary>
/// A TCP proxy, on loopback unless a test says otherwise, that treats connections as bad networks do. Faults are
/// switched at run time by any thread; everything at random follows from the seed, though not the moments at which
/// bytes come.
/// </summary>
public sealed class ChaosProxy : IDisposable
{
    private const int Backlog = 128;

    private readonly Lock _gate = new();
    private readonly IPEndPoint _target;
    private readonly IPAddress _address;
    private readonly int _seed;
    private readonly List<ChaosConnection> _connections = [];
    private Socket _listener;
    private Thread _acceptor;
    private long _accepted;
    private bool _isOver;

    /// <summary>Listens on a free port.</summary>
    /// <param name="target">Port of the server on loopback.</param>
    /// <param name="seed">Of everything that happens at random.</param>
    public ChaosProxy(int target, int seed)
        : this(new IPEndPoint(IPAddress.Loopback, target), IPAddress.Loopback, seed)
    {
    }

    /// <summary>Listens on a free port of an address.</summary>
    /// <param name="target">The server.</param>
    /// <param name="address">Address to listen on.</param>
    /// <param name="seed">Of everything that happens at random.</param>
    public ChaosProxy(IPEndPoint target, IPAddress address, int seed)
    {
        (_target, _address, _seed) = (target, address, seed);
        _listener = Bind(0);
        Port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
        _acceptor = Listen();
    }

    /// <summary>Where it listens, for life.</summary>
    public int Port { get; }

    /// <summary>The same as an address of ZeroMQ.</summary>
    public string Endpoint => $"tcp://{_address}:{Port}";

    /// <summary>From clients to the server.</summary>
    public ChaosLine Up { get; } = new();

    /// <summary>From the server to clients.</summary>
    public ChaosLine Down { get; } = new();

    /// <summary>Connections that were accepted so far.</summary>
    public long Accepted => Interlocked.Read(ref _accepted);

    /// <summary>Connections that are open now.</summary>
    public int Open
    {
        get
        {
            lock (_gate)
                return _connections.Count(connection => !connection.IsOver);
        }
    }

    /// <summary>
    /// From now on connections are refused, as by a machine without the server; those that are open stay.
    /// </summary>
    public void Refuse()
    {
        lock (_gate)
            _listener.Dispose();
        _acceptor.Join();

        // Bound and not listening: the system refuses, and gives the port to nobody else.
        _listener = Bind(Port);
    }

    /// <summary>The end of <see cref="Refuse"/>; nothing when connections are accepted already.</summary>
    public void Accept()
    {
        if (!_acceptor.IsAlive)
            _acceptor = Listen();
    }

    /// <summary>RST to both ends of every open connection.</summary>
    public void Reset()
    {
        ChaosConnection[] all;
        lock (_gate)
        {
            all = [.. _connections];
            _connections.Clear();
        }

        Array.ForEach(all, connection => connection.Dispose());
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _isOver = true;
            _listener.Dispose();
        }

        _acceptor.Join();
        Reset();
    }

    private Socket Bind(int port)
    {
        var socket = NewSocket();
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        socket.Bind(new IPEndPoint(_address, port));
        return socket;
    }

    private static Socket NewSocket() => new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    private Thread Listen()
    {
        Socket listener = _listener;
        listener.Listen(Backlog);
        var thread = new Thread(() => AcceptAll(listener)) { IsBackground = true, Name = "chaos acceptor" };
        thread.Start();
        return thread;
    }

    private void AcceptAll(Socket listener)
    {
        try
        {
            while (true)
                Join(listener.Accept());
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The listener was closed: refused from now on.
        }
    }

    // A server that is not there is a client that is reset.
    private void Join(Socket client)
    {
        Socket server = NewSocket();
        int number = (int)Interlocked.Increment(ref _accepted);
        try
        {
            server.Connect(_target);
            Add(new ChaosConnection(client, server, Up, Down, unchecked((_seed * 7919) + number)));
        }
        catch (SocketException)
        {
            client.Close(timeout: 0);
            server.Dispose();
        }
    }

    private void Add(ChaosConnection connection)
    {
        connection.Start();
        lock (_gate)
        {
            foreach (ChaosConnection over in _connections.Where(other => other.IsOver).ToArray())
            {
                _connections.Remove(over);
                over.Dispose();
            }

            if (!_isOver)
            {
                _connections.Add(connection);
                return;
            }
        }

        connection.Dispose();
    }
}
