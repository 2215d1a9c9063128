using System.Globalization;
using FuncLibs.Runtime.Diagnostics;

namespace Simulator.Presets;

/// <summary>
/// Everything that is wrong with a preset: each fault with its key path, so that one message has all of them.
/// </summary>
public sealed class PresetFaults
{
    private readonly List<string> _faults = [];

    /// <summary>The faults, in the order in which they were found; one readable line each.</summary>
    public IReadOnlyList<string> Lines => _faults;

    /// <summary>True while there is none.</summary>
    public bool IsEmpty => _faults.Count == 0;

    /// <summary>All of them as one message.</summary>
    /// <param name="what">What they are of, as in `preset my-rig.json`.</param>
    public string Message(string what) => _faults.Count == 1
        ? $"{what}: {_faults[0]}"
        : $"{what}: {_faults.Count} faults\n  " + string.Join("\n  ", _faults);

    /// <summary>
    /// Adds a fault. What comes from the document, in path and reason, becomes one line of plain text.
    /// </summary>
    /// <param name="path">Key path, as in `axes[0].plant.massKg`.</param>
    /// <param name="what">What is there and why it cannot be.</param>
    /// <param name="allowed">What may be there, with its unit.</param>
    public void Add(string path, string what, string allowed) =>
        _faults.Add($"{OneLine.Format(path)}: {OneLine.Format(what)}; {allowed}");

    /// <summary>A number must be finite and within a range, both ends included.</summary>
    public void Within(string path, double value, double low, double high, string unit)
    {
        if (!(value >= low && value <= high))
            Add(path, Text(value), $"allowed are {Text(low)} to {Text(high)} {unit}".TrimEnd());
    }

    /// <summary>A number must be finite and above 0.</summary>
    public void Positive(string path, double value, string unit)
    {
        if (!(value > 0 && double.IsFinite(value)))
            Add(path, Text(value), $"must be above 0 ({unit})");
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
