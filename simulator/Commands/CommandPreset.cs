using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Commands;

/// <summary>The program of a command: segments one behind another, all of them as often as said; then the last value holds.</summary>
public sealed record CommandPreset
{
    /// <summary>Most segments of a program.</summary>
    public const int MostSegments = 1000;

    /// <summary>Control mode at the start. Force.</summary>
    public ControlMode Mode { get; init; } = ControlMode.Force;

    /// <summary>Times through the segments; 0 (default 1): without end.</summary>
    public long Repeats { get; init; } = 1;

    /// <summary>The segments; by default a sine of 60 kN around 5 kN at 1 Hz without end.</summary>
    public IReadOnlyList<SegmentPreset> Segments { get; init; } = [new() { Mean = 5, Amplitude = 60 }];

    /// <summary>True when a segment has another control mode than the one before.</summary>
    public bool ChangesMode() => Segments.Any(segment => segment.Mode is { } mode && mode != Mode);

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path, CommandLimits limits)
    {
        if (!Enum.IsDefined(Mode))
            faults.Add($"{path}.mode", $"{Mode}", $"allowed are {string.Join(", ", Enum.GetNames<ControlMode>())}");
        if (Repeats < 0)
            faults.Add($"{path}.repeats", FormattableString.Invariant($"{Repeats}"), "must be 0 (without end) or more");
        if (Segments.Count is 0 or > MostSegments)
        {
            faults.Add(
                $"{path}.segments", FormattableString.Invariant($"{Segments.Count} segments"), $"allowed are 1 to {MostSegments}");
            return;
        }

        ControlMode mode = Mode;
        for (int i = 0; i < Segments.Count; i++)
        {
            mode = Segments[i].Mode ?? mode;
            var check = new SegmentCheck(faults, FormattableString.Invariant($"{path}.segments[{i}]"), Segments[i], limits);
            check.Run(mode);
        }
    }
}
