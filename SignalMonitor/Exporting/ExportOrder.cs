using System.Globalization;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting;

/// <summary>How an export is written.</summary>
/// <param name="Path">The file or folder to make.</param>
/// <param name="Format">Its format.</param>
/// <param name="Channels">Names or patterns with commas between them.</param>
/// <param name="AtRateHz">One table at this rate; null for a table for each rate of the rig.</param>
/// <param name="Resample">How that takes values.</param>
/// <param name="IsRaw">Counts of the converter in the place of units.</param>
internal sealed record ExportOrder(
    string Path, IExportFormat Format, string Channels, double? AtRateHz, ResampleMethod Resample, bool IsRaw = false)
{
    /// <summary>Names of the formats, for messages.</summary>
    public const string FormatNames = "csv, jsonl, parquet, hdf5, mcap, npy";

    private const long MB = 1_000_000;

    /// <summary>The options that it was made of, when it can be resumed; null = nothing is left of it.</summary>
    public ResumedOrder? Options { get; init; }

    /// <summary>What an interrupted export of the same left; null = it begins with the first row.</summary>
    public ExportCheckpoint? Resumed { get; init; }

    /// <summary>Bytes of numbers between two checkpoints.</summary>
    public long CheckpointBytes { get; init; } = 256 * MB;

    /// <summary>Bytes that may be written at most.</summary>
    public long MaxBytes { get; init; } = long.MaxValue;

    /// <summary>Makes one of options.</summary>
    /// <param name="options">The options.</param>
    /// <param name="formatters">Threads that format; 0 = the one that reads.</param>
    /// <param name="order">The order.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Parse(ExportVerbOptions options, int formatters, out ExportOrder? order)
    {
        order = null;
        if (FormatOf(options, formatters, out IExportFormat? format) is { } noFormat)
            return noFormat;
        if (MethodOf(options, out ResampleMethod method) is { } noMethod)
            return noMethod;
        if (options.Raw && options.AtRate is not null)
            return "--raw is of samples as they were taken, so it cannot be resampled; leave --raw or --at-rate out";
        if (options is { Resume: true, Restart: true })
            return "--resume continues an interrupted export and --restart begins it again; give one of them";
        order = new ExportOrder(options.Out, format!, options.Channels, options.AtRate, method, options.Raw)
        {
            CheckpointBytes = options.CheckpointMegabytes * MB,
        };
        return null;
    }

    /// <summary>The options that decide what is written.</summary>
    public static ResumedOrder ResumedOf(ExportVerbOptions options) => new(
        options.Format,
        options.Channels,
        options.AtRate?.ToString("R", CultureInfo.InvariantCulture),
        options.Resample,
        options.Raw,
        options.Decimal,
        options.Separator,
        options.Stream,
        options.From,
        options.To,
        options.Epoch);

    private static string? FormatOf(ExportVerbOptions options, int formatters, out IExportFormat? format)
    {
        format = null;
        if (options.Decimal is not ("." or ","))
            return $"--decimal {options.Decimal} is no decimal sign; allowed is . or ,";
        if (options.Separator is not ("," or ";" or "tab"))
            return $"--separator {options.Separator} is no separator; allowed is , ; or tab";
        char separator = options.Separator == "tab" ? '\t' : options.Separator[0];
        if (options.Decimal[0] == separator)
            return "--decimal and --separator cannot both be a comma; a usual pair is --decimal , --separator ;";
        format = options.Format switch
        {
            "csv" => new CsvFormat(separator, options.Decimal[0], formatters),
            "jsonl" => new JsonLinesFormat(formatters),
            "parquet" => new ParquetFormat(),
            "hdf5" => new Hdf5Format(),
            "mcap" => new McapFormat(formatters),
            "npy" => new NpyFormat(),
            _ => null,
        };
        return format is null ? $"--format {options.Format} is not known; it can be {FormatNames}" : null;
    }

    private static string? MethodOf(ExportVerbOptions options, out ResampleMethod method)
    {
        method = ResampleMethod.Hold;
        if (options.Resample is null)
            return options.AtRate is null ? null : "--at-rate needs --resample: hold, linear or mean";
        if (options.AtRate is null)
            return "--resample belongs to --at-rate";
        ResampleMethod? found = options.Resample switch
        {
            "hold" => ResampleMethod.Hold,
            "linear" => ResampleMethod.Linear,
            "mean" => ResampleMethod.Mean,
            _ => null,
        };
        method = found ?? ResampleMethod.Hold;
        return found is null ? $"--resample {options.Resample} is not known; it can be hold, linear or mean" : null;
    }
}
