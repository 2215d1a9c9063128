using System.Collections.Immutable;
using System.ComponentModel;

namespace SignalMonitor.Exporting.Formats;

/// <summary>How text formats write numbers and separate columns.</summary>
/// <param name="Separator">Separator of columns of CSV.</param>
/// <param name="Decimal">Decimal sign of CSV.</param>
/// <param name="Formatters">Threads that format text; 0 = the one that reads.</param>
internal readonly record struct FormatOptions(char Separator, char Decimal, int Formatters);

/// <summary>A row of the table of formats.</summary>
/// <param name="Name">Its name, as <c>--format</c> has it.</param>
/// <param name="Ending">Ending of its files, without the dot.</param>
/// <param name="Create">Makes it.</param>
internal sealed record ExportFormatRow(string Name, string Ending, Func<FormatOptions, IExportFormat> Create)
{
    /// <summary>Whether an interrupted export can be continued.</summary>
    public bool IsResumable => Create(new FormatOptions(',', '.', 0)) is IResumableFormat;
}

/// <summary>
/// The table of formats. Messages, help, endings of files and the benchmark read it; a test compares the dashboard's
/// list with it.
/// </summary>
internal static class ExportFormats
{
    /// <summary>Every format, in the order of help and messages.</summary>
    public static ImmutableArray<ExportFormatRow> All { get; } =
    [
        new("csv", "csv", options => new CsvFormat(options.Separator, options.Decimal, options.Formatters)),
        new("jsonl", "jsonl", options => new JsonLinesFormat(options.Formatters)),
        new("parquet", "parquet", _ => new ParquetFormat()),
        new("hdf5", "h5", _ => new Hdf5Format()),
        new("mcap", "mcap", options => new McapFormat(options.Formatters)),
        new("npy", "npy", _ => new NpyFormat()),
    ];

    /// <summary>Names of all, for a sentence: <c>csv, jsonl or npy</c>.</summary>
    public static string Names { get; } =
        $"{string.Join(", ", All[..^1].Select(format => format.Name))} or {All[^1].Name}";

    /// <summary>Names of those that can be resumed, with commas between them.</summary>
    public static string ResumableNames =>
        string.Join(", ", All.Where(format => format.IsResumable).Select(format => format.Name));

    /// <summary>The format of that name; null when there is none.</summary>
    public static ExportFormatRow? Find(string name) => All.FirstOrDefault(format => format.Name == name);
}

/// <summary>Describes the option that names a format.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class ExportFormatsDescriptionAttribute() : DescriptionAttribute(ExportFormats.Names);

/// <summary>Describes the option that continues an export.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class ResumeDescriptionAttribute() : DescriptionAttribute(
    $"continue an export that was interrupted: {ExportFormats.ResumableNames}; the others begin again");
