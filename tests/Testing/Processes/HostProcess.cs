using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Http.Headers;
using System.Text.Json;

namespace Testing.Processes;

/// <summary>
/// One of our programs, or a script, as a real child process. What it prints is kept; it is killed at the end of the
/// test if it still runs. Variables of the project are taken out of its environment, so that a test sees only what it
/// gives.
/// </summary>
public sealed class HostProcess : IDisposable
{
    private const string VariablePrefix = "TELEMETRY_";

    // The whole of the tests with another transport: `netmq` here runs every connector and monitor with it.
    private const string TransportOfTests = "TELEMETRY_TESTS_TRANSPORT";
    private const string TransportOption = "TELEMETRY_Transport__Library";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly HttpClient Client = new() { Timeout = TimeSpan.FromSeconds(30) };

    private readonly Process _process;
    private readonly string _name;
    private readonly ConcurrentQueue<string> _output = new();
    private readonly ConcurrentQueue<string> _errors = new();

    private HostProcess(string name, ProcessStartInfo start)
    {
        _name = name;
        _process = new Process { StartInfo = start };
        _process.OutputDataReceived += (_, line) => Keep(_output, line.Data);
        _process.ErrorDataReceived += (_, line) => Keep(_errors, line.Data);
        _process.Start();
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    public int Id => _process.Id;

    /// <summary>Reads its pages; another one for a process on a host of its own.</summary>
    public HttpClient Http { get; set; } = Client;

    public bool IsRunning => !_process.HasExited;

    public IReadOnlyCollection<string> Output => _output;

    public IReadOnlyCollection<string> Errors => _errors;

    /// <summary>Both streams as one text, for messages of failed tests.</summary>
    public string Everything => string.Join(Environment.NewLine, _output.Concat(_errors));

    /// <summary>Starts a program of the repository, in the configuration of the tests.</summary>
    public static HostProcess Start(string program, params IEnumerable<string> arguments) =>
        StartWith([], program, arguments);

    /// <summary>The same with environment variables.</summary>
    public static HostProcess StartWith(
        Dictionary<string, string> variables, string program, params IEnumerable<string> arguments) =>
        Run(program, "dotnet", variables, [DllOf(program), .. arguments]);

    /// <summary>The same by another program, which takes its own words first: `setpriv`, `chrt`.</summary>
    public static HostProcess StartUnder(
        string starter, IEnumerable<string> words, string program, params IEnumerable<string> arguments) =>
        Run(program, starter, [], [.. words, "dotnet", DllOf(program), .. arguments]);

    /// <summary>The folder that a program was built into, in the configuration of the tests.</summary>
    public static string FolderOf(string program)
    {
        // The tests are in tests/NAME/bin/CONFIGURATION/FRAMEWORK, the programs in NAME/bin/CONFIGURATION/FRAMEWORK.
        var output = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        return Repository.PathOf(program, "bin", output.Parent!.Name, output.Name);
    }

    /// <summary>Starts any executable.</summary>
    public static HostProcess Run(
        string name, string file, Dictionary<string, string> variables, IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(file, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string key in start.Environment.Keys.Where(
            k => k.StartsWith(VariablePrefix, StringComparison.OrdinalIgnoreCase)).ToList())
            start.Environment.Remove(key);
        // A process of a test lives for seconds: counting calls for a second compilation costs it a fifth of its
        // processor time.
        start.Environment["DOTNET_TieredPGO"] = "0";
        if (name is Hosts.Connector or Hosts.Monitor
            && Environment.GetEnvironmentVariable(TransportOfTests) is { Length: > 0 } transport)
            start.Environment[TransportOption] = transport;
        foreach ((string key, string value) in variables)
            start.Environment[key] = value;
        return new HostProcess(name, start);
    }

    /// <summary>Waits for the line `listening WHAT ENDPOINT`.</summary>
    public string Endpoint(string what)
    {
        string prefix = $"listening {what} ";
        string? line = null;
        Eventually.True(
            () => (line = _output.FirstOrDefault(l => l.StartsWith(prefix, StringComparison.Ordinal))) is not null
                || !IsRunning,
            $"{_name} says what its {what} listens on",
            Limit);
        return line?[prefix.Length..] ?? throw new InvalidOperationException($"{_name} ended: {Everything}");
    }

    /// <summary>The port in the line `listening WHAT ...`.</summary>
    public int Port(string what) => new Uri(Endpoint(what)).Port;

    /// <summary>Waits until a line of standard error contains a text.</summary>
    public void WaitForError(string text) => Eventually.True(
        () => _errors.Any(line => line.Contains(text, StringComparison.Ordinal)), $"{_name} logs '{text}'", Limit);

    /// <summary>The token that requests send; null = none.</summary>
    public string? Token { get; set; }

    /// <summary>Gets a page of its web server, whatever its status.</summary>
    public HttpResponseMessage Get(string path, string? accept = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, Endpoint("http") + path);
        if (accept is not null)
            request.Headers.Add("Accept", accept);
        if (Token is not null)
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", Token);
        return Http.Send(request);
    }

    public string Text(string path)
    {
        using HttpResponseMessage answer = Get(path);
        using var reader = new StreamReader(answer.Content.ReadAsStream());
        return reader.ReadToEnd();
    }

    public JsonElement Json(string path) => JsonDocument.Parse(Text(path)).RootElement;

    public void Signal(int signal) => ProcessSignals.Send(Id, signal);

    /// <summary>Waits for its end and for all that it printed; returns its exit code.</summary>
    public int WaitForExit(TimeSpan? limit = null)
    {
        if (!_process.WaitForExit(limit ?? Limit))
            throw new TimeoutException($"{_name} did not end within {limit ?? Limit}: {Everything}");
        _process.WaitForExit();
        return _process.ExitCode;
    }

    public void Dispose()
    {
        if (IsRunning)
            _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
    }

    private static string DllOf(string program) => Path.Combine(FolderOf(program), program + ".dll");

    private static void Keep(ConcurrentQueue<string> lines, string? line)
    {
        if (line is not null)
            lines.Enqueue(line);
    }
}
