using System.Text.Json;
using FuncLibs.Hosting.Programs;
using Testing;
using Testing.Processes;

namespace Integration.Launcher;

/// <summary>The launcher as a process, with a run folder of its own.</summary>
internal sealed class LauncherRun : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();

    public LauncherRun(params IEnumerable<string> more)
        : this("small", ["--any-ports", .. more])
    {
    }

    private LauncherRun(string preset, IEnumerable<string> more) => Process = HostProcess.Start(
        "launcher", ["--run-folder", _folder.File("run"), "--preset", preset, "--rate", $"{Hosts.Rate}", .. more]);

    public static LauncherRun OfPreset(string preset) => new(preset, ["--any-ports"]);

    public static LauncherRun AtDefaultPorts() => new("small", []);

    public HostProcess Process { get; }

    private string Listening => Path.Combine(_folder.Path, "run", Hosts.Monitor + ".listening");

    /// <summary>Where the hosts of the run keep their state.</summary>
    public string StateOf(string host) => Path.Combine(_folder.Path, "run", host);

    /// <summary>
    /// Waits until all three processes run and the monitor listens; returns their ids by command line.
    /// </summary>
    public Dictionary<int, string> WaitForChildren()
    {
        Eventually.True(
            () => File.Exists(Listening) && new FileInfo(Listening).Length > 0, "the monitor listens", Limit);
        Dictionary<int, string> children = ProcessSignals.ChildrenOf(Process.Id);
        children.Count.ShouldBe(3);
        return children;
    }

    /// <summary>Waits until the monitor has so many blocks.</summary>
    public void WaitForDelivered(double blocks)
    {
        string address = "";
        Eventually.True(
            () => (address = File.ReadAllLines(Listening)
                .Select(ListeningLines.Parse)
                .FirstOrDefault(found => found?.What == ListeningLines.Http)?.Endpoint ?? "").Length > 0,
            "the monitor answers over HTTP",
            Limit);
        using HttpClient http = new() { BaseAddress = new Uri(address) };
        Eventually.True(
            () => JsonDocument.Parse(http.GetStringAsync(new Uri("/health", UriKind.Relative)).Result).RootElement
                .GetProperty("account").GetProperty("delivered").GetInt64() >= blocks,
            $"{blocks} blocks are delivered",
            Limit);
    }

    /// <summary>Waits until none of them runs any more.</summary>
    public static void WaitForEnd(Dictionary<int, string> children) =>
        Eventually.True(() => children.Keys.All(id => !ProcessSignals.IsAlive(id)), "no child survives", Limit);

    public void Dispose()
    {
        Dictionary<int, string> children = Process.IsRunning ? ProcessSignals.ChildrenOf(Process.Id) : [];
        Process.Dispose();
        WaitForEnd(children);
        _folder.Dispose();
    }
}
