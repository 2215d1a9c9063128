using FuncLibs.Hosting;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Summaries;
using Launcher.Children;
using Launcher.Reporting;

namespace Launcher;

/// <summary>
/// The main job: simulator, connector and monitor as three processes, wired through the ports they announce, run for a
/// time, stopped in the order in which the stream can be accounted for, and their summaries combined.
/// </summary>
public static class MainJob
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(60);

    // A monitor on a machine that is busy may be behind by seconds.
    private static readonly TimeSpan DeliveryLimit = TimeSpan.FromSeconds(30);

    // Nothing else is under way then; the connector sends for 1 s more.
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(3);

    /// <summary>Runs it.</summary>
    /// <param name="options">What and for how long.</param>
    /// <param name="cancellationToken">Ends the run cleanly: the report comes all the same.</param>
    /// <exception cref="StartupException">A program is not built, or the run folder is in use.</exception>
    public static async Task<RunReport> RunAsync(MainJobOptions options, CancellationToken cancellationToken = default)
    {
        using StateFolder folder = StateFolder.Open(options.RunFolder, option: "--run-folder");
        if (folder.Files.FreeBytes(out long free).IsOk)
            DiskSpace.Check(folder.Path, free);
        var files = new RunFiles(folder);
        files.Clear();
        if (options.Addresses != JobAddresses.Any)
        {
            options = options with { Addresses = options.Addresses.FindFree(options.WriteLine) };
            foreach (string line in FirstSteps.Lines(options, files))
                options.WriteLine(line);
        }

        await using var job = new ChildSet();
        var failures = new List<string>();
        bool warm = false;
        Dictionary<string, ProcessUsage> usage = [];
        try
        {
            await StartAsync(options, files, job, cancellationToken);
            await RunForAsync(job, options.WarmupSeconds, cancellationToken);
            warm = true;
            Dictionary<string, ProcessUsage> before = UsageOf(job);
            await RunForAsync(job, options.ForSeconds, cancellationToken);
            usage = ProcessUsage.Between(before, UsageOf(job));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The user's way to end the run.
        }
        catch (ChildDiedException e)
        {
            failures.Add(e.Message);
        }

        failures.AddRange(await StopAsync(job, files));
        RunReport report = RunAccounting.Combine(
            SummaryFile.Read(files.Summary(ProgramNames.Connector), RunJson.Default.ConnectorSummary),
            SummaryFile.Read(files.Summary(ProgramNames.Monitor), RunJson.Default.MonitorSummary),
            SummaryFile.Read(files.Summary(ProgramNames.Simulator), RunJson.Default.SimulatorSummary),
            cutShort: !warm && cancellationToken.IsCancellationRequested);

        report = report with { Usage = usage };

        // The process that ended explains the missing numbers; later messages would hide it.
        report = failures.Count > 0 ? report with { Failures = failures } : report;
        return File.Exists(files.Certificate)
            ? report with { Certificate = CertificateFile.Read(files.Certificate) }
            : report;
    }

    private static Dictionary<string, ProcessUsage> UsageOf(ChildSet job) =>
        ProcessUsage.Read(job.All.Select(child => (child.Name, child.Id)));

    private static async Task StartAsync(
        MainJobOptions options, RunFiles files, ChildSet job, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(StartLimit);
        var arguments = new ChildArguments(options, files);
        Binaries programs = options.Binaries;
        string waitingFor = "";
        try
        {
            waitingFor = ProgramNames.Simulator;
            Child simulator = job.Add(Start(waitingFor, arguments.Simulator()));
            string link = await simulator.EndpointAsync(ListeningLines.Link, limit.Token);
            waitingFor = ProgramNames.Connector;
            Child connector = job.Add(Start(waitingFor, arguments.Connector(link)));
            string publish = await connector.EndpointAsync(ListeningLines.Publish, limit.Token);
            string control = await connector.EndpointAsync(ListeningLines.Control, limit.Token);
            waitingFor = ProgramNames.Monitor;
            Child monitor = job.Add(Start(waitingFor, arguments.Monitor(publish, control), options.ShowTable));
            await files.MonitorListensAsync(monitor, limit.Token);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new ChildDiedException(
                $"{waitingFor} did not report its address within {StartLimit.TotalSeconds} s");
        }

        Child Start(string name, IEnumerable<string> words, bool ownOutput = false) =>
            Child.Start(name, programs.PathOf(name), words, files.Log(name), ownOutput);
    }

    private static async Task<IReadOnlyList<string>> StopAsync(ChildSet job, RunFiles files)
    {
        (string? connector, string? monitor) = (
            job.Named(ProgramNames.Connector)?.Endpoint(ListeningLines.Http), files.MonitorHttp());
        if (connector is null || monitor is null)
            return await job.StopAsync(StopLimit, () => Task.CompletedTask, () => Task.CompletedTask);
        using var settling = new RunSettling(connector, monitor);
        return await job.StopAsync(
            StopLimit, () => settling.DeliveredAsync(DeliveryLimit), () => settling.EndedAsync(EndLimit));
    }

    private static async Task RunForAsync(ChildSet job, double? seconds, CancellationToken cancellationToken)
    {
        TimeSpan span = seconds is { } limit ? TimeSpan.FromSeconds(limit) : Timeout.InfiniteTimeSpan;
        Task over = Task.Delay(span, cancellationToken);
        Task first = await Task.WhenAny([over, .. job.All.Select(child => child.Ended)]);
        cancellationToken.ThrowIfCancellationRequested();
        if (first != over)
            throw new ChildDiedException(job.All.First(child => child.Ended.IsCompleted).Obituary);
    }
}
