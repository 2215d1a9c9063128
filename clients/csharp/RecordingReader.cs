using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace TelemetryClient;

/// <summary>Reads the blocks of a recording or a journal; a connector may go on writing.</summary>
internal static class RecordingReader
{
    private const string JournalName = "journal";

    /// <summary>Prints each block, and a line of what there was; 1 when there is nothing to read.</summary>
    public static int Print(string folder, TextWriter output, TextWriter errors)
    {
        string inside = Path.Combine(folder, JournalName);
        string path = Directory.Exists(inside) ? inside : folder;
        if (!Directory.Exists(path))
        {
            errors.WriteLine(
                $"there is no folder {path}; give a recording, a journal, or the state folder of a connector");
            return 1;
        }

        JournalFolder journal = new(new DiskFiles(path), JournalOptions.Default, Guid.Empty);
        StreamExtent[] kept = [.. journal.Report.Extents.Where(extent => FrameHeader.IsDataStream(extent.Stream))];
        if (kept.Length == 0)
        {
            errors.WriteLine($"there is no block in {path}");
            return 1;
        }

        SignalPrinter printer = new(output);
        long blocks = 0;
        long missing = 0;
        foreach (StreamExtent extent in kept)
        {
            (long read, long gaps) = Print(journal, extent, printer, errors);
            (blocks, missing) = (blocks + read, missing + gaps);
        }

        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"blocks {blocks} missing {missing}"));
        return 0;
    }

    private static (long Blocks, long Missing) Print(
        JournalFolder journal, StreamExtent extent, SignalPrinter printer, TextWriter errors)
    {
        SerializerSet serializers = BuiltInSerializers.CreateRegistry().CreateSet();
        CDataBlock block = new(BlockLayout.Empty);
        PublisherCatalogue? catalogue = null;
        long blocks = 0;
        long missing = 0;
        using RangeReader reader = journal.NewReader();
        reader.Begin(new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last));
        while (true)
        {
            switch (reader.Next())
            {
                case ReadStep.Frame:
                    FrameHeader header = reader.Frame;
                    DecodeOutcome decoded = serializers.Deserialize(header.Content, reader.Payload, block);
                    if (!decoded.IsOk)
                    {
                        errors.WriteLine($"block {header.Sequence} cannot be decoded: {decoded}");
                        break;
                    }

                    if (catalogue?.Revision != header.CatalogueRevision)
                        catalogue = CatalogueOf(journal, header.CatalogueRevision);
                    printer.Print(header, block, catalogue?.Stream(header.Stream));
                    blocks++;
                    break;
                case ReadStep.Missing:
                    missing += (long)(reader.Missing.To - reader.Missing.From) + 1;
                    break;
                case ReadStep.Failed:
                    errors.WriteLine($"reading stopped: {reader.Failure}");
                    return (blocks, missing);
                default:
                    return (blocks, missing);
            }
        }
    }

    private static PublisherCatalogue? CatalogueOf(JournalFolder journal, uint revision) =>
        journal.FindCatalogue(revision) is { } frame
            && CatalogueCodec.Read(frame.Payload.Span, out PublisherCatalogue? catalogue).IsOk
            ? catalogue : null;
}
