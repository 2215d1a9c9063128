using Microsoft.Extensions.Logging;

namespace SignalMonitor.Logging;

/// <summary>What a monitor says of variables and alarms.</summary>
internal static partial class SignalLog
{
    [LoggerMessage(
        3030,
        LogLevel.Information,
        "stream {Stream}: revision {Revision} of the variables computes from sequence {Sequence} of epoch {Epoch} on: "
            + "{Changed}")]
    public static partial void Switched(
        ILogger logger, string stream, long revision, ulong sequence, ulong epoch, string changed);

    [LoggerMessage(3031, LogLevel.Warning, "stream {Stream}: variable {Variable}: {Fault}")]
    public static partial void Refused(ILogger logger, string stream, string variable, string fault);

    [LoggerMessage(3032, LogLevel.Warning, "stream {Stream}: {Fault}")]
    public static partial void NotWatched(ILogger logger, string stream, string fault);

    [LoggerMessage(3033, LogLevel.Warning, "stream {Stream}: alarm {Event}, at sample {Sample}")]
    public static partial void Alarm(ILogger logger, string stream, string @event, long sample);

    [LoggerMessage(3034, LogLevel.Information, "stream {Stream}: alarm {Event}, at sample {Sample}")]
    public static partial void AlarmOver(ILogger logger, string stream, string @event, long sample);

    [LoggerMessage(
        3035,
        LogLevel.Error,
        "stream {Stream}: {Count} alarm events found no room and are lost; the states are right all the same, see "
            + "/alarms")]
    public static partial void EventsLost(ILogger logger, string stream, long count);

    [LoggerMessage(
        3036,
        LogLevel.Warning,
        "the descriptions of streams cannot be saved ({Reason}); the verbs signals and testrun then judge formulas by "
            + "older ones")]
    public static partial void StreamsNotSaved(ILogger logger, string reason);

    [LoggerMessage(
        3037,
        LogLevel.Warning,
        "{Reason}; revision {Revision} of the variables and limits stays in force until it can be read again")]
    public static partial void DatabaseLost(ILogger logger, string reason, long revision);

    [LoggerMessage(3038, LogLevel.Information, "the database of variables can be read again")]
    public static partial void DatabaseBack(ILogger logger);

    [LoggerMessage(3039, LogLevel.Warning, "{Row}; the row is left out, everything else is in force")]
    public static partial void BrokenRow(ILogger logger, string row);

    [LoggerMessage(
        3190,
        LogLevel.Warning,
        "stream {Stream}: what these variables remember begins anew at sequence {Sequence} of epoch {Epoch}: "
            + "{Variables} ({Cause})")]
    public static partial void BegunAnew(
        ILogger logger, string stream, ulong sequence, ulong epoch, string variables, string cause);

    [LoggerMessage(
        3191,
        LogLevel.Warning,
        "stream {Stream}: these variables go on with the state that 0.1.0 saved, which does not say in which test run "
            + "it began: {Variables}; what they show may reach back before the newest run")]
    public static partial void OfUnknownRun(ILogger logger, string stream, string variables);

    [LoggerMessage(
        3193,
        LogLevel.Warning,
        "stream {Stream}: of {Variables} variables, derived frames have the values of {Values} and the qualities of "
            + "{Qualities}: a block has no room for more")]
    public static partial void NotPublished(ILogger logger, string stream, int variables, int values, int qualities);

    [LoggerMessage(
        3045,
        LogLevel.Warning,
        "what decides derived values cannot be kept ({Reason}); eval --as-live has nothing of this life")]
    public static partial void BookNotWritten(ILogger logger, string reason);
}
