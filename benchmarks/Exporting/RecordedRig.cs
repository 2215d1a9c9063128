using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using Simulator.Presets;
using Simulator.Rig;

namespace Benchmarks.Exporting;

/// <summary>Writes a journal of a preset's blocks as fast as the disk takes them.</summary>
internal static class RecordedRig
{
    private const long FirstNs = 1_700_000_000_000_000_000;

    /// <summary>Records some seconds of the rig's time, and returns the blocks.</summary>
    /// <exception cref="InvalidDataException">The journal refused.</exception>
    public static long Record(string folder, RigPreset preset, int seconds, string format)
    {
        SimulatedRig rig = new(preset, 1);
        CDataBlock block = new(rig.Layout);
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create(format)
            ?? throw new InvalidDataException($"there is no format {format}");
        Guid publisher = Guid.NewGuid();
        FileOutcome opened = FrameJournal.Open(
            new DiskFiles(folder),
            new JournalOptions { QuotaBytes = 1L << 50 },
            publisher,
            1,
            TimeProvider.System,
            null,
            out FrameJournal? journal);
        using FrameJournal open = journal ?? throw new InvalidDataException(opened.ToString());
        ArrayBufferWriter<byte> payload = new();
        CatalogueCodec.Write(new PublisherCatalogue(1, publisher, "lab", "rig1", [], [rig.Description]), payload);
        Append(open, payload.WrittenSpan, FrameKind.Catalogue, FrameHeader.ControlStream, 8, 1, FirstNs);
        long blocks = (long)(seconds * preset.BlocksPerSecond);
        for (long i = 0; i < blocks; i++)
        {
            rig.Fill(block, i);
            payload.ResetWrittenCount();
            serializer.Serialize(block, payload);
            long dueNs = FirstNs + SampleClock.NsOf(block.FirstSampleIndex, rig.Description.BaseRateHz);
            Append(
                open,
                payload.WrittenSpan,
                FrameKind.Data,
                SimulatedRig.StreamId,
                serializer.ContentId,
                (ulong)i + 1,
                dueNs);
        }

        open.Finish();
        return blocks;
    }

    private static void Append(
        FrameJournal journal,
        ReadOnlySpan<byte> payload,
        FrameKind kind,
        uint stream,
        byte content,
        ulong sequence,
        long dueNs)
    {
        byte[] header = new byte[FrameHeader.Size];
        new FrameHeader
        {
            Kind = kind,
            Publisher = journal.Publisher,
            Stream = stream,
            Content = content,
            Epoch = journal.Epoch,
            Sequence = sequence,
            AcquiredNs = dueNs,
            PublishedNs = dueNs,
            CatalogueRevision = 1,
        }.WithPayload(payload).Write(header);
        if (!journal.Append(header, payload))
            throw new InvalidDataException("a frame did not fit the ring");
        journal.Step();
    }
}
