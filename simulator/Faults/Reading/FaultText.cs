using System.Globalization;

namespace Simulator.Faults.Reading;

/// <summary>What a fault is in a few words, beside kind, time and place.</summary>
internal static class FaultText
{
    /// <summary>The words; empty when there is nothing to add.</summary>
    public static string DetailOf(ScheduledFault fault)
    {
        List<string> parts = [];
        if (fault.Traits.Amount is { } amount)
            parts.Add(string.Create(CultureInfo.InvariantCulture, $"{amount.Key} {fault.Amount}"));
        if (fault.Unit is { } unit)
            parts.Add($"unit {unit}");
        if (fault.RangeFactor != 1)
            parts.Add(string.Create(CultureInfo.InvariantCulture, $"rangeFactor {fault.RangeFactor}"));
        if (fault.IsRandom)
            parts.Add("random");
        return string.Join(", ", parts);
    }
}
