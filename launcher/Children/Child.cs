using System.Collections.Concurrent;
using System.Diagnostics;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;

namespace Launcher.Children;

/// <summary>
/// One supervised process. Closing its standard input requests its stop, which also happens when the launcher itself is
/// killed. What it prints goes to its log file, but for the standard output of one that shows a table.
/// </summary>
internal sealed class Child : IDisposable
{
    private readonly Process _process;
    private readonly ChildLog _log;
    private readonly ListeningBoard _listening = new();
    private readonly Task _ended;

    private Child(string name, Process process, ChildLog log, bool ownOutput)
    {
        Name = name;
        _process = process;
        _log = log;
        Task output = ownOutput ? Task.CompletedTask : PumpAsync(process.StandardOutput);
        _ended = Task.WhenAll(process.WaitForExitAsync(), output, PumpAsync(process.StandardError));
    }

    public string Name { get; }

    public int Id => _process.Id;

    /// <summary>Completes when the process has ended and its output is in the log.</summary>
    public Task Ended => _ended;

    public int ExitCode => _process.ExitCode;

    /// <summary>What happened and the end of the log, for the user.</summary>
    public string Obituary => string.Join(
        Environment.NewLine,
        [
            $"{Name} ended with exit code {ExitCode}; the end of {_log.Path}:",
            .. _log.LastLines.Select(line => "  " + line),
        ]);

    public static Child Start(
        string name, string dll, IEnumerable<string> arguments, string logPath, bool ownOutput = false)
    {
        var start = new ProcessStartInfo("dotnet", [dll, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = !ownOutput,
            RedirectStandardError = true,
        };

        // The command line alone defines the run: variables that are meant for one host would be unknown keys of the
        // others.
        foreach (string variable in start.Environment.Keys.Where(IsOurs).ToList())
            start.Environment.Remove(variable);
        return new Child(name, Process.Start(start)!, new ChildLog(logPath), ownOutput);
    }

    /// <summary>Waits for a `listening` line.</summary>
    /// <exception cref="ChildDiedException">The process ended first.</exception>
    public async Task<string> EndpointAsync(string what, CancellationToken cancellationToken)
    {
        Task<string> endpoint = _listening.EndpointAsync(what);
        await Task.WhenAny(endpoint, _ended).WaitAsync(cancellationToken);
        return endpoint.IsCompletedSuccessfully ? await endpoint : throw new ChildDiedException(Obituary);
    }

    /// <summary>What it announced in a `listening` line; null before it did.</summary>
    public string? Endpoint(string what) =>
        _listening.EndpointAsync(what) is { IsCompletedSuccessfully: true } endpoint ? endpoint.Result : null;

    /// <summary>Whether the process ends by itself within a time.</summary>
    public async Task<bool> EndsWithinAsync(TimeSpan limit)
    {
        try
        {
            await _ended.WaitAsync(limit);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    /// <summary>Requests the process to stop; kills it after the limit.</summary>
    /// <returns>False when it had to be killed.</returns>
    public async Task<bool> StopAsync(TimeSpan limit)
    {
        CloseInput();
        if (await EndsWithinAsync(limit))
            return true;
        _process.Kill();
        await _ended;
        return false;
    }

    public void Dispose()
    {
        // Nothing started here outlives the job, whatever happened on the way.
        if (!_process.HasExited)
            _process.Kill();
        _process.Dispose();
        _log.Dispose();
    }

    private void CloseInput()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has gone already.
        }
    }

    private async Task PumpAsync(StreamReader stream)
    {
        while (await stream.ReadLineAsync() is { } line)
        {
            _log.Write(line);
            if (ListeningLines.Parse(line) is { } found)
                _listening.Post(found.What, found.Endpoint);
        }
    }

    private static bool IsOurs(string variable) =>
        variable.StartsWith(LayerReader.VariablePrefix, StringComparison.OrdinalIgnoreCase);
}

/// <summary>
/// A process of the main job ended, or did not get ready, before its stop was requested; the message is for the user.
/// </summary>
public sealed class ChildDiedException : Exception
{
    /// <summary>Without a reason.</summary>
    public ChildDiedException()
    {
    }

    /// <summary>With what happened.</summary>
    public ChildDiedException(string message)
        : base(message)
    {
    }

    /// <summary>With what happened and why.</summary>
    public ChildDiedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>The addresses on which a child process listens; code that needs an endpoint waits for it here.</summary>
internal sealed class ListeningBoard
{
    private readonly ConcurrentDictionary<string, TaskCompletionSource<string>> _endpoints =
        new(StringComparer.Ordinal);

    public void Post(string what, string endpoint) => Slot(what).TrySetResult(endpoint);

    public Task<string> EndpointAsync(string what) => Slot(what).Task;

    private TaskCompletionSource<string> Slot(string what) =>
        _endpoints.GetOrAdd(
            what, _ => new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously));
}
