using System.Diagnostics;
using System.Globalization;
using Microsoft.Extensions.Logging;
using SignalMonitor.Alarms;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Logging;

namespace SignalMonitor.Http;

/// <summary>
/// Notes commands to alarms in the audit log before they are given. One that cannot be noted is refused, except an
/// acknowledgement: a full disk must not keep an alarm sounding.
/// </summary>
/// <param name="log">The log.</param>
/// <param name="logger">Told when an acknowledgement or a refusal is not noted.</param>
internal sealed class AlarmAudit(AuditLog log, ILogger<AlarmAudit> logger)
{
    /// <summary>Notes a command.</summary>
    /// <returns>Why it is refused; null when it is not.</returns>
    public string? Note(AuditOrigin origin, AlarmCommand command, StreamVariables stream)
    {
        AuditAction action = ActionOf(origin, command, stream) with
        {
            New = command.Verb == AlarmVerb.Shelve
                ? string.Create(CultureInfo.InvariantCulture, $"until {command.UntilNs} ns UTC") : null,
        };
        if (log.Append(action) is not { } fault)
            return null;
        if (command.Verb != AlarmVerb.Acknowledge)
            return $"nothing was done, because it could not be noted: {fault}";
        MonitorLog.ActionNotNoted(logger, $"{command.By} acknowledged limit {command.Limit}; {fault}");
        return null;
    }

    /// <summary>Notes that a command was refused.</summary>
    public void NoteRefusal(AuditOrigin origin, AlarmCommand command, StreamVariables stream, string why)
    {
        if (log.Append(ActionOf(origin, command, stream).Refuse(why)) is { } fault)
            MonitorLog.ActionNotNoted(
                logger, $"{NameOf(command.Verb)} of limit {command.Limit} by {command.By} was refused ({why}); {fault}");
    }

    private static AuditAction ActionOf(AuditOrigin origin, AlarmCommand command, StreamVariables stream)
    {
        string? limit = stream.Plan?.Set.Limits.FirstOrDefault(row => row.Id == command.Limit)?.Title;
        string number = command.Limit.ToString(CultureInfo.InvariantCulture);
        return (origin with { Who = command.By }).CreateAction(
            NameOf(command.Verb), $"{stream.Label} {limit ?? number}") with
        {
            Sequence = stream.Plan?.Board.Read().Sequence,
        };
    }

    private static string NameOf(AlarmVerb verb) => verb switch
    {
        AlarmVerb.Acknowledge => AuditActions.AlarmAcknowledge,
        AlarmVerb.Reset => AuditActions.AlarmReset,
        AlarmVerb.Shelve => AuditActions.AlarmShelve,
        AlarmVerb.Unshelve => AuditActions.AlarmUnshelve,
        _ => throw new UnreachableException($"A command has no verb {verb}."),
    };
}
