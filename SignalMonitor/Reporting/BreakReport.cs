using System.Globalization;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Wire.Broadcast;
using Microsoft.Extensions.Logging;
using SignalMonitor.Breaks;
using SignalMonitor.Captures;
using SignalMonitor.Derived;
using SignalMonitor.Events;
using SignalMonitor.Logging;

namespace SignalMonitor.Reporting;

/// <summary>
/// Reports the breaks that compute threads found: in the log, to subscribers of derived values, and to
/// health. The only consumer of the events.
/// </summary>
internal sealed class BreakReport : PeriodicReport
{
    private readonly BreakService _service;
    private readonly CaptureLoop _captures;
    private readonly BreakBoard _board;
    private readonly DerivedFeed? _feed;
    private readonly EventLog? _events;
    private readonly ILogger<BreakReport> _logger;
    private readonly Dictionary<StreamBreaks, BreakWatches> _reported = [];
    private readonly Dictionary<StreamBreaks, long> _lost = [];
    private readonly Dictionary<(StreamBreaks Stream, string Name), Count> _found = [];

    public BreakReport(
        BreakService service,
        CaptureLoop captures,
        BreakBoard board,
        TimeProvider time,
        ILogger<BreakReport> logger,
        DerivedFeed? feed = null,
        EventLog? events = null)
        : base(time, TimeSpan.FromMilliseconds(50)) =>
        (_service, _captures, _board, _logger, _feed, _events) = (service, captures, board, logger, feed, events);

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        Update();
    }

    public override void Update()
    {
        IReadOnlyList<StreamBreaks> streams = _service.Streams();
        foreach (StreamBreaks stream in streams)
        {
            ReportWatches(stream, streams);
            ReportBreaks(stream);
        }

        IEnumerable<BreakTriggerStatus> statuses =
            streams.Where(stream => !stream.IsRetired).SelectMany(stream => StatusOf(stream, streams));
        CaptureStatus captures = _captures.Status;
        _board.Show(new BreakStatus([.. statuses], captures)
        {
            HasTriggers = _service.HasTriggers || captures is not { Written: 0, Failed: 0, Waiting: 0 },
        });
    }

    private void ReportWatches(StreamBreaks stream, IReadOnlyList<StreamBreaks> streams)
    {
        BreakWatches watches = stream.Watches;
        BreakWatches before = _reported.GetValueOrDefault(stream, BreakWatches.None);
        if (ReferenceEquals(watches, before))
            return;
        _reported[stream] = watches;
        foreach (BreakPlan plan in watches.Active.Except(before.Active).Select(watch => watch.Plan))
            MonitorLog.BreakWatched(
                _logger, plan.Options.Name, plan.Channel.Name, plan.Stream, plan.Columns.Length, (long)plan.Size.Bytes);
        foreach (BreakFault fault in watches.Faults.Except(before.Faults))
        {
            if (!IsElsewhere(fault, stream, streams) || IsIn(before, fault.Name))
                MonitorLog.BreakNotWatched(_logger, fault.Name, fault.Text);
        }
    }

    private void ReportBreaks(StreamBreaks stream)
    {
        while (stream.Events.TryTake(out BreakEvent made))
        {
            string name = made.Watch.Plan.Options.Name;
            string text = TextOf(made);
            long count = _found.GetValueOrDefault((stream, name)).Found;
            _found[(stream, name)] = new Count(count + 1, made.Found.Index, made.UtcNs);
            MonitorLog.BreakFound(_logger, stream.Name, text, made.Found.Index);
            _events?.Add(DashboardEventKind.Break, stream.Name, DashboardEventSeverity.Critical, made.UtcNs, text);
            _feed?.Announce(PayloadOf(made, stream.Id, text), made.UtcNs, made.IsReplay);
        }

        long lost = stream.Events.Dropped;
        if (lost > _lost.GetValueOrDefault(stream))
            MonitorLog.BreakEventsLost(_logger, stream.Name, lost);
        _lost[stream] = lost;
    }

    private static BreakPayload PayloadOf(in BreakEvent made, uint stream, string text) => new(
        made.Number,
        stream,
        made.Epoch,
        made.Sequence,
        made.Found.Index,
        made.UtcNs,
        made.Watch.Plan.Options.Name,
        made.Watch.Plan.Channel.Name,
        made.Found.Force,
        made.Found.Peak,
        made.Found.PeakIndex,
        text);

    private static string TextOf(in BreakEvent made)
    {
        BreakPlan plan = made.Watch.Plan;
        double ms = 1000 * (made.Found.Index - made.Found.PeakIndex) / plan.Channel.RateHz;
        double left = Math.Abs(made.Found.Force);
        string text = string.Create(
            CultureInfo.InvariantCulture,
            $"{plan.Options.Name}: {plan.Channel.Name} fell from {made.Found.Peak:G7} to {left:G7} "
                + $"{plan.Channel.Unit} in {ms:G4} ms");
        return made.IsKept ? text : text + ", without samples: those of the break before are not written yet";
    }

    private IEnumerable<BreakTriggerStatus> StatusOf(StreamBreaks stream, IReadOnlyList<StreamBreaks> streams)
    {
        foreach (BreakWatch watch in stream.Watches.Active)
        {
            Count count = _found.GetValueOrDefault((stream, watch.Plan.Options.Name));
            yield return new BreakTriggerStatus(
                watch.Plan.Options.Name,
                watch.Plan.Channel.Name,
                stream.Name,
                watch.IsArmed,
                null,
                count.Found,
                count.Index,
                count.UtcNs);
        }

        foreach (BreakFault fault in stream.Watches.Faults.Where(fault => !IsElsewhere(fault, stream, streams)))
            yield return new BreakTriggerStatus(fault.Name, fault.Channel, "", false, fault.Text, 0, 0, 0);
    }

    // A channel that another living stream of the station has is not missed here. Whatever else is wrong is wrong on
    // this stream, whatever others do.
    private bool IsElsewhere(BreakFault fault, StreamBreaks of, IReadOnlyList<StreamBreaks> streams) =>
        fault.IsAbsent && streams.Any(stream => !stream.IsRetired && IsIn(stream.Watches, fault.Name)
            && (stream.Station == of.Station || _service.IsConfigured(fault.Name)));

    private static bool IsIn(BreakWatches watches, string name) =>
        watches.Active.Any(watch => watch.Plan.Options.Name == name);

    private readonly record struct Count(long Found, long Index, long UtcNs);
}
