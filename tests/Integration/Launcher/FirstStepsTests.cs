using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Launcher;

/// <summary>What a newcomer is told, taken at its word: at the default ports, of which one is taken.</summary>
public sealed class FirstStepsTests
{
    private const int DefaultMonitorPort = 5080;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
    private static readonly HttpClient Client = new() { Timeout = TimeSpan.FromSeconds(5) };

    [Fact]
    public void Lines_DefaultPortTaken_LeadToValuesAndToASignalOfOnesOwn()
    {
        using Socket? taken = TakeUnlessTaken(DefaultMonitorPort);
        using var run = LauncherRun.AtDefaultPorts();
        run.WaitForChildren();

        run.Process.Errors.ShouldContain(
            line => line.StartsWith(
                $"port {DefaultMonitorPort} is taken, by another run or another program: the web server of the "
                    + $"monitor is on port ",
                StringComparison.Ordinal),
            run.Process.Everything);
        string values = LineAfter(run, "values ").Trim();
        Eventually.True(
            () => Snapshot(values).GetProperty("channels").GetArrayLength() > 0, "values are at the address", Limit);

        Page(LineAfter(run, "dashboard ")).ShouldStartWith("<!doctype html>");
        string command = LineAfter(run, "  dotnet ").Insert(0, "dotnet ");
        using var signal = HostProcess.Run("signals", "bash", [], ["-c", command]);
        signal.WaitForExit().ShouldBe(0, signal.Everything);

        Eventually.True(() => IsComputed(Snapshot(values), "load_rms"), "the signal has a value", Limit);
    }

    [Fact]
    public void DefaultPorts_AreThoseOfThePrograms()
    {
        string all = Config(Hosts.Simulator) + Config(Hosts.Connector) + Config(Hosts.Monitor);

        foreach (string address in (string[])["tcp://127.0.0.1:5555", "tcp://127.0.0.1:5556", "tcp://127.0.0.1:5557", "http://127.0.0.1:5081", "http://127.0.0.1:5080"])
            all.ShouldContain(address);
    }

    // Held by another program already, it is as good.
    private static Socket? TakeUnlessTaken(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            socket.Listen();
            return socket;
        }
        catch (SocketException)
        {
            socket.Dispose();
            return null;
        }
    }

    private static string LineAfter(LauncherRun run, string begin) =>
        run.Process.Errors.First(line => line.StartsWith(begin, StringComparison.Ordinal))[begin.Length..];

    private static JsonElement Snapshot(string address)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        using HttpResponseMessage answer = Client.Send(request);
        using var reader = new StreamReader(answer.Content.ReadAsStream());
        return answer.IsSuccessStatusCode
            ? JsonDocument.Parse(reader.ReadToEnd()).RootElement
            : JsonDocument.Parse("""{"channels":[]}""").RootElement;
    }

    private static string Page(string address)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        using HttpResponseMessage answer = Client.Send(request);
        using var reader = new StreamReader(answer.Content.ReadAsStream());
        return reader.ReadToEnd();
    }

    private static bool IsComputed(JsonElement snapshot, string name) =>
        snapshot.GetProperty("variables").EnumerateArray()
            .Any(
                variable => variable.GetProperty("name").GetString() == name
                    && variable.GetProperty("value").ValueKind == JsonValueKind.Number);

    private static string Config(string program)
    {
        using var process = HostProcess.Start(program, "config");
        process.WaitForExit().ShouldBe(0, process.Everything);
        return process.Everything;
    }
}
