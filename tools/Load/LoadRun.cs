using System.Text.Json;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Threads;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Tools.Load;

/// <summary>Runs all rigs from their common start to their end, prints the report, and stops the process.</summary>
/// <param name="setup">The rigs, listening, and where the report goes.</param>
/// <param name="lines">Receives the endpoints.</param>
/// <param name="streams">Standard output takes the report.</param>
/// <param name="time">Clock of waits.</param>
/// <param name="application">Stopped at the end.</param>
/// <param name="fate">Notified when the run dies.</param>
/// <param name="logger">Log of rigs that fell behind.</param>
internal sealed class LoadRun(
    LoadSetup setup,
    ListeningLines lines,
    ProcessStreams streams,
    TimeProvider time,
    IHostApplicationLifetime application,
    FatalErrorHandler fate,
    ILogger<LoadRun> logger) : IHostedService, IDisposable
{
    // How long after its end a rig may make what it is behind with.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);

    private readonly LoadPlan _plan = setup.Plan;
    private readonly IReadOnlyList<LoadedRig> _rigs = setup.Rigs;
    private readonly CancellationTokenSource _stop = new();

    // Not a BackgroundService: one whose stop is requested before its first step never takes it, and there would be no
    // report.
    private Task _run = Task.CompletedTask;

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        _run = Task.Run(() => GuardedAsync(_stop.Token), CancellationToken.None);
        return Task.CompletedTask;
    }

    /// <summary>Ends the run early if it still continues, and waits for its report.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _stop.CancelAsync();
        await _run.WaitAsync(cancellationToken);
    }

    /// <inheritdoc/>
    public void Dispose() => _stop.Dispose();

    private async Task GuardedAsync(CancellationToken stop)
    {
        try
        {
            await RunToReportAsync(stop);
        }
        catch (Exception e) when (Died(e))
        {
            // Reported while the stack was still there, such as a full disk; the process ends with exit code 1.
        }
    }

    private bool Died(Exception e)
    {
        fate.Fail("load", e);
        return true;
    }

    private async Task RunToReportAsync(CancellationToken stop)
    {
        foreach (LoadedRig rig in _rigs)
        {
            await rig.StartAsync();
            lines.Announce(rig.Name, rig.Endpoint);
        }

        if (setup.PrintsArguments)
            await streams.Output.WriteLineAsync(LoadText.ConnectorArguments(_rigs.Select(rig => rig.Endpoint)));
        await Task.WhenAll(_rigs.Select(rig => rig.Warm));
        await ClientsAsync(stop);
        LoadReport report = await RunAsync(stop);
        foreach (string line in LoadText.Table(report))
            await streams.Output.WriteLineAsync(line);
        if (setup.File is { } file)
            await JsonSerializer.SerializeAsync(file, report, LoadJson.Default.LoadReport, CancellationToken.None);
        application.StopApplication();
    }

    private async Task ClientsAsync(CancellationToken stop)
    {
        long begun = time.GetTimestamp();
        while (!stop.IsCancellationRequested && time.GetElapsedTime(begun).TotalSeconds < _plan.WaitSeconds
            && !_rigs.All(rig => rig.IsServed))
            await Pause(PollInterval, stop);
        int served = _rigs.Count(rig => rig.IsServed);
        if (_plan.WaitSeconds > 0 && served < _rigs.Count)
            LoadLog.Unserved(logger, _rigs.Count - served, _rigs.Count, _plan.WaitSeconds);
    }

    private async Task<LoadReport> RunAsync(CancellationToken stop)
    {
        Task ended = Task.WhenAll(_rigs.Select(rig => rig.Ended));
        long begun = time.GetTimestamp();
        TimeSpan cpu = Environment.CpuUsage.TotalTime;
        bool early = stop.IsCancellationRequested;
        if (!early)
        {
            LoadLog.Begins(logger, _rigs.Count, _plan.Preset.Name, _plan.Preset.BlocksPerSecond);
            setup.Start.Release();
            await Task.WhenAny(
                ended,
                Pause(
                    _plan.Seconds > 0 ? TimeSpan.FromSeconds(_plan.Seconds) + Grace : Timeout.InfiniteTimeSpan, stop));
            early = stop.IsCancellationRequested && !ended.IsCompleted;
        }

        if (early)
            await EndSoonAsync(ended);
        await Task.WhenAll(_rigs.Select(rig => rig.CutAsync()));
        LoadReport report =
            Report(time.GetElapsedTime(begun).TotalSeconds, Environment.CpuUsage.TotalTime - cpu, early);
        await Task.WhenAll(_rigs.Select(rig => rig.CloseAsync()));
        if (report.Total.Never > 0)
            LoadLog.Behind(logger, report.Total.Never, report.Total.Due);
        return report;
    }

    private async Task EndSoonAsync(Task ended)
    {
        foreach (LoadedRig rig in _rigs)
            rig.EndSoon();
        await Task.WhenAny(ended, Pause(Grace, CancellationToken.None));
    }

    private LoadReport Report(double seconds, TimeSpan cpu, bool early)
    {
        RigLoad[] rigs = [.. _rigs.Select(rig => rig.Report(seconds))];
        var lateness = new LatencyHistogram();
        foreach (LoadedRig rig in _rigs)
            lateness.Add(rig.Lateness);
        return new LoadReport
        {
            Preset = _plan.Preset.Name,
            BlocksPerSecond = _plan.Preset.BlocksPerSecond,
            RequestedSeconds = _plan.Seconds,
            Seconds = seconds,
            EndedEarly = early,
            LateAfterUs = _plan.LateAfterNs / 1000.0,
            Cores = Environment.ProcessorCount,
            Total = LoadTotal.Sum(rigs, LatenessUs.From(lateness), seconds > 0 ? cpu.TotalSeconds / seconds : 0),
            Rigs = rigs,
        };
    }

    private async Task Pause(TimeSpan span, CancellationToken stop) =>
        await Task.Delay(span, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
}

/// <summary>Log events of the verb `load`, ids 320-324.</summary>
internal static partial class LoadLog
{
    /// <summary>The clocks of a load run start.</summary>
    [LoggerMessage(
        320, LogLevel.Information, "load of {Rigs} rigs begins: {Preset} at {BlocksPerSecond} blocks/s each")]
    public static partial void Begins(ILogger logger, int rigs, string preset, double blocksPerSecond);

    /// <summary>Rigs begin without a client.</summary>
    [LoggerMessage(
        321, LogLevel.Warning, "{Unserved} of {Rigs} rigs have no client after {Seconds} s; they start without one")]
    public static partial void Unserved(ILogger logger, int unserved, int rigs, double seconds);

    /// <summary>The machine was too slow for the load.</summary>
    [LoggerMessage(
        322, LogLevel.Warning, "{Never} of {Due} blocks were never made: the machine is too slow for this load")]
    public static partial void Behind(ILogger logger, long never, long due);
}
