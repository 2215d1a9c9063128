using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Journaling;

/// <summary>Prints the result of `info`.</summary>
internal static class InfoOutput
{
    /// <summary>Returns true when the folder could be read; damage is reported by `verify`.</summary>
    public static bool Print(
        string folder, RecoveryReport report, PositionSnapshot? position, bool json, TextWriter output)
    {
        if (json)
            output.WriteLine(
                JsonSerializer.Serialize(DocumentOf(folder, report, position), JournalJson.Default.InfoDocument));
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
        report.Skipped,
        position);

    private static void PrintText(string folder, RecoveryReport report, PositionSnapshot? position, TextWriter output)
    {
        output.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"{folder}: {report.Segments} segments, {report.Bytes} bytes"));
        if (!report.Folder.IsOk)
            output.WriteLine(report.Folder.ToString());
        foreach (string segment in report.Skipped)
            output.WriteLine($"{segment}: of another publisher, of a later version, or unreadable; left alone");
        ExtentText.Print(report.Extents, output);
        if (position is null)
            return;
        foreach (StreamSequence stream in position.Streams)
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"published: epoch {position.Epoch} stream {stream.Stream}: up to {stream.Last}"));
    }
}

/// <summary>Prints one line per record, and per broken range.</summary>
internal sealed class DumpOutput(JournalVerbOptions options, TextWriter output)
{
    /// <summary>Returns true when nothing was broken.</summary>
    public bool Print(JournalFolder folder)
    {
        using RecordCursor cursor = folder.NewCursor();
        bool whole = true;
        for (ScanStep step; (step = cursor.Next()) != ScanStep.End;)
        {
            if (step == ScanStep.Damage)
                PrintDamage(
                    new DamagedRange(cursor.Segment, cursor.Offset, cursor.Length, cursor.Cause, IsTorn: false));
            else if (IsSelected(cursor.Header))
                PrintRecord(cursor);
            whole &= step == ScanStep.Record;
        }

        return whole;
    }

    private bool IsSelected(in FrameHeader header) =>
        (options.Stream < 0 || header.Stream == options.Stream)
            && (options.Epoch == 0 || header.Epoch == (ulong)options.Epoch);

    private void PrintDamage(DamagedRange range) => output.WriteLine(options.Json
        ? JsonSerializer.Serialize(RangeDocument.Create(range), JournalJson.Default.RangeDocument)
        : range.ToString());

    private void PrintRecord(RecordCursor cursor)
    {
        ref readonly FrameHeader header = ref cursor.Header;
        output.WriteLine(options.Json
            ? JsonSerializer.Serialize(DocumentOf(cursor), JournalJson.Default.RecordDocument)
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{cursor.Segment} {cursor.Offset,10}  {header.Kind,-9} stream {header.Stream} sequence "
                    + $"{header.Sequence}, {header.PayloadLength} bytes, flags {(int)header.Flags}"));
    }

    private static RecordDocument DocumentOf(RecordCursor cursor) => new(
        cursor.Segment,
        cursor.Offset,
        cursor.Header.Kind.ToString(),
        cursor.Header.Epoch,
        cursor.Header.Stream,
        cursor.Header.Sequence,
        cursor.Header.Content,
        (int)cursor.Header.Flags,
        cursor.Header.CatalogueRevision,
        cursor.Header.AcquiredNs,
        cursor.Header.PublishedNs,
        cursor.Header.PayloadLength,
        cursor.Header.PayloadCrc);
}

/// <summary>Prints the result of `verify`.</summary>
internal static class VerifyOutput
{
    /// <summary>
    /// Returns true when every record between the first and the last of each stream is present and intact.
    /// </summary>
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
        report.Skipped);

    private static void PrintText(VerifyReport report, TextWriter output)
    {
        if (!report.Folder.IsOk)
            output.WriteLine(report.Folder.ToString());
        foreach (DamagedRange range in report.Ranges)
            output.WriteLine(range.ToString());
        foreach (string segment in report.Skipped)
            output.WriteLine($"{segment}: of another publisher, of a later version, or unreadable; left alone");
        foreach (FrameRange lost in report.Lost)
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"lost: epoch {lost.Epoch} stream {lost.Stream} sequences {lost.From} to {lost.To}"));
        ExtentText.Print(report.Epochs, output);
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{report.Records} records, {report.Bytes} bytes, {report.Damaged} damaged, {report.Torn} torn, "
                + $"{report.Lost.Count} ranges lost"));
    }
}

/// <summary>Prints epochs and streams as text, one per line.</summary>
internal static class ExtentText
{
    /// <summary>Prints the extents.</summary>
    public static void Print(IReadOnlyList<StreamExtent> extents, TextWriter output)
    {
        foreach (StreamExtent extent in extents)
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"epoch {extent.Epoch} stream {extent.Stream}: {extent.First} to {extent.Last}, {extent.Records} "
                    + $"records"));
    }
}

/// <summary>Result of `verify --json`.</summary>
internal sealed record VerifyDocument(
    long Records,
    int Damaged,
    int Torn,
    IReadOnlyList<FrameRange> Lost,
    IReadOnlyList<StreamExtent> Epochs,
    IReadOnlyList<RangeDocument> Ranges,
    IReadOnlyList<string> LeftAlone);

/// <summary>Result of `info --json`.</summary>
internal sealed record InfoDocument(
    string Folder,
    int Segments,
    long Bytes,
    IReadOnlyList<StreamExtent> Epochs,
    IReadOnlyList<RangeDocument> Ranges,
    IReadOnlyList<string> LeftAlone,
    PositionSnapshot? Position);

/// <summary>A broken range.</summary>
internal sealed record RangeDocument(string Segment, long Offset, long Length, string Cause, bool Torn)
{
    public static RangeDocument Create(DamagedRange range) =>
        new(range.Segment, range.Offset, range.Length, range.Cause.ToString(), range.IsTorn);
}

/// <summary>A record of `dump --json`.</summary>
internal sealed record RecordDocument(
    string Segment,
    long Offset,
    string Kind,
    ulong Epoch,
    uint Stream,
    ulong Sequence,
    byte Content,
    int Flags,
    uint Revision,
    long AcquiredNs,
    long PublishedNs,
    int Bytes,
    uint PayloadCrc);

/// <summary>Generated JSON of the verb `journal`.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(VerifyDocument))]
[JsonSerializable(typeof(InfoDocument))]
[JsonSerializable(typeof(RecordDocument))]
[JsonSerializable(typeof(RangeDocument))]
internal sealed partial class JournalJson : JsonSerializerContext;
