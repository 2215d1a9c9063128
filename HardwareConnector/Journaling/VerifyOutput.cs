using System.Globalization;
using System.Text.Json;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;

namespace HardwareConnector.Journaling;

/// <summary>Prints what `verify` found.</summary>
internal static class VerifyOutput
{
    /// <summary>True when every record between the first and the last of each stream is there and whole.</summary>
    public static bool Print(VerifyReport report, bool json, TextWriter output)
    {
        if (json)
            output.WriteLine(JsonSerializer.Serialize(DocumentOf(report), JournalJson.Default.VerifyDocument));
        else
            PrintText(report, output);
        return report.Folder.IsOk && report.Damaged == 0 && report.Lost.Count == 0;
    }

    private static VerifyDocument DocumentOf(VerifyReport report) => new(
        report.Records,
        report.Damaged,
        report.Torn,
        report.Lost,
        report.Epochs,
        [.. report.Ranges.Select(RangeDocument.Create)],
        report.LeftAlone);

    private static void PrintText(VerifyReport report, TextWriter output)
    {
        if (!report.Folder.IsOk)
            output.WriteLine(report.Folder.ToString());
        foreach (DamagedRange range in report.Ranges)
            output.WriteLine(range.ToString());
        foreach (string segment in report.LeftAlone)
            output.WriteLine($"{segment}: of another publisher, of a later version, or unreadable; left alone");
        foreach (FrameRange lost in report.Lost)
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"lost: epoch {lost.Epoch} stream {lost.Stream} sequences {lost.From} to {lost.To}"));
        ExtentText.Print(report.Epochs, output);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{report.Records} records, {report.Bytes} bytes, {report.Damaged} damaged, {report.Torn} torn, {report.Lost.Count} ranges lost"));
    }
}
