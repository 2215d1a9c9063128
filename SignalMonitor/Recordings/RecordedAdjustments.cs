using System.Collections.Immutable;
using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recordings;

/// <summary>From a block on, the definitions of a recording with the tares and resets that were in force.</summary>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Sequence">The first block.</param>
/// <param name="Set">The definitions.</param>
internal sealed record RecordedSwitch(ulong Epoch, ulong Sequence, VariableSet Set)
{
    /// <summary>True when it holds for a block.</summary>
    public bool IsAtOrBefore(ulong epoch, ulong sequence) => Epoch < epoch || (Epoch == epoch && Sequence <= sequence);
}

/// <summary>
/// Reads from which block on which tare, which reset and which test run was in force: <c>derived.jsonl</c> of a
/// recording, in the form of the evaluation log. Formulas and sizes are those at the end of the recording: a size that
/// was corrected during a test is meant for all of it.
/// </summary>
internal static class RecordedAdjustments
{
    private const long MaxBytes = EvaluationLog.DefaultMaxBytes;
    private const string BeforeRun = "before the test run";

    /// <summary>The switches of a stream in the order of its blocks; none where the recording does not say.</summary>
    /// <param name="folder">Folder of the recording; null = the blocks are of no recording.</param>
    /// <param name="publisher">The installation.</param>
    /// <param name="stream">Number of the stream.</param>
    /// <param name="set">The definitions at the end of the recording.</param>
    /// <param name="before">The definitions for blocks before the first switch.</param>
    /// <param name="switches">The switches.</param>
    /// <returns>Why they cannot be read; null when they were.</returns>
    public static string? Read(
        string? folder,
        Guid publisher,
        uint stream,
        VariableSet set,
        out VariableSet before,
        out ImmutableArray<RecordedSwitch> switches)
    {
        (before, switches) = (set, []);
        string path = Path.Combine(folder ?? "", EvaluationLog.FileName);
        if (folder is null || !File.Exists(path))
            return null;
        List<EvaluationLogEntry> own = [];
        try
        {
            if (new FileInfo(path).Length > MaxBytes)
                return $"{path} has more than {MaxBytes} bytes, and is not read: tares and resets are those at the end";
            foreach (string line in File.ReadLines(path))
            {
                if (TryParse(line) is { Definitions: not null } entry && entry.Publisher == publisher
                    && entry.Stream == stream)
                    Add(own, entry);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{path} cannot be read ({OneLine.Format(e)}): tares and resets are those at the end";
        }

        switches = [.. own.Select((entry, i) => new RecordedSwitch(
            entry.Epoch, entry.Sequence, SetOf(set, entry.Definitions!, i > 0 && IsClean(entry) ? i : 0)))];
        if (!switches.IsEmpty)
            before = switches[0].Set with { RunIdentity = BeforeRun };
        return null;
    }

    // A monitor that was killed computed blocks again that it had computed: what it said of them before is past.
    private static void Add(List<EvaluationLogEntry> all, EvaluationLogEntry entry)
    {
        all.RemoveAll(other => other.Epoch > entry.Epoch
            || (other.Epoch == entry.Epoch && other.Sequence >= entry.Sequence));
        all.Add(entry);
    }

    private static bool IsClean(EvaluationLogEntry entry) =>
        entry.Kind == EvaluationLogEntryKind.Start && entry.NextSample < 0;

    private static VariableSet SetOf(VariableSet set, LoggedDefinitions logged, int restart)
    {
        Dictionary<string, LiveVariable> then = [];
        foreach (LiveVariable variable in logged.Variables)
            then[variable.Name] = variable;
        return set with
        {
            Variables = [.. set.Variables.Select(variable => then.GetValueOrDefault(variable.Name) is { } was
                ? variable with
                {
                    // A tare is a value of the formula that it was measured of.
                    Tare = was.Expression == variable.Expression && was.Unit == variable.Unit ? was.Tare : 0,
                    Resets = was.Resets,
                }
                : variable)],
            RunIdentity = restart == 0 ? logged.RunIdentity
                : FormattableString.Invariant($"{logged.RunIdentity} started again {restart}"),
        };
    }

    private static EvaluationLogEntry? TryParse(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, EvaluationLogJson.Default.EvaluationLogEntry);
        }
        catch (JsonException)
        {
            // A line that was not finished when the monitor was killed.
            return null;
        }
    }
}
