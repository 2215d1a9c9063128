using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.State;
using Launcher.Children;

namespace Launcher;

/// <summary>The files of a run in its folder.</summary>
internal sealed class RunFiles(StateFolder folder)
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);

    public string Folder => folder.Path;

    public string MonitorListening => folder.File(ProgramNames.Monitor + ".listening");

    public string Log(string program) => folder.File(program + ".log");

    public string Summary(string program) => folder.File(program + ".summary.json");

    public string State(string program) => folder.File(program);

    /// <summary>What the monitor signs.</summary>
    public string Certificate => Path.Combine(State(ProgramNames.Monitor), CertificateFile.Name);

    /// <summary>
    /// Removes the files of an earlier run: a process that dies now must not be reported with old numbers.
    /// </summary>
    public void Clear()
    {
        File.Delete(MonitorListening);
        if (File.Exists(Certificate))
            File.Delete(Certificate);
        foreach (string program in (string[])[ProgramNames.Simulator, ProgramNames.Connector, ProgramNames.Monitor])
            File.Delete(Summary(program));
    }

    /// <summary>Address of the monitor's web server; null before it announced it.</summary>
    public string? MonitorHttp() => !File.Exists(MonitorListening) ? null : File.ReadLines(MonitorListening)
        .Select(ListeningLines.Parse)
        .FirstOrDefault(found => found?.What == ListeningLines.Http)?.Endpoint;

    /// <summary>
    /// Waits until the monitor listens; its standard output belongs to the user, so it reports that in a file.
    /// </summary>
    public async Task MonitorListensAsync(Child monitor, CancellationToken cancellationToken)
    {
        while (!File.Exists(MonitorListening))
        {
            if (await monitor.EndsWithinAsync(PollInterval))
                throw new ChildDiedException(monitor.Obituary);
            cancellationToken.ThrowIfCancellationRequested();
        }
    }
}
