using System.Text;
using FuncLibs.Hosting.Threads;
using HardwareConnector.Logging;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Watching;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Reports;

/// <summary>Logs the findings at the rigs: at most once a second, and only those that increased.</summary>
internal sealed class RigFindingsReport(SourceFeeds feeds, TimeProvider time, ILogger<RigFindingsReport> logger)
    : PeriodicReport(time, EverySecond)
{
    private const double NsPerMs = 1e6;
    private readonly Dictionary<(RigFindings Stream, RigFinding Kind), long> _reported = [];

    public override void Update()
    {
        foreach (SourceFeed feed in feeds.All)
        {
            foreach (StreamWatch watch in feed.Watches)
                Report(
                    feed.Naming.Name is { } name && name != watch.Name ? $"{name} ({watch.Name})" : watch.Name, watch);
        }
    }

    private void Report(string name, StreamWatch watch)
    {
        var news = new StringBuilder();
        foreach (RigFinding kind in RigFindings.Kinds)
        {
            long count = watch.Findings.CountOf(kind);
            if (count > _reported.GetValueOrDefault((watch.Findings, kind)))
                news.Append(news.Length > 0 ? "; " : "").Append(TextOf(kind, watch)).Append(": ").Append(count);
            _reported[(watch.Findings, kind)] = count;
        }

        if (news.Length > 0)
            ConnectorLog.RigFindings(logger, name, news.ToString());
    }

    private static string TextOf(RigFinding kind, StreamWatch watch) => kind switch
    {
        RigFinding.Repeated => "blocks of the past, dropped",
        RigFinding.CounterRestarted => "sample counter restarted",
        RigFinding.ShortBlocks => "blocks shorter than described",
        RigFinding.EmptyBlocks => "blocks without a point",
        RigFinding.ErrorCodes =>
            $"blocks declared lost for an error code of the rig (last {watch.Findings.LastErrorCode})",
        RigFinding.ClockSteps =>
            FormattableString.Invariant(
                $"steps of the rig's clock (last {watch.Findings.LastClockStepNs / NsPerMs:0.###} ms)"),
        RigFinding.CountsBack => "Count columns that went back, by a wrap or a reset",
        RigFinding.NonFiniteBlocks => "blocks with NaN or infinities",
        RigFinding.Stuck => $"columns that stopped changing (now {string.Join(", ", watch.Stuck)})",
        _ => "new descriptions",
    };
}
