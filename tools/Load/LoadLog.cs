using Microsoft.Extensions.Logging;

namespace Tools.Load;

/// <summary>Log events of the verb `load`, ids 320-324.</summary>
internal static partial class LoadLog
{
    /// <summary>The clocks of a load run start.</summary>
    [LoggerMessage(320, LogLevel.Information, "load of {Rigs} rigs begins: {Preset} at {BlocksPerSecond} blocks/s each")]
    public static partial void Begins(ILogger logger, int rigs, string preset, double blocksPerSecond);

    /// <summary>Rigs begin without a client.</summary>
    [LoggerMessage(321, LogLevel.Warning, "{Unserved} of {Rigs} rigs have no client after {Seconds} s; they begin without")]
    public static partial void Unserved(ILogger logger, int unserved, int rigs, double seconds);

    /// <summary>The machine was too slow for the load.</summary>
    [LoggerMessage(322, LogLevel.Warning, "{Never} of {Due} blocks were never made: the machine is too slow for this load")]
    public static partial void Behind(ILogger logger, long never, long due);
}
