using System.Globalization;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Logging;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Events;
using SignalMonitor.Logging;

namespace SignalMonitor.Reporting;

/// <summary>
/// Reports where tares and resets took effect: in the log and the list of events at once, in the audit log when the
/// saved position is past that block, so that no crash moves it any more. The thread of the report alone.
/// </summary>
/// <param name="audit">The audit log.</param>
/// <param name="saved">What the position on the disk has; null = none is saved.</param>
/// <param name="events">The list of events.</param>
/// <param name="time">Clock.</param>
/// <param name="logger">The log.</param>
internal sealed class AdjustmentReport(
    AuditLog audit, VariablesPart? saved, EventLog events, TimeProvider time, ILogger<AdjustmentReport> logger)
{
    // A position that is not saved, or rarely: then the entry says what is known.
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private readonly List<Waiting> _waiting = [];

    /// <summary>A switch of definitions was made.</summary>
    public void Take(PlanSwitch made)
    {
        foreach (VariableAdjustment adjustment in VariableAdjustment.From(made))
        {
            string stream = made.Variables.Label;
            string text = TextOf(adjustment);
            string by = adjustment.Variable.Definition.ChangedBy;
            MonitorLog.VariableAdjusted(logger, stream, made.Sequence, made.Epoch, text, by);
            events.Add(
                DashboardEventKind.Variables,
                stream,
                DashboardEventSeverity.Info,
                time.NowNs(),
                string.Create(CultureInfo.InvariantCulture, $"{text}, from sequence {made.Sequence} on, by {by}"));
            _waiting.Add(new Waiting(made, adjustment, time.GetTimestamp()));
        }
    }

    /// <summary>Notes what is settled.</summary>
    /// <param name="isLast">True when the process ends: the rest too.</param>
    public void Update(bool isLast)
    {
        for (int i = 0; i < _waiting.Count;)
        {
            Waiting one = _waiting[i];
            PlanSwitch at = one.Made;
            if (!isLast && time.GetElapsedTime(one.Since) < Limit
                && saved?.IsSaved(at.Publisher, at.Stream, at.Epoch, at.FirstSample) == false)
            {
                i++;
                continue;
            }

            _waiting.RemoveAt(i);
            if (audit.Append([.. ActionsOf(one)]) is { } fault)
                MonitorLog.ActionNotNoted(logger, $"{TextOf(one.Adjustment)}; {fault}");
        }
    }

    private static IEnumerable<AuditAction> ActionsOf(Waiting one)
    {
        (PlanSwitch at, VariableAdjustment adjustment) = (one.Made, one.Adjustment);
        string by = adjustment.Variable.Definition.ChangedBy;
        string place = string.Create(
            CultureInfo.InvariantCulture, $"stream {at.Variables.Label}, epoch {at.Epoch}, sample {at.FirstSample}");
        AuditAction action = new AuditOrigin(by.Length == 0 ? "unknown" : by, "monitor").CreateAction(
            "", $"{at.Next.Set.Station} {adjustment.Variable.Definition.Title}, {place}") with
        {
            Sequence = at.Sequence,
        };
        if (adjustment.IsReset)
            yield return action with
            {
                Action = AuditActions.VariablesResetApplied,
                Old = Text(adjustment.Former.Resets),
                New = Text(adjustment.Variable.Definition.Resets),
            };
        if (adjustment.IsTare)
            yield return action with
            {
                Action = AuditActions.VariablesTareApplied,
                Old = Text(adjustment.Former.Tare),
                New = Text(adjustment.Variable.Definition.Tare),
            };
    }

    private static string TextOf(VariableAdjustment adjustment)
    {
        RunningVariable variable = adjustment.Variable;
        string tare = !adjustment.IsTare ? ""
            : variable.Definition.Tare == 0 ? "its tare is removed"
            : $"its tare is {Text(variable.Definition.Tare)} {variable.Unit}".TrimEnd();
        string reset = adjustment.IsReset ? "its functions are reset" : "";
        return $"{variable.Name}: {reset}{(reset.Length > 0 && tare.Length > 0 ? ", " : "")}{tare}";
    }

    private static string Text(IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture);

    private readonly record struct Waiting(PlanSwitch Made, VariableAdjustment Adjustment, long Since);
}
