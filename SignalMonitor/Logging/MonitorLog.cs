using FuncLibs.Messaging.Delivery;
using Microsoft.Extensions.Logging;

namespace SignalMonitor.Logging;

/// <summary>Every line this host logs. Ids 3000-3999; never a line per block.</summary>
internal static partial class MonitorLog
{
    [LoggerMessage(3230, LogLevel.Information, "NetMQ carries the data, on this machine only. {Reason}")]
    public static partial void WithoutLibzmq(ILogger logger, string reason);

    [LoggerMessage(3001, LogLevel.Information, "connector {Connector} is {State}")]
    public static partial void StaleChanged(ILogger logger, string connector, StaleState state);

    [LoggerMessage(
        3002,
        LogLevel.Warning,
        "stream {Stream}: {Count} blocks declared lost in the last second, the last of epoch {Epoch}: {From} to {To} "
            + "({Reason})")]
    public static partial void DeclaredLost(
        ILogger logger, string stream, long count, ulong epoch, ulong from, ulong to, LossReason reason);

    [LoggerMessage(
        3003,
        LogLevel.Error,
        "two connectors publish as one at {Connector}: their state folders are copies; stop one and give it an empty "
            + "State:Folder")]
    public static partial void Conflict(ILogger logger, string connector);

    [LoggerMessage(
        3004, LogLevel.Warning, "stream {Stream}: {Count} payloads so far could not be used, the last: {Reason}")]
    public static partial void Undecodable(ILogger logger, string stream, long count, string reason);

    [LoggerMessage(
        3005,
        LogLevel.Error,
        "the certificate {Path} cannot be written ({Reason}); it is tried again, free space or give the right to "
            + "write")]
    public static partial void CertificateNotWritten(ILogger logger, string path, string reason);

    [LoggerMessage(3192, LogLevel.Error, "not saved with the position, so it would begin anew after a restart: {What}")]
    public static partial void VariablesNotSaved(ILogger logger, string what);

    [LoggerMessage(
        3021,
        LogLevel.Warning,
        "the clock of this machine was stepped by {Seconds:+0.000000;-0.000000} s; what was known of {Connector} is "
            + "measured anew")]
    public static partial void OwnClockStepped(ILogger logger, string connector, double seconds);

    [LoggerMessage(
        3022,
        LogLevel.Warning,
        "the clock of connector {Connector} was stepped by {Seconds:+0.000000;-0.000000} s, as it says")]
    public static partial void ConnectorClockStepped(ILogger logger, string connector, double seconds);

    [LoggerMessage(
        3023, LogLevel.Warning, "the clock of connector {Connector} or of this machine jumped without a word: {Jumps} "
            + "times so far")]
    public static partial void ClockJumped(ILogger logger, string connector, long jumps);

    [LoggerMessage(
        3050,
        LogLevel.Warning,
        "stream {Stream} of {Connector} is a REPLAY: its source plays a recording, nothing of it is of now")]
    public static partial void Replays(ILogger logger, string stream, string connector);

    [LoggerMessage(3051, LogLevel.Warning, "stream {Stream} of {Connector} is live, and no replay any more")]
    public static partial void ReplaysNoMore(ILogger logger, string stream, string connector);

    [LoggerMessage(3055, LogLevel.Information, "stream {Stream} of {Connector} is {State}")]
    public static partial void StreamStaleChanged(ILogger logger, string stream, string connector, StaleState state);

    [LoggerMessage(3056, LogLevel.Information, "rig of stream {Stream}: {Name} {Channel} at sample {Sample}: {Text}")]
    public static partial void RigTells(
        ILogger logger, string stream, string name, string channel, long sample, string text);

    [LoggerMessage(3057, LogLevel.Warning, "rig of stream {Stream}: {Name} {Channel} at sample {Sample}: {Text}")]
    public static partial void RigWarns(
        ILogger logger, string stream, string name, string channel, long sample, string text);

    [LoggerMessage(3058, LogLevel.Warning, "{Count} events of rigs of {Connector} so far did not arrive")]
    public static partial void RigEventsMissed(ILogger logger, string connector, long count);

    [LoggerMessage(
        3140,
        LogLevel.Error,
        "stream {Stream}: the connector at {Connector} does not know epoch {Epoch}, as after an older backup; "
            + "what was published behind {Last} is lost, in unknown number")]
    public static partial void EndUnknown(ILogger logger, string stream, ulong epoch, ulong last, string connector);

    [LoggerMessage(3010, LogLevel.Information, "{Count} streams go on from the position saved in {File}")]
    public static partial void PositionResumed(ILogger logger, int count, string file);

    [LoggerMessage(
        3011, LogLevel.Warning, "{Damage}; streams begin anew at their newest block, and so do their accounts")]
    public static partial void PositionDamaged(ILogger logger, string damage);

    [LoggerMessage(
        3012,
        LogLevel.Warning,
        "the position is NOT SAVED: {Fault}; after a restart this monitor goes on from the one saved last")]
    public static partial void PositionNotSaved(ILogger logger, string fault);

    [LoggerMessage(3013, LogLevel.Information, "the position is saved again")]
    public static partial void PositionSavedAgain(ILogger logger);
}
