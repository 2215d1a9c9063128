using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
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
