using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace HardwareConnector.Tests.Sources.Recordings;

/// <summary>Breaks records of a journal that nobody writes.</summary>
internal static class RecordingDamage
{
    /// <summary>Flips a bit in the last byte of the payload of a block.</summary>
    public static void BreakPayload(string folder, ulong sequence)
    {
        (string segment, long at) = Find(folder, sequence);
        using FileStream file =
            File.Open(Path.Combine(folder, segment), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        file.Position = at;
        int old = file.ReadByte();
        file.Position = at;
        file.WriteByte((byte)(old ^ 1));
    }

    /// <summary>Copies the frames of a journal, but for some blocks.</summary>
    public static void CopyWithout(string from, string to, ulong first, ulong last)
    {
        FrameArchive.Open(
            new DiskFiles(to),
            JournalOptions.Default with { ReservedBytes = 0 },
            PublisherOf(from),
            TimeProvider.System,
            out FrameArchive? archive).IsOk.ShouldBeTrue();
        using RecordCursor cursor =
            new JournalFolder(new DiskFiles(from), JournalOptions.Default, Guid.Empty).NewCursor();
        byte[] header = new byte[FrameHeader.Size];
        while (cursor.Next() == ScanStep.Record)
        {
            if (cursor.Header.Kind == FrameKind.Data && cursor.Header.Sequence >= first
                && cursor.Header.Sequence <= last)
                continue;
            cursor.Header.Write(header);
            archive!.Append(header, cursor.Payload).ShouldBeTrue();
        }

        archive!.Finish();
        archive.Dispose();
    }

    private static Guid PublisherOf(string folder) =>
        JournalReader.Open(folder)!.Newest!.Publisher;

    private static (string Segment, long At) Find(string folder, ulong sequence)
    {
        using RecordCursor cursor =
            new JournalFolder(new DiskFiles(folder), JournalOptions.Default, Guid.Empty).NewCursor();
        while (cursor.Next() == ScanStep.Record)
        {
            if (cursor.Header.Kind == FrameKind.Data && cursor.Header.Sequence == sequence)
                return (cursor.Segment, cursor.Offset + FrameHeader.Size + cursor.Header.PayloadLength - 1);
        }

        throw new InvalidOperationException($"Sequence {sequence} is not in {folder}.");
    }
}
