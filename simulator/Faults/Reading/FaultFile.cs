using System.Collections.Immutable;
using System.Text.Json;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Runtime.Diagnostics;
using Simulator.Presets;

namespace Simulator.Faults.Reading;

/// <summary>
/// Reads a fault schedule: a JSON array of <c>{"fault": KIND, ...}</c> and <c>{"random": {...}}</c>; docs/faults.md has
/// the keys. All faults are reported at once, each with its key path.
/// </summary>
public static class FaultFile
{
    private const long MaxBytes = 1 << 20;

    /// <summary>Reads a file.</summary>
    /// <param name="file">Its path.</param>
    /// <param name="stream">The rig that it is for.</param>
    /// <param name="faults">Where everything that is wrong is added.</param>
    /// <returns>The schedule; null when something is wrong.</returns>
    public static FaultSchedule? Read(string file, StreamDescription stream, PresetFaults faults)
    {
        try
        {
            var info = new FileInfo(file);
            if (info.Exists && info.Length <= MaxBytes)
                return Parse(File.ReadAllBytes(file), stream, faults);
            faults.Add(
                file,
                info.Exists ? $"{info.Length} bytes" : "there is no such file",
                $"a JSON file of up to {MaxBytes} bytes");
        }
        catch (Exception failed) when (failed is IOException or UnauthorizedAccessException)
        {
            faults.Add(file, failed.Message, "a file that can be read");
        }

        return null;
    }

    /// <summary>Reads the text of a schedule.</summary>
    /// <param name="json">UTF-8 JSON; comments are allowed.</param>
    /// <param name="stream">The rig that it is for.</param>
    /// <param name="faults">Where everything that is wrong is added.</param>
    public static FaultSchedule? Parse(ReadOnlyMemory<byte> json, StreamDescription stream, PresetFaults faults)
    {
        try
        {
            using JsonDocument document =
                StrictJson.Parse(json, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip });
            return Read(document.RootElement, stream, faults);
        }
        catch (JsonException broken)
        {
            faults.Add($"line {broken.LineNumber + 1}", OneLine.Format(broken), "the file must be JSON");
            return null;
        }
    }

    private static FaultSchedule? Read(JsonElement root, StreamDescription stream, PresetFaults faults)
    {
        if (root.ValueKind != JsonValueKind.Array)
        {
            faults.Add("file", $"a JSON {root.ValueKind}", "an array of {\"fault\": ...} and {\"random\": {...}}");
            return null;
        }

        var found = new List<ScheduledFault>();
        var written = new FaultEntry(stream, faults);
        var random = new RandomEntry(stream, faults);
        int index = 0;
        foreach (JsonElement entry in root.EnumerateArray())
        {
            string path = $"[{index++}]";
            if (FaultKeys.Open(entry, path, faults) is not { } keys)
                continue;
            if (keys.Has("random"))
                random.Read(keys, found);
            else if (written.Read(keys) is { } fault)
                found.Add(fault);
        }

        ImmutableArray<ScheduledFault> sorted = FaultConflicts.Sort(found, faults);
        return faults.IsEmpty ? new FaultSchedule(sorted) : null;
    }
}
