using System.Text;

namespace SignalMonitor.Recordings;

/// <summary>
/// The newest events of a recording. The file is read in pieces: what is held does not depend on its length.
/// </summary>
/// <param name="Newest">The events, the oldest first. Torn and damaged lines are left out.</param>
/// <param name="More">Lines before them.</param>
internal sealed record RecordedEvents(IReadOnlyList<RecordedEvent> Newest, long More)
{
    private const int PieceBytes = 64 << 10;

    // Of lines of the usual length there are thousands in it.
    private const int MaxBytes = 4 << 20;

    /// <summary>Reads them.</summary>
    /// <param name="folder">The folder of the recording; without a file of events there are none.</param>
    /// <param name="max">How many at most.</param>
    /// <exception cref="IOException">They cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read them.</exception>
    public static RecordedEvents Read(string folder, int max)
    {
        string path = Path.Combine(folder, RecordedEvent.FileName);
        if (!File.Exists(path))
            return new RecordedEvents([], 0);
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        long lines = Count(file, max, out long begin);
        file.Position = Math.Max(begin, file.Length - MaxBytes);
        byte[] text = new byte[file.Length - file.Position];
        int length = file.ReadAtLeast(text, text.Length, throwOnEndOfStream: false);
        RecordedEvent[] events =
        [
            .. Encoding.UTF8.GetString(text, 0, length)
                .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(RecordedEvent.TryParse)
                .OfType<RecordedEvent>()
                .TakeLast(max),
        ];
        return new RecordedEvents(events, Math.Max(0, lines - events.Length));
    }

    // Lines of the file, and where the last ones of them begin.
    private static long Count(FileStream file, int max, out long begin)
    {
        // Where the last lines begin, and where the next one will.
        long[] starts = new long[max + 1];
        byte[] piece = new byte[PieceBytes];
        long lines = 0;
        long at = 0;
        for (int read; (read = file.Read(piece)) > 0; at += read)
        {
            for (int i = 0; i < read; i++)
            {
                if (piece[i] == '\n')
                    starts[++lines % starts.Length] = at + i + 1;
            }
        }

        // A torn last line is not counted.
        begin = lines < max ? 0 : starts[(lines - max) % starts.Length];
        return lines;
    }
}
