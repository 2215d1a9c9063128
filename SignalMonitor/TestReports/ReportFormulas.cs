using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Compilation;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.TestReports;

/// <summary>
/// Formulas of the report itself, computed beside the definitions of a test: stress and strain of its tensile results,
/// peak, valley, count and rainflow of its cyclic signals.
/// </summary>
internal sealed class ReportFormulas
{
    /// <summary>How the names of these formulas begin.</summary>
    public const string Prefix = "_report_";

    /// <summary>Signals whose cycles are shown.</summary>
    public const int MaxCyclicSignals = 4;

    private ReportFormulas(
        ImmutableArray<TensileResultName> results, string? strength, ImmutableArray<CyclicSignal> cyclic) =>
        (TensileResults, Strength, CyclicSignals) = (results, strength, cyclic);

    /// <summary>Results of a tensile test, by the names of their definitions.</summary>
    public ImmutableArray<TensileResultName> TensileResults { get; }

    /// <summary>Name of the definition that is the tensile strength of the same stress; null none.</summary>
    public string? Strength { get; }

    /// <summary>Signals whose cycles are shown.</summary>
    public ImmutableArray<CyclicSignal> CyclicSignals { get; }

    /// <summary>True when <see cref="Stress"/> and <see cref="Strain"/> are computed.</summary>
    public bool IsTensile => !TensileResults.IsEmpty;

    /// <summary>Name of the stress, MPa.</summary>
    public static string Stress => $"{Prefix}stress";

    /// <summary>Name of the strain, %.</summary>
    public static string Strain => $"{Prefix}strain";

    /// <summary>Name of a function of a cyclic signal.</summary>
    public static string Cyclic(string function, int signal) => $"{Prefix}{function}{signal}";

    /// <summary>Adds the formulas to a set.</summary>
    /// <param name="set">Definitions of the test.</param>
    /// <param name="cycles">A signal, perhaps with its noise band: <c>servo1.force, 2 kN</c>; null = those that the
    /// definitions look at.</param>
    /// <param name="formulas">What was added.</param>
    /// <returns>The set with them.</returns>
    public static VariableSet Add(VariableSet set, string? cycles, out ReportFormulas formulas)
    {
        SignalVariable[] enabled = [.. set.EnabledVariables];
        TensileResultName[] results =
        [
            .. enabled.Select(row => (Row: row, Call: TensileProbe.CallOf(row.Expression)))
                .Where(result => result.Call is not null)
                .Select(result => new TensileResultName(result.Row.Name, result.Call!)),
        ];
        TensileCall? first = results.FirstOrDefault()?.Call;
        CyclicSignal[] cyclic = cycles is not null
            ? [new CyclicSignal(cycles, "")]
            : [.. enabled.Select(row => CycleProbe.SignalOf(row.Expression)).OfType<CyclicSignal>().Distinct()];

        // Another specimen's stress on the same rig is another test: only one curve is drawn.
        formulas = new ReportFormulas(
            [.. results.Where(result => result.Call.Stress == first!.Stress && result.Call.Strain == first.Strain)],
            first is null ? null
                : enabled.FirstOrDefault(row => TensileProbe.StressOfStrength(row.Expression) == first.Stress)?.Name,
            [.. cyclic.Take(MaxCyclicSignals)]);
        List<(string Name, string Expression, string Unit)> added = [];
        if (first is not null)
            added.AddRange([(Stress, first.Stress, "MPa"), (Strain, first.Strain, "%")]);
        for (int i = 0; i < formulas.CyclicSignals.Length; i++)
        {
            foreach (string function in (ReadOnlySpan<string>)["peak", "valley", "cyclecount", "rainflow"])
                added.Add((Cyclic(function, i), formulas.CyclicSignals[i].Call(function), ""));
        }

        long id = set.Variables.Select(row => row.Id).DefaultIfEmpty().Max();
        return set with
        {
            Variables =
            [
                .. set.Variables,
                .. added.Select(one => new SignalVariable
                {
                    Id = ++id,
                    Revision = 1,
                    Station = set.Station,
                    Name = one.Name,
                    Expression = one.Expression,
                    Unit = one.Unit,
                }),
            ],
        };
    }
}

/// <summary>A calculated channel that is a result of a tensile test.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Call">What it computes.</param>
internal sealed record TensileResultName(string Name, TensileCall Call);
