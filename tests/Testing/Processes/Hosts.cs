using System.Net;
using System.Net.Sockets;

namespace Testing.Processes;

/// <summary>Starts the three hosts, each on free ports; later arguments win.</summary>
public static class Hosts
{
    public const string Simulator = "simulator";

    public const string Connector = "HardwareConnector";

    public const string Monitor = "SignalMonitor";

    public const string Tools = "tools";

    public const string AnyPort = "tcp://127.0.0.1:0";

    public const string AnyHttp = "http://127.0.0.1:0";

    /// <summary>Rate of the simulated rigs in tests, blocks a second.</summary>
    public const int Rate = 100;

    /// <summary>
    /// Queues of a rig and of its source for tests that count every sample: a machine that stands still for seconds
    /// fills the usual ones.
    /// </summary>
    public static IReadOnlyList<string> DeepLink { get; } = ["--Link:QueueBlocks", "4096"];

    /// <inheritdoc cref="DeepLink"/>
    public static IReadOnlyList<string> DeepSource { get; } = ["--Source:QueueBlocks", "4096"];

    public static HostProcess StartSimulator(params IEnumerable<string> more) => HostProcess.Start(
        Simulator,
        ["run", "--Link:Listen", AnyPort, "--Preset", "small", "--Seed", "1", "--BlocksPerSecond", $"{Rate}", .. more]);

    public static HostProcess StartConnector(string state, params IEnumerable<string> more) => HostProcess.Start(
        Connector,
        [
            "run", "--State:Folder", state, "--Publish:Endpoint", AnyPort, "--Control:Endpoint", AnyPort, "--Http:Url",
            AnyHttp, .. more,
        ]);

    /// <summary>A connector with its own rig.</summary>
    public static HostProcess StartSelfFed(string state, params IEnumerable<string> more) => StartConnector(
        state,
        [
            "--Source:Type", "simulator", "--Source:Preset", "small", "--Source:Seed", "1", "--Source:BlocksPerSecond",
            $"{Rate}", .. more,
        ]);

    public static HostProcess StartMonitor(
        string state, string publish, string control, params IEnumerable<string> more) =>
        HostProcess.Start(
            Monitor,
            [
                "run", "--State:Folder", state, "--Subscribe:Endpoint", publish, "--Control:Endpoint", control,
                "--Http:Url", AnyHttp, .. more,
            ]);

    public static HostProcess StartMonitor(string state, HostProcess connector, params IEnumerable<string> more) =>
        StartMonitor(state, connector.Endpoint("publish"), connector.Endpoint("control"), more);

    /// <summary>A port that was free a moment ago, for what must be known before its owner starts.</summary>
    public static int FreePort() => FreePorts(1)[0];

    /// <summary>
    /// Ports that nobody listens on, below those that the system gives to outgoing connections (from 32,768 on): one of
    /// these may be taken between here and the bind of the process that is to have it.
    /// </summary>
    public static int[] FreePorts(int count)
    {
        const int First = 12_000;
        const int End = 32_000;
        List<TcpListener> held = [];
        try
        {
            while (held.Count < count)
            {
                TcpListener listener = new(IPAddress.Loopback, Random.Shared.Next(First, End));
                if (TryStart(listener))
                    held.Add(listener);
            }

            return [.. held.Select(listener => ((IPEndPoint)listener.LocalEndpoint).Port)];
        }
        finally
        {
            foreach (TcpListener listener in held)
                listener.Dispose();
        }
    }

    private static bool TryStart(TcpListener listener)
    {
        try
        {
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            listener.Dispose();
            return false;
        }
    }
}
