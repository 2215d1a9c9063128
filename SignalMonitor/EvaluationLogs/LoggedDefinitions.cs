using SignalMonitor.CalculatedChannels;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.EvaluationLogs;

/// <summary>The definitions that ran, without what is not computed with.</summary>
/// <param name="Revision">Of the set.</param>
/// <param name="Variables">What ran, with its revisions; a refused edit is not among them, the text before it
/// is.</param>
/// <param name="Aliases">Second names of channels.</param>
internal sealed record LoggedDefinitions(long Revision, LiveVariable[] Variables, Dictionary<string, string> Aliases)
{
    private const string Station = "live";

    /// <summary>Gauge length of the newest test run, mm; null none.</summary>
    public double? L0Mm { get; set; }

    /// <summary>Area of the specimen, mm2; null none.</summary>
    public double? S0Mm2 { get; set; }

    /// <summary>Text that names the newest test run; empty none.</summary>
    public string RunIdentity { get; set; } = "";

    /// <summary>Custom units.</summary>
    public LiveUnit[] Units { get; set; } = [];

    /// <summary>Those of a plan.</summary>
    public static LoggedDefinitions From(VariablePlan plan) => new(
        plan.Set.Revision,
        [.. plan.Variables
            .Where(variable => variable.IsRunning)
            .Select(variable => LiveVariable.From(variable.Definition))],
        plan.Set.Aliases.ToDictionary(alias => alias.Alias, alias => alias.Channel))
    {
        L0Mm = plan.Set.NewestRun?.L0Mm,
        S0Mm2 = plan.Set.NewestRun?.S0Mm2,
        RunIdentity = plan.Set.RunIdentity,
        Units = [.. plan.Set.Units.Select(unit => new LiveUnit(unit.Name, unit.Dimension, unit.Factor, unit.Offset))],
    };

    /// <summary>As a set that can be compiled.</summary>
    public VariableSet ToSet() => new()
    {
        Station = Station,
        Revision = Revision,
        Variables = [.. Variables.Select(variable => variable.ToDefinition(Station))],
        Aliases =
        [
            .. Aliases.Select(pair => new ChannelAlias { Station = Station, Alias = pair.Key, Channel = pair.Value }),
        ],
        Units = [.. Units.Select(unit => unit.ToDefinition())],
        NewestRun = new TestRun { Station = Station, Name = Station, L0Mm = L0Mm, S0Mm2 = S0Mm2 },
        RunIdentity = RunIdentity,
    };
}

/// <summary>A unit of the lab.</summary>
/// <param name="Name">Its symbol.</param>
/// <param name="Dimension">The unit that the factor counts.</param>
/// <param name="Factor">How many of it are one.</param>
/// <param name="Offset">Its zero, in that unit.</param>
internal sealed record LiveUnit(string Name, string Dimension, double Factor, double Offset)
{
    /// <summary>As a row.</summary>
    public UnitDefinition ToDefinition() =>
        new() { Name = Name, Dimension = Dimension, Factor = Factor, Offset = Offset };
}

/// <summary>A variable that ran.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Expression">Its formula.</param>
/// <param name="Unit">Its unit; empty = as the formula gives it.</param>
/// <param name="Revision">Its revision.</param>
internal sealed record LiveVariable(string Name, string Expression, string Unit, long Revision)
{
    /// <summary>True when a new test run does not reset it.</summary>
    public bool KeepOverRuns { get; set; }

    /// <summary>Subtracted from its values.</summary>
    public double Tare { get; set; }

    /// <summary>How often it was reset.</summary>
    public long Resets { get; set; }

    /// <summary>That of a row.</summary>
    public static LiveVariable From(SignalVariable row) => new(row.Name, row.Expression, row.Unit, row.Revision)
    {
        KeepOverRuns = row.KeepOverRuns,
        Tare = row.Tare,
        Resets = row.Resets,
    };

    /// <summary>As a row.</summary>
    public SignalVariable ToDefinition(string station) => new()
    {
        Station = station,
        Name = Name,
        Expression = Expression,
        Unit = Unit,
        Revision = Revision,
        KeepOverRuns = KeepOverRuns,
        Tare = Tare,
        Resets = Resets,
    };
}
