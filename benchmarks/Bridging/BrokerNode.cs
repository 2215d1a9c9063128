using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Benchmarks.Outages;

namespace Benchmarks.Bridging;

/// <summary>
/// Debian's RabbitMQ on loopback, with a folder, a cookie, a port mapper and ports of its own. It can be killed and
/// started again on its data.
/// </summary>
internal sealed class BrokerNode : IDisposable
{
    private const string Libraries = "/usr/lib/rabbitmq/lib";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly string _folder = Directory.CreateTempSubdirectory("telemetry-bench-mq-").FullName;
    private readonly string _scripts;
    private readonly int[] _ports = FreePorts(3);
    private readonly Process _mapper;
    private Process? _node;

    private BrokerNode(string scripts)
    {
        _scripts = scripts;
        File.WriteAllText(InFolder("plugins"), "[].");
        _mapper = Process.Start(new ProcessStartInfo("epmd", ["-address", "127.0.0.1", "-port", Number(_ports[2])]))!;
    }

    /// <summary>Where a client finds it, as the user guest.</summary>
    public string Address => $"amqp://127.0.0.1:{Number(_ports[0])}";

    /// <summary>Id of its process, which has others below it.</summary>
    public int Id => _node!.Id;

    /// <summary>Starts a node.</summary>
    /// <exception cref="InvalidDataException">RabbitMQ is not installed, or did not start.</exception>
    public static BrokerNode StartNew()
    {
        string? scripts = !Directory.Exists(Libraries) ? null : Directory.GetDirectories(Libraries)
            .Select(version => Path.Combine(version, "sbin"))
            .FirstOrDefault(folder => File.Exists(Path.Combine(folder, "rabbitmq-server")));
        BrokerNode node = new(
            scripts ?? throw new InvalidDataException(
                "RabbitMQ is not installed: sudo apt-get install rabbitmq-server"));
        try
        {
            node.Start();
            return node;
        }
        catch
        {
            node.Dispose();
            throw;
        }
    }

    /// <summary>Starts it on the data that it has, and waits until it answers.</summary>
    /// <exception cref="InvalidDataException">It did not start.</exception>
    public void Start()
    {
        ProcessStartInfo start = new(Path.Combine(_scripts, "rabbitmq-server"))
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string name, string value) in Environment())
            start.Environment[name] = value;
        _node = Process.Start(start)!;
        _node.OutputDataReceived += static (_, _) => { };
        _node.ErrorDataReceived += static (_, _) => { };
        _node.BeginOutputReadLine();
        _node.BeginErrorReadLine();
        long begun = Stopwatch.GetTimestamp();
        while (!Answers())
        {
            if (_node.WaitForExit(Pause) || Stopwatch.GetElapsedTime(begun) > Limit)
                throw new InvalidDataException("RabbitMQ did not start");
        }
    }

    /// <summary>Kills it: it cannot close anything.</summary>
    public void Kill()
    {
        ProcessControl.Kill(_node!.Id);
        _node.WaitForExit();
        _node.Dispose();
        _node = null;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_node is { HasExited: false })
            Kill();
        _mapper.Kill();
        _mapper.WaitForExit();
        _mapper.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static int[] FreePorts(int count)
    {
        TcpListener[] held = [.. Enumerable.Range(0, count).Select(_ => new TcpListener(IPAddress.Loopback, 0))];
        Array.ForEach(held, listener => listener.Start());
        int[] ports = [.. held.Select(listener => ((IPEndPoint)listener.LocalEndpoint).Port)];
        Array.ForEach(held, listener => listener.Dispose());
        return ports;
    }

    private string InFolder(string name) => Path.Combine(_folder, name);

    private bool Answers()
    {
        try
        {
            using TcpClient client = new("127.0.0.1", _ports[0]);
            client.ReceiveTimeout = 1000;
            client.Client.Send("AMQP\0\0\x09\x01"u8);
            return client.GetStream().ReadByte() == 1;
        }
        catch (Exception e) when (e is SocketException or IOException)
        {
            return false;
        }
    }

    // The script becomes the node where it takes itself for a service: signals go to the node.
    private Dictionary<string, string> Environment() => new()
    {
        ["HOME"] = _folder,
        ["ERL_EPMD_PORT"] = Number(_ports[2]),
        ["ERL_EPMD_ADDRESS"] = "127.0.0.1",
        ["RABBITMQ_NODENAME"] = "bench@localhost",
        ["RABBITMQ_NODE_IP_ADDRESS"] = "127.0.0.1",
        ["RABBITMQ_NODE_PORT"] = Number(_ports[0]),
        ["RABBITMQ_DIST_PORT"] = Number(_ports[1]),
        ["RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS"] = "-kernel inet_dist_use_interface {127,0,0,1}",
        ["RABBITMQ_MNESIA_BASE"] = InFolder("data"),
        ["RABBITMQ_LOG_BASE"] = InFolder("log"),
        ["RABBITMQ_ENABLED_PLUGINS_FILE"] = InFolder("plugins"),
        ["RABBITMQ_CONFIG_FILE"] = InFolder("rabbitmq.conf"),
        ["RABBITMQ_CONFIG_FILES"] = InFolder("conf.d"),
        ["RABBITMQ_ADVANCED_CONFIG_FILE"] = InFolder("advanced.config"),
        ["RABBITMQ_CONF_ENV_FILE"] = InFolder("environment"),
        ["RUNNING_UNDER_SYSTEMD"] = "true",
    };
}
