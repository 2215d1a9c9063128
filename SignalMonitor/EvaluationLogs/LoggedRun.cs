using System.Text.Json;

namespace SignalMonitor.EvaluationLogs;

/// <summary>The newest run of a monitor as its log has it, of one stream, in the order of its blocks.</summary>
internal sealed class LoggedRun
{
    private LoggedRun(
        EvaluationLogEntry start, EvaluationLogEntry[] switches, EvaluationLogEntry[] gaps, EvaluationLogEntry? full) =>
        (Start, Switches, Gaps, Full) = (start, switches, gaps, full);

    /// <summary>The first block, its definitions, and what it continued from.</summary>
    public EvaluationLogEntry Start { get; }

    /// <summary>Later definitions.</summary>
    public EvaluationLogEntry[] Switches { get; }

    /// <summary>Blocks that it did not have.</summary>
    public EvaluationLogEntry[] Gaps { get; }

    /// <summary>Where the log ends early; null when it has all.</summary>
    public EvaluationLogEntry? Full { get; }

    /// <summary>Reads the log.</summary>
    /// <param name="folder">State folder of the monitor, which may be running.</param>
    /// <param name="publisher">The installation.</param>
    /// <param name="stream">Number of the stream.</param>
    /// <param name="run">The run of the process.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Read(string folder, Guid publisher, uint stream, out LoggedRun? run)
    {
        run = null;
        string path = Path.Combine(folder, EvaluationLog.FileName);
        if (ReadAll(path, out List<EvaluationLogEntry> all) is { } fault)
            return fault;
        EvaluationLogEntry[] own =
        [
            .. all.Where(entry => entry.Publisher == publisher && entry.Stream == stream)
                .OrderBy(entry => entry.Epoch).ThenBy(entry => entry.Sequence),
        ];
        EvaluationLogEntry? full = all.Find(entry => entry.Kind == EvaluationLogEntryKind.Full);
        if (Array.Find(own, entry => entry.Kind == EvaluationLogEntryKind.Start) is not { } start)
            return $"{path} has nothing of stream {stream}; the monitor of this state folder did not compute it in "
                + $"its newest run";
        if (full is not null && !own.Contains(full))
            return $"{path} is full, and has nothing later of stream {stream}";
        run = new LoggedRun(
            start, Select(own, EvaluationLogEntryKind.Switch), Select(own, EvaluationLogEntryKind.Gap), full);
        return null;
    }

    private static EvaluationLogEntry[] Select(EvaluationLogEntry[] entries, EvaluationLogEntryKind kind) =>
        [.. entries.Where(entry => entry.Kind == kind)];

    // A last line without an end is being written, or was when the monitor was killed.
    private static string? ReadAll(string path, out List<EvaluationLogEntry> entries)
    {
        entries = [];
        try
        {
            using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            if (file.Length > EvaluationLog.DefaultMaxBytes)
                return $"{path} has {file.Length} bytes; no monitor writes more than {EvaluationLog.DefaultMaxBytes}";
            using StreamReader reader = new(file);
            string[] lines = reader.ReadToEnd().Split('\n');
            for (int i = 0; i < lines.Length - 1; i++)
            {
                if (Parse(lines[i]) is not { } entry)
                    return $"line {i + 1} of {path} is damaged; a monitor starts a new log when it starts";
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

    private static EvaluationLogEntry? Parse(string line)
    {
        try
        {
            EvaluationLogEntry? entry = JsonSerializer.Deserialize(line, EvaluationLogJson.Default.EvaluationLogEntry);
            bool needsDefinitions = entry?.Kind is EvaluationLogEntryKind.Start or EvaluationLogEntryKind.Switch;
            return entry is null || (needsDefinitions && entry.Definitions is null) ? null : entry;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
