using System.Globalization;
using System.Text.Json;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Recovery;

namespace HardwareConnector.Journaling;

/// <summary>Prints what `info` found.</summary>
internal static class InfoOutput
{
    /// <summary>True when the folder could be read; damage is the business of `verify`.</summary>
    public static bool Print(string folder, RecoveryReport report, PositionSnapshot? position, bool json, TextWriter output)
    {
        if (json)
            output.WriteLine(JsonSerializer.Serialize(DocumentOf(folder, report, position), JournalJson.Default.InfoDocument));
        else
            PrintText(folder, report, position, output);
        return report.Folder.IsOk;
    }

    private static InfoDocument DocumentOf(string folder, RecoveryReport report, PositionSnapshot? position) => new(
        folder,
        report.Segments,
        report.Bytes,
        report.Extents,
        [.. report.Damaged.Select(RangeDocument.Create)],
        report.LeftAlone,
        position);

    private static void PrintText(string folder, RecoveryReport report, PositionSnapshot? position, TextWriter output)
    {
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{folder}: {report.Segments} segments, {report.Bytes} bytes"));
        if (!report.Folder.IsOk)
            output.WriteLine(report.Folder.ToString());
        foreach (string segment in report.LeftAlone)
            output.WriteLine($"{segment}: of another publisher, of a later version, or unreadable; left alone");
        ExtentText.Print(report.Extents, output);
        if (position is null)
            return;
        foreach (StreamPosition stream in position.Streams)
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"published: epoch {position.Epoch} stream {stream.Stream}: up to {stream.Last}"));
    }
}
