using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using FuncLibs.Hosting.Programs;
using Launcher;
using Launcher.Children;

namespace Benchmarks.Processes;

/// <summary>The processes of one run, each with a log, a state folder and a summary in one folder.</summary>
/// <param name="repository">The checkout with the Release builds.</param>
/// <param name="folder">Where they write; it is there.</param>
internal sealed class ProcessGroup(string repository, string folder) : IDisposable
{
    /// <summary>A port that is free.</summary>
    public const string AnyPort = "tcp://127.0.0.1:0";

    private const string AnyHttpPort = "http://127.0.0.1:0";
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(20);

    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(30) };
    private readonly List<Child> _children = [];
    private readonly HashSet<Child> _mayEnd = [];

    /// <summary>Starts a program.</summary>
    /// <param name="program">Its name.</param>
    /// <param name="words">Its arguments.</param>
    /// <param name="name">Name of the process; null = that of the program.</param>
    /// <param name="mayEnd">Whether it ends by itself.</param>
    public Child Start(string program, IEnumerable<string> words, string? name = null, bool mayEnd = false)
    {
        Child child = Child.Start(
            name ?? program,
            Binaries.Find(repository).PathOf(program),
            [.. words, "--Run:Supervised", "true"],
            FileOf($"{name ?? program}.log"));
        _children.Add(child);
        if (mayEnd)
            _mayEnd.Add(child);
        return child;
    }

    /// <summary>A file of the run.</summary>
    public string FileOf(string name) => Path.Combine(folder, name);

    /// <summary>The summary of a process, which it writes at its end.</summary>
    public string SummaryOf(string name) => FileOf($"{name}.summary.json");

    /// <summary>The state folder of a process.</summary>
    public string StateOf(string name) => FileOf(name);

    /// <summary>Arguments of a host: where it keeps what, and how long its warm-up is.</summary>
    public string[] HostWords(string name, double warmUpSeconds) =>
    [
        "--Http:Url", AnyHttpPort, "--State:Folder", StateOf(name), "--Run:SummaryFile", SummaryOf(name),
        "--Run:WarmupSeconds", warmUpSeconds.ToString(CultureInfo.InvariantCulture),
    ];

    /// <summary>What a host answers at a path such as <c>/health</c>; waits until it listens.</summary>
    public async Task<JsonElement> GetAsync(Child child, string path, CancellationToken stop)
    {
        Uri address = new(await child.EndpointAsync(ListeningLines.Http, stop) + path);
        using JsonDocument document = JsonDocument.Parse(await _http.GetStringAsync(address, stop));
        return document.RootElement.Clone();
    }

    /// <summary>Reports which process died, if one did.</summary>
    /// <exception cref="InvalidDataException">One did; the message has the end of its log.</exception>
    public void CheckAlive()
    {
        if (_children.Find(child => child.Ended.IsCompleted && !_mayEnd.Contains(child)) is { } dead)
            throw new InvalidDataException(dead.Obituary);
    }

    /// <summary>Waits until something is so.</summary>
    /// <param name="isSo">Asks for it.</param>
    /// <param name="limit">How long at most.</param>
    /// <param name="interval">Between two questions.</param>
    /// <param name="stop">Ends the run.</param>
    /// <returns>False when the limit is over.</returns>
    /// <exception cref="InvalidDataException">A process died.</exception>
    public async Task<bool> UntilAsync(
        Func<Task<bool>> isSo, TimeSpan limit, TimeSpan interval, CancellationToken stop)
    {
        long begun = Stopwatch.GetTimestamp();
        while (!await isSo())
        {
            CheckAlive();
            if (Stopwatch.GetElapsedTime(begun) > limit)
                return false;
            await Task.Delay(interval, stop);
        }

        return true;
    }

    /// <summary>Stops a process.</summary>
    /// <exception cref="InvalidDataException">It did not end.</exception>
    public async Task StopAsync(Child child)
    {
        _mayEnd.Add(child);
        if (!await child.StopAsync(StopLimit))
            throw new InvalidDataException($"{child.Name} did not stop");
    }

    /// <summary>Stops all, in the order of their start.</summary>
    public async Task StopAsync()
    {
        foreach (Child child in _children)
            await StopAsync(child);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _children.ForEach(child => child.Dispose());
        _http.Dispose();
    }
}
