using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using SignalMonitor.Configuration;
using SignalMonitor.Evaluation;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.TestReports;

/// <summary>The verb `report`: a recording or journal as one page for people.</summary>
internal static class ReportVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "report";

    /// <summary>Exit code 0, or 2 with one line on standard error.</summary>
    /// <param name="context">Options and streams.</param>
    /// <param name="time">Clock, for the database.</param>
    public static async Task<int> RunAsync(VerbContext<MonitorOptions> context, TimeProvider time)
    {
        ReportVerbOptions options = context.Extra<ReportVerbOptions>();
        string? fault = Write(context.Options, options, time);
        if (fault is null)
            return ExitCodes.Ok;
        await context.Streams.Error.WriteLineAsync($"{Name}: {fault}");
        return ExitCodes.CannotStart;
    }

    private static string? Write(MonitorOptions monitor, ReportVerbOptions options, TimeProvider time)
    {
        string path = Path.GetFullPath(options.Out);
        if (Path.Exists(path))
            return $"{path} is there already and is not replaced; name another --out";
        string source = Path.GetFullPath(options.Source);
        if (FindStationFault(monitor, options, source) is { } noStation)
            return noStation;
        string? noSet = null;
        try
        {
            if (ReportBuilder.Build(source, options, Definitions, out TestReport? report)
                is { } fault)
                return fault;
            if (noSet is not null)
                report!.Notes.Add(noSet);
            string program = $"SignalMonitor {typeof(ReportVerb).Assembly.GetName().Version?.ToString(3)}";
            AtomicFile.Write(path, ReportPage.Write(report!, program));
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{OneLine.Format(e)}; nothing was written";
        }

        VariableSet Definitions()
        {
            noSet = StationDefinitions.Read(monitor, options.Station, time, out VariableSet set);
            return set;
        }
    }

    private static string? FindStationFault(MonitorOptions monitor, ReportVerbOptions options, string source) =>
        options.Station is null ? null
        : RecordingDocument.IsIn(source) ? "--station is for a journal: a recording has definitions of its own"
        : FollowedStation.Select(monitor, options.Station, out _);
}
