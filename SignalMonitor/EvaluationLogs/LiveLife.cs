using System.Text.Json;

namespace SignalMonitor.EvaluationLogs;

/// <summary>The newest life of a monitor as its book has it, of one stream, in the order of its blocks.</summary>
internal sealed class LiveLife
{
    private LiveLife(LiveEntry start, LiveEntry[] switches, LiveEntry[] gaps, LiveEntry? full) =>
        (Start, Switches, Gaps, Full) = (start, switches, gaps, full);

    /// <summary>The first block, its definitions, and what it went on from.</summary>
    public LiveEntry Start { get; }

    /// <summary>Later definitions.</summary>
    public LiveEntry[] Switches { get; }

    /// <summary>Blocks that it did not have.</summary>
    public LiveEntry[] Gaps { get; }

    /// <summary>From where on the book says nothing; null when it has all.</summary>
    public LiveEntry? Full { get; }

    /// <summary>Reads the book.</summary>
    /// <param name="folder">State folder of the monitor, which may be running.</param>
    /// <param name="publisher">The installation.</param>
    /// <param name="stream">Number of the stream.</param>
    /// <param name="life">The life.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Read(string folder, Guid publisher, uint stream, out LiveLife? life)
    {
        life = null;
        string path = Path.Combine(folder, LiveBook.FileName);
        if (ReadAll(path, out List<LiveEntry> all) is { } fault)
            return fault;
        LiveEntry[] own =
        [
            .. all.Where(entry => entry.Publisher == publisher && entry.Stream == stream)
                .OrderBy(entry => entry.Epoch).ThenBy(entry => entry.Sequence),
        ];
        LiveEntry? full = all.Find(entry => entry.Kind == LiveEntryKind.Full);
        if (Array.Find(own, entry => entry.Kind == LiveEntryKind.Start) is not { } start)
            return $"{path} has nothing of stream {stream}; the monitor of this state folder did not compute it in its newest life";
        if (full is not null && !own.Contains(full))
            return $"{path} is full, and does not say what came later of stream {stream}";
        life = new LiveLife(start, Of(own, LiveEntryKind.Switch), Of(own, LiveEntryKind.Gap), full);
        return null;
    }

    private static LiveEntry[] Of(LiveEntry[] entries, LiveEntryKind kind) => [.. entries.Where(entry => entry.Kind == kind)];

    // A last line without an end is being written, or was when the monitor was killed.
    private static string? ReadAll(string path, out List<LiveEntry> entries)
    {
        entries = [];
        try
        {
            using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            if (file.Length > LiveBook.DefaultMaxBytes)
                return $"{path} has {file.Length} bytes; no monitor writes more than {LiveBook.DefaultMaxBytes}";
            using StreamReader reader = new(file);
            string[] lines = reader.ReadToEnd().Split('\n');
            for (int i = 0; i < lines.Length - 1; i++)
            {
                if (Parse(lines[i]) is not { } entry)
                    return $"line {i + 1} of {path} is damaged; the book of a monitor is begun anew when it starts";
                entries.Add(entry);
            }

            return null;
        }
        catch (FileNotFoundException)
        {
            return $"there is no {path}; --State:Folder is that of a monitor that computed variables";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{path} cannot be read: {e.Message}";
        }
    }

    private static LiveEntry? Parse(string line)
    {
        try
        {
            LiveEntry? entry = JsonSerializer.Deserialize(line, LiveJson.Default.LiveEntry);
            bool needsDefinitions = entry?.Kind is LiveEntryKind.Start or LiveEntryKind.Switch;
            return entry is null || (needsDefinitions && entry.Definitions is null) ? null : entry;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
