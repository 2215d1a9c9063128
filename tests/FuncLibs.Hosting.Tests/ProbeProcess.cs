using System.Collections.Concurrent;
using System.Diagnostics;
using HostProbe;
using Testing;

namespace FuncLibs.Hosting.Tests;

/// <summary>The probe host as a real process.</summary>
internal sealed class ProbeProcess : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly Process _process;
    private readonly ConcurrentQueue<string> _errors = new();

    private ProbeProcess(Process process)
    {
        _process = process;
        process.ErrorDataReceived += (_, line) =>
        {
            if (line.Data is { } text)
                _errors.Enqueue(text);
        };
        process.BeginErrorReadLine();
    }

    public static ProbeProcess Start(params string[] args) => StartWith([], args);

    /// <summary>The same with environment variables.</summary>
    public static ProbeProcess StartWith(Dictionary<string, string> variables, params string[] args)
    {
        var start = new ProcessStartInfo("dotnet", [typeof(ProbeHost).Assembly.Location, .. args])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string key, string value) in variables)
            start.Environment[key] = value;
        return new ProbeProcess(Process.Start(start)!);
    }

    /// <summary>Waits until a line of standard error contains a text.</summary>
    public Task WaitForErrorAsync(string text) => Task.Run(() => Eventually.True(
        () => _errors.Any(line => line.Contains(text, StringComparison.Ordinal)), $"the probe logs '{text}'", Limit));

    /// <summary>Waits until its loop runs.</summary>
    public async Task<string?> ListeningAsync() => await _process.StandardOutput.ReadLineAsync().WaitAsync(Limit);

    public void CloseInput() => _process.StandardInput.Close();

    public async Task SignalAsync(string signal)
    {
        using Process kill = Process.Start("kill", ["-" + signal, $"{_process.Id}"]);
        await kill.WaitForExitAsync();
    }

    public async Task<(int ExitCode, string Errors)> EndAsync()
    {
        // Returns when standard error is read to its end, too.
        await _process.WaitForExitAsync().WaitAsync(Limit);
        return (_process.ExitCode, string.Concat(_errors.Select(line => line + "\n")));
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill();
        _process.Dispose();
    }
}
