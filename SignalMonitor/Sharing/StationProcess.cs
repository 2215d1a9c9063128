using System.Diagnostics;
using FuncLibs.Hosting.Programs;

namespace SignalMonitor.Sharing;

/// <summary>
/// The process that computes one station. It ends when this process ends, however that happens: its standard input
/// closes then.
/// </summary>
internal sealed class StationProcess : IAsyncDisposable
{
    // A process that waits for a disk which does not answer ends with it.
    private static readonly TimeSpan KillLimit = TimeSpan.FromSeconds(2);

    private readonly Process _process;
    private readonly TaskCompletionSource<string> _page = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private readonly TimeProvider _time;
    private long _signAt;
    private volatile bool _hasSign;

    private StationProcess(Process process, Action<string> log, TimeProvider time)
    {
        (_process, _time) = (process, time);
        _signAt = time.GetTimestamp();
        Ended = Task.WhenAll(
            process.WaitForExitAsync(), PumpAsync(process.StandardOutput, log), PumpAsync(process.StandardError, log));
    }

    /// <summary>Completes when it has ended, and all that it printed was passed on.</summary>
    public Task Ended { get; }

    /// <summary>Its exit code, once it has ended.</summary>
    public int ExitCode => _process.ExitCode;

    /// <summary>Its id.</summary>
    public int Id => _process.Id;

    /// <summary>Address that its web server announced; null until then.</summary>
    public string? Page => _page.Task is { IsCompletedSuccessfully: true } found ? found.Result : null;

    /// <summary>True once it said that it computes.</summary>
    public bool HasSign => _hasSign;

    /// <summary>Time since it said so last, or since its start.</summary>
    public TimeSpan Silence => _time.GetElapsedTime(Volatile.Read(ref _signAt));

    /// <summary>Starts it.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="log">Gets each line that it prints, from several threads.</param>
    /// <param name="time">Clock.</param>
    /// <exception cref="System.ComponentModel.Win32Exception">The program cannot be started.</exception>
    public static StationProcess Start(IReadOnlyList<string> command, Action<string> log, TimeProvider time)
    {
        ProcessStartInfo start = new(command[0], command.Skip(1))
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        return new StationProcess(Process.Start(start)!, log, time);
    }

    /// <summary>This program, as a command that another process can be started with.</summary>
    public static IReadOnlyList<string> ThisProgram()
    {
        string own = Environment.ProcessPath ?? "dotnet";
        bool isHost = Path.GetFileNameWithoutExtension(own).Equals("dotnet", StringComparison.OrdinalIgnoreCase);
        return isHost ? [own, Environment.GetCommandLineArgs()[0]] : [own];
    }

    /// <summary>Asks it to stop, and ends it after a time.</summary>
    /// <param name="limit">The time.</param>
    /// <returns>False when it does not end: the system keeps it in a call.</returns>
    public async Task<bool> StopAsync(TimeSpan limit)
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has gone already.
        }

        if (await HasEndedAsync(limit))
            return true;
        _process.Kill();
        return await HasEndedAsync(KillLimit);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
            await HasEndedAsync(KillLimit);
        }

        _process.Dispose();
    }

    private async Task<bool> HasEndedAsync(TimeSpan limit)
    {
        try
        {
            await Ended.WaitAsync(limit);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    private async Task PumpAsync(StreamReader stream, Action<string> log)
    {
        while (await stream.ReadLineAsync() is { } line)
        {
            if (line == LifeSigns.Line)
                Sign();
            else if (ListeningLines.Parse(line) is not { } found)
                Log(line, log);
            else if (found.What == ListeningLines.Http)
                _page.TrySetResult(found.Endpoint);
        }
    }

    private void Sign()
    {
        Volatile.Write(ref _signAt, _time.GetTimestamp());
        _hasSign = true;
    }

    // A reader that ended would block the process at its next line.
    private static void Log(string line, Action<string> log)
    {
        try
        {
            log(line);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // There is nobody to tell.
        }
    }
}
