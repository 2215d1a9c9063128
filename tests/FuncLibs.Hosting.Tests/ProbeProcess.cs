using System.Diagnostics;
using HostProbe;

namespace FuncLibs.Hosting.Tests;

/// <summary>The probe host as a real process.</summary>
internal sealed class ProbeProcess : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly Process _process;
    private readonly Task<string> _errors;

    private ProbeProcess(Process process)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync();
    }

    public static ProbeProcess Start(params string[] args) => new(Process.Start(
        new ProcessStartInfo("dotnet", [typeof(ProbeHost).Assembly.Location, .. args])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!);

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
        await _process.WaitForExitAsync().WaitAsync(Limit);
        return (_process.ExitCode, await _errors);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill();
        _process.Dispose();
    }
}
