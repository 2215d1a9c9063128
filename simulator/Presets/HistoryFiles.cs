namespace Simulator.Presets;

/// <summary>
/// Reads the time history files of a preset, each once: from then on the preset has their values, all plants share
/// them, and nothing reads a file while the rig runs.
/// </summary>
internal sealed class HistoryFiles
{
    /// <summary>Most values of all files together.</summary>
    public const int MaxValues = 2 * TimeHistory.MaxValues;

    private readonly Dictionary<(string File, int Column), TimeHistory?> _read = [];
    private readonly PresetFaults _faults;
    private int _values;
    private bool _isFull;

    private HistoryFiles(PresetFaults faults) => _faults = faults;

    /// <summary>
    /// The preset with its histories; what cannot be read is a fault at the segment that names it first.
    /// </summary>
    public static RigPreset Read(RigPreset preset, PresetFaults faults)
    {
        var files = new HistoryFiles(faults);
        return preset with
        {
            Axes =
        [
            .. preset.Axes.Select((axis, i) => files.Read(axis, FormattableString.Invariant($"axes[{i}].command"))),
        ]
        };
    }

    // Too many segments are refused by their check, and no file is read for them.
    private AxisPreset Read(AxisPreset axis, string path)
    {
        CommandPreset command = axis.Command;
        if (command.Segments.Count > CommandPreset.MaxSegments
            || command.Segments.All(segment => segment.Shape != CommandShape.File))
            return axis;
        SegmentPreset[] segments =
            [.. command.Segments.Select((segment, i) => Read(segment, FormattableString.Invariant($"{path}.segments[{i}].file")))];
        return axis with { Command = command with { Segments = segments } };
    }

    private SegmentPreset Read(SegmentPreset segment, string path)
    {
        if (segment.Shape != CommandShape.File)
            return segment;
        if (!_read.TryGetValue((segment.File, segment.FileColumn), out TimeHistory? history) && !_isFull)
        {
            history = Bounded(TimeHistory.Read(segment.File, segment.FileColumn, path, _faults), segment.File, path);
            _read.Add((segment.File, segment.FileColumn), history);
        }

        return segment with { History = history };
    }

    private TimeHistory? Bounded(TimeHistory? history, string file, string path)
    {
        if (history is null)
            return null;
        _isFull = history.Values.Length > MaxValues - _values;
        if (_isFull)
        {
            _faults.Add(
                path,
                $"with '{file}' the files of the preset have too many values",
                $"allowed are {MaxValues} in all");
            return null;
        }

        _values += history.Values.Length;
        return history;
    }
}
