using Launcher.Children;

namespace Launcher;

/// <summary>
/// What somebody who sees the system for the first time needs next: addresses, files, and a first signal of their own.
/// </summary>
internal static class FirstSteps
{
    /// <summary>First word of the line with the address of the newest values.</summary>
    public const string Values = "values";

    /// <summary>The lines, for a run at known ports.</summary>
    public static IEnumerable<string> Lines(MainJobOptions options, RunFiles files)
    {
        JobAddresses at = options.Addresses;
        string monitor = options.Binaries.PathOf(ProgramNames.Monitor);
        string state = files.State(ProgramNames.Monitor);
        return
        [
            $"dashboard {at.MonitorHttp}/",
            $"{Values}    {at.MonitorHttp}/snapshot",
            $"health    {at.MonitorHttp}/health (monitor), {at.ConnectorHttp}/health (connector)",
            $"state     {files.Folder}: logs, and a journal of at most {ChildArguments.JournalGB} GB",
            "a signal of your own, from another terminal:",
            $"  dotnet {Quoted(monitor)} signals add load_rms --Expression \"movrms(servo1.force, 300)\" "
                + $"--State:Folder {Quoted(state)}",
            "",
        ];
    }

    private static string Quoted(string path) => path.Contains(' ', StringComparison.Ordinal) ? $"\"{path}\"" : path;
}
