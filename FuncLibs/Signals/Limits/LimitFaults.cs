namespace FuncLibs.Signals.Limits;

/// <summary>Judges limits before anything is made of them: one readable line for each that cannot be watched.</summary>
public static class LimitFaults
{
    /// <summary>Limits that one set may have.</summary>
    public const int MaxLimits = 4096;

    /// <summary>Longest name of a variable.</summary>
    public const int MaxVariable = 128;

    /// <summary>Longest duration in ms: a day.</summary>
    public const double MaxDurationMs = 86_400_000;

    /// <summary>Longest duration in samples.</summary>
    public const long MaxSamples = 1_000_000_000;

    /// <summary>What is wrong with a set of limits; empty when all can be watched.</summary>
    public static IReadOnlyList<string> Check(IReadOnlyList<LimitDefinition> limits)
    {
        if (limits.Count > MaxLimits)
            return
            [
                $"{limits.Count} limits are more than the {MaxLimits} that a set may have; remove some, or spread "
                    + $"them over stations",
            ];
        List<string> faults = [.. limits.Select(Check).OfType<string>()];
        faults.AddRange(limits.GroupBy(limit => limit.Id).Where(same => same.Count() > 1)
            .Select(same => $"limit {same.Key} is there {same.Count()} times; an id belongs to one limit"));
        return faults;
    }

    /// <summary>What is wrong with a limit; null when it can be watched.</summary>
    public static string? Check(LimitDefinition limit)
    {
        string? fault = OfIdentity(limit) ?? CheckNumbers(limit);
        return fault is null ? null : $"limit {limit.Id} on {NameOf(limit)}: {fault}";
    }

    /// <summary>What is wrong with its numbers, apart from its name; null when nothing is.</summary>
    public static string? CheckNumbers(LimitDefinition limit) => OfNumbers(limit) ?? OfDuration(limit) ?? OfKind(limit);

    private static string NameOf(LimitDefinition limit) =>
        string.IsNullOrEmpty(limit.Variable)
            ? "no variable"
            : limit.Variable[..Math.Min(limit.Variable.Length, MaxVariable)];

    private static string? OfIdentity(LimitDefinition limit)
    {
        if (limit.Id < 1 || limit.Revision < 1)
            return $"id {limit.Id} and revision {limit.Revision} must both be 1 or more";
        if (string.IsNullOrWhiteSpace(limit.Variable) || limit.Variable.Length > MaxVariable)
            return $"it needs the name of a variable of up to {MaxVariable} characters, for example servo1.force";
        if (LimitNames.NameOf(limit.Kind) == "unknown")
            return $"kind {(int)limit.Kind} is unknown; the kinds are {string.Join(", ", LimitNames.Kinds)}";
        return Enum.IsDefined(limit.Severity)
            ? null
            : $"severity {(int)limit.Severity} is unknown; the severities are "
                + $"{string.Join(", ", LimitNames.Severities)}";
    }

    private static string? OfNumbers(LimitDefinition limit)
    {
        if (!double.IsFinite(limit.Value) || !double.IsFinite(limit.Value2))
            return $"value {limit.Value} and value2 {limit.Value2} must be finite numbers";
        return limit.Hysteresis >= 0 && double.IsFinite(limit.Hysteresis)
            ? null
            : $"hysteresis {limit.Hysteresis} must be a finite number of 0 or more";
    }

    private static string? OfDuration(LimitDefinition limit)
    {
        if (!(limit.MinDurationMs is >= 0 and <= MaxDurationMs))
            return $"minimum duration {limit.MinDurationMs} ms must be 0 to {MaxDurationMs}";
        if (limit.MinDurationSamples is < 0 or > MaxSamples)
            return $"minimum duration {limit.MinDurationSamples} samples or cycles must be 0 to {MaxSamples}";
        if (limit.MinDurationMs > 0 && limit.MinDurationSamples > 0)
            return "the minimum duration is given in ms and as a count; leave one of them 0";
        return limit.MinDurationMs > 0 && limit.IsOfCycles
            ? $"the minimum duration of {LimitNames.NameOf(limit.Kind)} counts cycles; give a count of cycles, and 0 ms"
            : null;
    }

    private static string? OfKind(LimitDefinition limit) => limit.Kind switch
    {
        LimitKind.Band => OfBand(limit),
        LimitKind.Rate => OfMagnitude(limit, "a rate", "units per second") ?? OfUnused(limit),
        LimitKind.PeakValleyChange =>
            OfMagnitude(limit, "a change", "percent of the range of the reference cycle") ?? OfNoise(limit),
        LimitKind.Underpeak => OfNoise(limit),
        LimitKind.Stale => OfStale(limit) ?? OfUnused(limit),
        _ => OfUnused(limit),
    };

    private static string? OfBand(LimitDefinition limit)
    {
        if (limit.Value >= limit.Value2)
            return $"lower {limit.Value} (value) is not below upper {limit.Value2} (value2); swap them";
        return limit.Value + limit.Hysteresis <= limit.Value2 - limit.Hysteresis
            ? null
            : $"hysteresis {limit.Hysteresis} leaves nothing of the band {limit.Value} to {limit.Value2}; make it "
                + $"less than half its width";
    }

    // A magnitude is never below 0: with more hysteresis than limit the condition could never be over.
    private static string? OfMagnitude(LimitDefinition limit, string what, string unit)
    {
        if (limit.Value <= 0)
            return $"{what} of {limit.Value} is no limit; give {unit} above 0";
        return limit.Hysteresis <= limit.Value
            ? null
            : $"hysteresis {limit.Hysteresis} is more than the limit {limit.Value}; it could never be over";
    }

    private static string? OfNoise(LimitDefinition limit) =>
        limit.Value2 >= 0
            ? null
            : $"value2 {limit.Value2} must be the noise between peaks and valleys, 0 or more in units of the variable";

    private static string? OfStale(LimitDefinition limit)
    {
        if (limit.Value is < 1 or > MaxDurationMs)
            return $"{limit.Value} ms without a value must be 1 to {MaxDurationMs}";
        return limit.Hysteresis == 0 && limit.MinDurationMs == 0 && limit.MinDurationSamples <= 1
            ? null
            : "stale has neither hysteresis nor minimum duration, its value is a duration; make them 0";
    }

    private static string? OfUnused(LimitDefinition limit) =>
        limit.Value2 == 0
            ? null
            : $"value2 {limit.Value2} has no meaning for {LimitNames.NameOf(limit.Kind)}; make it 0";
}
