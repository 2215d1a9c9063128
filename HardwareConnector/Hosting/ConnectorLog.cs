using Microsoft.Extensions.Logging;

namespace HardwareConnector.Hosting;

/// <summary>Every line this host logs. Ids 2000-2999; never a line per block.</summary>
internal static partial class ConnectorLog
{
    [LoggerMessage(2001, LogLevel.Information, "publishing as {Publisher}, epoch {Epoch}, content {Content}")]
    public static partial void Identity(ILogger logger, Guid publisher, ulong epoch, string content);

    [LoggerMessage(2002, LogLevel.Information, "rig {Rig} is connected")]
    public static partial void RigConnected(ILogger logger, string rig);

    [LoggerMessage(2003, LogLevel.Warning, "link to rig {Rig} ended: {Reason}; connecting again")]
    public static partial void LinkLost(ILogger logger, string rig, string reason);

    [LoggerMessage(
        2004,
        LogLevel.Warning,
        "no rig at {Rig} ({Reason}); start the simulator or the rig's adapter there, or set Source:Endpoint. Trying on")]
    public static partial void NoRig(ILogger logger, string rig, string reason);

    [LoggerMessage(
        2005,
        LogLevel.Warning,
        "stream {Stream}: {Samples} samples of its base clock so far never became a block; the loss frames say which and why")]
    public static partial void SamplesMissing(ILogger logger, string stream, ulong samples);
}
