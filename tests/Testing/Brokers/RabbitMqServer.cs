using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Testing.Certificates;
using Testing.Processes;

namespace Testing.Brokers;

/// <summary>
/// A node of Debian's RabbitMQ on loopback, as a child process with a folder, a cookie, a port mapper and ports of its
/// own, which stay the same when it is started again. No plugin is enabled; stream queues need none. A start takes
/// about five seconds of a processor, so tests of a class share one (<see cref="RabbitMqFixture"/>).
/// </summary>
public sealed class RabbitMqServer : IDisposable
{
    private const string Guest = "guest";
    private const string ShownName = "shown";
    private const string Libraries = "/usr/lib/rabbitmq/lib";

    // One byte of a method frame: the server answers the header of its protocol with Connection.Start.
    private const int MethodFrame = 1;
    private const int AnswerMilliseconds = 1000;
    private static readonly byte[] ProtocolHeader = [.. "AMQP"u8, 0, 0, 9, 1];
    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(2);
    private static readonly string? Scripts = Directory.Exists(Libraries)
        ? Directory.GetDirectories(Libraries).Select(version => Path.Combine(version, "sbin"))
            .FirstOrDefault(scripts => File.Exists(Path.Combine(scripts, "rabbitmq-server")))
        : null;

    private readonly ErlangHome _home;
    private readonly bool _ownsHome;
    private readonly string _folder;
    private readonly Dictionary<string, string> _variables;
    private readonly Lock _oneCommand = new();
    private HostProcess? _process;

    /// <summary>Makes a node that is not started yet.</summary>
    public RabbitMqServer()
        : this(new ErlangHome(), "rabbit", [])
    {
        _ownsHome = true;
    }

    internal RabbitMqServer(ErlangHome home, string name, IEnumerable<string> settings)
    {
        _home = home;
        Node = $"{name}@localhost";
        _folder = Directory.CreateDirectory(Path.Combine(home.Folder, name)).FullName;
        int[] ports = Hosts.FreePorts(4);
        (Port, TlsPort) = (ports[0], ports[3]);
        File.WriteAllLines(InFolder("rabbitmq.conf"), settings);
        File.WriteAllText(InFolder("plugins"), "[].");
        const string OnLoopback = "-kernel inet_dist_use_interface {127,0,0,1}";
        _variables = new()
        {
            ["HOME"] = home.Folder,
            ["ERL_EPMD_PORT"] = $"{home.MapperPort}",
            ["ERL_EPMD_ADDRESS"] = "127.0.0.1",
            ["ERL_CRASH_DUMP_BYTES"] = "0",
            ["RABBITMQ_NODENAME"] = Node,
            ["RABBITMQ_NODE_IP_ADDRESS"] = "127.0.0.1",
            ["RABBITMQ_NODE_PORT"] = $"{Port}",
            ["RABBITMQ_DIST_PORT"] = $"{ports[1]}",
            // A command is a node, too, and would take the port of one that starts next.
            ["RABBITMQ_CTL_DIST_PORT_MIN"] = $"{ports[2]}",
            ["RABBITMQ_CTL_DIST_PORT_MAX"] = $"{ports[2]}",
            ["RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS"] = OnLoopback,
            ["RABBITMQ_CTL_ERL_ARGS"] = OnLoopback,
            ["RABBITMQ_MNESIA_BASE"] = InFolder("data"),
            ["RABBITMQ_LOG_BASE"] = InFolder("log"),
            ["RABBITMQ_ENABLED_PLUGINS_FILE"] = InFolder("plugins"),
            ["RABBITMQ_CONFIG_FILE"] = InFolder("rabbitmq.conf"),
            // Those of the service in /etc are not read.
            ["RABBITMQ_CONFIG_FILES"] = InFolder("conf.d"),
            ["RABBITMQ_ADVANCED_CONFIG_FILE"] = InFolder("advanced.config"),
            ["RABBITMQ_CONF_ENV_FILE"] = InFolder("environment"),
            // The script becomes the node, instead of a shell that waits for it: signals go to the node itself.
            ["RUNNING_UNDER_SYSTEMD"] = "true",
        };
    }

    /// <summary>Why there is no server on this machine; null = there is.</summary>
    public static string? Missing => !OperatingSystem.IsLinux() ? "not on Linux"
        : Scripts is null ? "RabbitMQ is not installed: sudo apt-get install rabbitmq-server"
        : null;

    /// <summary>Everything that it writes.</summary>
    public string Folder => _home.Folder;

    /// <summary>Its name among the nodes of a cluster.</summary>
    public string Node { get; }

    /// <summary>The port of AMQP 0-9-1 on 127.0.0.1.</summary>
    public int Port { get; }

    /// <summary>The port of AMQP over TLS on 127.0.0.1, of a node with a certificate.</summary>
    public int TlsPort { get; }

    /// <summary>Where a client connects, as the administrator guest.</summary>
    public Uri Uri => UriOf(Guest, Guest);

    /// <summary>True between a start and the end of the process, also while it is suspended.</summary>
    public bool IsRunning => _process is { IsRunning: true };

    /// <summary>Makes a node and starts it.</summary>
    public static RabbitMqServer StartNew() => Started(new RabbitMqServer());

    /// <summary>Makes a node that also listens with TLS, and starts it.</summary>
    /// <param name="certificate">What it shows at first, with its key.</param>
    public static RabbitMqServer StartWithTls(X509Certificate2 certificate)
    {
        RabbitMqServer server = new();
        (string path, string key) = certificate.Write(server._folder, ShownName);
        File.WriteAllLines(
            server.InFolder("rabbitmq.conf"),
            [
                $"listeners.ssl.1 = 127.0.0.1:{server.TlsPort}",
                $"ssl_options.certfile = {path}",
                $"ssl_options.keyfile = {key}",
                "ssl_options.verify = verify_none",
            ]);
        return Started(server);
    }

    /// <summary>Where a client connects, as a user.</summary>
    public Uri UriOf(string user, string password) => new($"amqp://{user}:{password}@127.0.0.1:{Port}/");

    /// <summary>Starts it, with the data that it has, and waits until it answers.</summary>
    public void Start()
    {
        Launch();
        WaitUntilUp();
    }

    /// <summary>Starts it and does not wait: nodes of a cluster start together.</summary>
    public void Launch()
    {
        if (IsRunning)
            throw new InvalidOperationException($"{Node} runs already");
        _process?.Dispose();
        _process = HostProcess.Run(Node, Path.Combine(Scripts!, "rabbitmq-server"), _variables, []);
    }

    /// <summary>Waits until it answers a client.</summary>
    public void WaitUntilUp()
    {
        Eventually.True(() => Answers() || !IsRunning, $"{Node} answers a client", StartLimit);
        if (!IsRunning)
            throw new InvalidOperationException($"{Node} ended: {_process?.Everything}");
    }

    /// <summary>
    /// Ends it at once (SIGKILL), and waits until it and its helpers are gone. It waits first until the coordinator of
    /// streams is saved.
    /// </summary>
    public void Kill()
    {
        WaitUntilCoordinatorIsSaved();
        End(ProcessSignals.Kill);
    }

    /// <summary>Ends it as its service would, and waits for it.</summary>
    public void Stop() => End(ProcessSignals.Terminate);

    /// <summary>Keeps it from running; its connections stay open.</summary>
    public void Suspend()
    {
        WaitUntilCoordinatorIsSaved();
        Running.Signal(ProcessSignals.Stop);
    }

    /// <summary>Lets it run after <see cref="Suspend"/>.</summary>
    public void Resume() => Running.Signal(ProcessSignals.Continue);

    /// <summary>Lets it see no memory: publishers are blocked.</summary>
    public void SetMemoryAlarm() => Control("set_vm_memory_high_watermark", "absolute", "1");

    /// <summary>Ends what <see cref="SetMemoryAlarm"/> began.</summary>
    public void ClearMemoryAlarm() => Control("set_vm_memory_high_watermark", "0.4");

    /// <summary>Lets it see a full disk: publishers are blocked.</summary>
    public void SetDiskAlarm() => Control("set_disk_free_limit", "1000000GB");

    /// <summary>Ends what <see cref="SetDiskAlarm"/> began.</summary>
    public void ClearDiskAlarm() => Control("set_disk_free_limit", "50MB");

    /// <summary>Shows another certificate to connections from now on; ends those that there are.</summary>
    public void Show(X509Certificate2 certificate)
    {
        certificate.Write(_folder, ShownName);
        Control("eval", "ssl:clear_pem_cache().");
        CloseConnections();
    }

    /// <summary>Ends the connections of all clients, who may connect again.</summary>
    public void CloseConnections() => Control("close_all_connections", "by a test");

    /// <summary>Ends the connections that have a name.</summary>
    public void CloseConnection(string name)
    {
        foreach (string line in Control("list_connections", "pid", "client_properties").Split('\n'))
        {
            if (line.Contains($"\"{name}\"", StringComparison.Ordinal))
                Control("close_connection", line.Split('\t')[0], "by a test");
        }
    }

    /// <summary>Sets the password of a user; connections that there are stay.</summary>
    public void ChangePassword(string name, string password) => Control("change_password", name, password);

    /// <summary>Adds a user without any permission.</summary>
    public void AddUser(string name, string password) => Control("add_user", name, password);

    /// <summary>Sets which queues and exchanges a user may make, write and read: regular expressions.</summary>
    public void SetPermissions(string user, string configure, string write, string read) =>
        Control("set_permissions", user, configure, write, read);

    /// <summary>Deletes a queue with its messages.</summary>
    public void DeleteQueue(string name) => Control("delete_queue", name);

    /// <summary>Runs `rabbitmqctl` with its words, and returns what it printed. Takes about half a second.</summary>
    public string Control(params string[] words)
    {
        // All commands of a node use the same port.
        lock (_oneCommand)
        {
            using HostProcess command = HostProcess.Run(
                "rabbitmqctl", Path.Combine(Scripts!, "rabbitmqctl"), _variables, ["--silent", .. words]);
            return command.WaitForExit() == 0
                ? string.Join('\n', command.Output)
                : throw new InvalidOperationException(
                    $"rabbitmqctl {string.Join(' ', words)} failed: {command.Everything}");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (IsRunning)
            End(ProcessSignals.Kill);
        _process?.Dispose();
        if (_ownsHome)
            _home.Dispose();
    }

    private static RabbitMqServer Started(RabbitMqServer server)
    {
        try
        {
            server.Start();
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    private HostProcess Running =>
        IsRunning ? _process! : throw new InvalidOperationException($"{Node} does not run");

    private string InFolder(string name) => Path.Combine(_folder, name);

    // The first stream queue of a node starts the coordinator of streams, and the node writes up to half a second later
    // that it has one. Killed before, it leaves that queue without a leader for ever: all is returned as NO_ROUTE.
    private void WaitUntilCoordinatorIsSaved()
    {
        string data = Path.Combine(InFolder("data"), Node);
        string streams = Path.Combine(data, "stream");
        string names = Path.Combine(data, "coordination", Node, "names.dets");
        Eventually.True(
            () => !Directory.Exists(streams) || !Directory.EnumerateDirectories(streams).Any()
                || File.ReadAllText(names).Contains("rabbit_stream_coordinator", StringComparison.Ordinal),
            $"the coordinator of {Node} is saved");
    }

    private void End(int signal)
    {
        HostProcess process = Running;
        process.Signal(signal);
        process.WaitForExit();
        // What it has started ends by itself, a moment later, and uses its folder until then.
        Eventually.True(() => !ProcessSignals.WithEnvironment(_folder).Any(), $"the helpers of {Node} end");
    }

    private bool Answers()
    {
        try
        {
            using TcpClient client = new("127.0.0.1", Port) { ReceiveTimeout = AnswerMilliseconds };
            NetworkStream stream = client.GetStream();
            stream.Write(ProtocolHeader);
            return stream.ReadByte() == MethodFrame;
        }
        catch (Exception e) when (e is SocketException or IOException)
        {
            return false;
        }
    }
}
