using System.Globalization;
using FuncLibs.Hosting.Configuration;
using Microsoft.Extensions.Configuration;
using Serilog;
using Serilog.Core;
using Serilog.Events;

namespace FuncLibs.Hosting.Logging;

/// <summary>
/// Configures Serilog: defaults in code, overridden by the section `Serilog`. Logs go to standard error, because
/// standard output is for results and `listening` lines, and to a rolling file in the state folder. If the section
/// names sinks (`Serilog:WriteTo`), these replace both; their relative paths are relative to the state folder, not to
/// the working directory.
/// </summary>
public static class LogSetup
{
    /// <summary>Size at which a new log file is begun, in bytes.</summary>
    public const long FileSizeLimitBytes = 16L << 20;

    /// <summary>Number of log files kept; the oldest is deleted first.</summary>
    public const int RetainedFiles = 14;

    /// <summary>Folder of the log files inside the state folder.</summary>
    public const string FolderName = "logs";

    private const string SinksKey = "Serilog:WriteTo";
    private const string Template =
        "{Timestamp:yyyy-MM-ddTHH:mm:ss.fffZ} {Level:u3} {SourceContext} {Message:lj}{NewLine}{Exception}";
    private const string ConsoleTemplate = "{Timestamp:HH:mm:ss.fff} {Level:u3} {Message:lj}{NewLine}{Exception}";

    /// <summary>Creates the logger; the caller disposes it, which writes pending events.</summary>
    /// <param name="program">Name for the files.</param>
    /// <param name="stateFolder">Folder for the files; null = console only.</param>
    /// <param name="settings">Keys of the section `Serilog`.</param>
    /// <exception cref="StartupException">Serilog cannot apply the section.</exception>
    public static Logger Create(string program, string? stateFolder, IReadOnlyList<EffectiveValue> settings)
    {
        LoggerConfiguration logger = new LoggerConfiguration()
            .MinimumLevel.Information()
            .MinimumLevel.Override("Microsoft", LogEventLevel.Warning)
            .MinimumLevel.Override("System", LogEventLevel.Warning)
            .Filter.ByExcluding(IsStartFailure);
        if (!settings.Any(value => value.Key.StartsWith(SinksKey, StringComparison.OrdinalIgnoreCase)))
            AddSinks(logger, program, stateFolder);
        IConfiguration section = new ConfigurationBuilder()
            .AddInMemoryCollection(
                settings.Select(value => KeyValuePair.Create(value.Key, (string?)Anchor(value, stateFolder)))).Build();
        try
        {
            return logger.ReadFrom.Configuration(section).CreateLogger();
        }
        catch (Exception e) when (e is InvalidOperationException or ArgumentException or FormatException)
        {
            throw new StartupException(
                $"section Serilog: {e.Message}; see the settings of Serilog.Settings.Configuration", e);
        }
    }

    // The framework logs a start failure with its stack before it throws; the runner reports it once, in one line.
    private static bool IsStartFailure(LogEvent entry) =>
        entry.MessageTemplate.Text is "Hosting failed to start" or "Unable to start Kestrel.";

    private static void AddSinks(LoggerConfiguration logger, string program, string? stateFolder)
    {
        IFormatProvider culture = CultureInfo.InvariantCulture;
        logger.WriteTo.Console(
            outputTemplate: ConsoleTemplate, formatProvider: culture, standardErrorFromLevel: LogEventLevel.Verbose);
        if (stateFolder is null)
            return;
        logger.WriteTo.File(
            Path.Combine(stateFolder, FolderName, $"{program}-.log"),
            outputTemplate: Template,
            formatProvider: culture,
            rollingInterval: RollingInterval.Day,
            fileSizeLimitBytes: FileSizeLimitBytes,
            rollOnFileSizeLimit: true,
            retainedFileCountLimit: RetainedFiles);
    }

    private static string Anchor(EffectiveValue value, string? stateFolder) =>
        value.Key.EndsWith(":Args:path", StringComparison.OrdinalIgnoreCase) && stateFolder is not null
            ? Path.Combine(stateFolder, value.Text)
            : value.Text;
}
