using System.Globalization;
using System.Text.Json;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Journaling;

/// <summary>Prints a line for each record, and for each broken range.</summary>
internal sealed class DumpOutput(JournalVerbOptions options, TextWriter output)
{
    /// <summary>True when nothing was broken.</summary>
    public bool Print(JournalFolder folder)
    {
        using RecordCursor cursor = folder.NewCursor();
        bool whole = true;
        for (ScanStep step; (step = cursor.Next()) != ScanStep.End;)
        {
            if (step == ScanStep.Damage)
                PrintDamage(new DamagedRange(cursor.Segment, cursor.Offset, cursor.Length, cursor.Cause, IsTorn: false));
            else if (IsAsked(cursor.Header))
                PrintRecord(cursor);
            whole &= step == ScanStep.Record;
        }

        return whole;
    }

    private bool IsAsked(in FrameHeader header) =>
        (options.Stream < 0 || header.Stream == options.Stream) && (options.Epoch == 0 || header.Epoch == (ulong)options.Epoch);

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
                $"{cursor.Segment} {cursor.Offset,10}  {header.Kind,-9} stream {header.Stream} sequence {header.Sequence}, {header.PayloadLength} bytes, flags {(int)header.Flags}"));
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
