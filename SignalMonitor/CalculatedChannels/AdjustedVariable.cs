namespace SignalMonitor.CalculatedChannels;

/// <summary>How a variable was tared and reset, beside what its functions remember.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Tare">Subtracted from its values.</param>
/// <param name="Resets">How often it was reset.</param>
internal sealed record AdjustedVariable(string Name, double Tare, long Resets)
{
    /// <summary>Those of a plan that were ever tared or reset; null none.</summary>
    public static AdjustedVariable[]? From(VariablePlan plan)
    {
        AdjustedVariable[] adjusted =
        [
            .. plan.Variables.Where(variable => variable.Definition is { Tare: not 0 } or { Resets: > 0 })
                .Select(variable => From(variable)),
        ];
        return adjusted.Length == 0 ? null : adjusted;
    }

    /// <summary>That of a variable.</summary>
    public static AdjustedVariable From(RunningVariable variable) =>
        new(variable.Name, variable.Definition.Tare, variable.Definition.Resets);
}

/// <summary>A tare or a reset of a variable that took effect at a switch of definitions.</summary>
/// <param name="Variable">The variable from then on.</param>
/// <param name="Former">How it was before.</param>
internal sealed record VariableAdjustment(RunningVariable Variable, AdjustedVariable Former)
{
    /// <summary>True when the state of its functions was reset.</summary>
    public bool IsReset => Variable.Definition.Resets != Former.Resets;

    /// <summary>True when its tare was set, changed or removed.</summary>
    public bool IsTare => Variable.Definition.Tare != Former.Tare;

    /// <summary>The adjustments of a switch: against the plan before, or what an earlier process saved.</summary>
    public static IEnumerable<VariableAdjustment> From(PlanSwitch made)
    {
        // Without anything from before a stream begins: nothing of it was adjusted.
        if (made.Former is null && made.Before.NextSample < 0)
            return [];
        Dictionary<string, AdjustedVariable> before =
            (made.Former is { } former ? former.Variables.Select(AdjustedVariable.From) : made.SavedAdjusted)
            .ToDictionary(variable => variable.Name);
        return made.Next.Variables
            .Where(variable => made.Former is null || before.ContainsKey(variable.Name))
            .Select(variable => new VariableAdjustment(
                variable, before.GetValueOrDefault(variable.Name) ?? new AdjustedVariable(variable.Name, 0, 0)))
            .Where(adjustment => adjustment.IsReset || adjustment.IsTare);
    }
}
