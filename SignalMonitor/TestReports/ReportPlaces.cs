using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Program;

namespace SignalMonitor.TestReports;

/// <summary>Where a program has the formulas of a report, looked for once. -1 for one that does not run.</summary>
internal sealed class ReportPlaces
{
    /// <summary>Looks for them.</summary>
    /// <param name="program">The program.</param>
    /// <param name="cyclicSignals">How many signals have cycles.</param>
    public ReportPlaces(SignalProgram program, int cyclicSignals)
    {
        Program = program;
        Stress = Find(ReportFormulas.Stress);
        Strain = Find(ReportFormulas.Strain);
        Cycles =
        [
            .. Enumerable.Range(0, cyclicSignals).Select(i => (
                Find(ReportFormulas.Cyclic("cyclecount", i)),
                Find(ReportFormulas.Cyclic("peak", i)),
                Find(ReportFormulas.Cyclic("valley", i)))),
        ];
    }

    /// <summary>The program.</summary>
    public SignalProgram Program { get; }

    /// <summary>The stress of a tensile test.</summary>
    public int Stress { get; }

    /// <summary>Its strain.</summary>
    public int Strain { get; }

    /// <summary>Of each cyclic signal.</summary>
    public ImmutableArray<(int Count, int Peak, int Valley)> Cycles { get; }

    /// <summary>Values of the block over which the program has just run; none for -1.</summary>
    public ReadOnlySpan<double> Values(int place) => place < 0 ? default : Program.Values(place);

    private int Find(string name) =>
        Program.IndexOf(name) is >= 0 and var place && Program.Variables[place].IsOk ? place : -1;
}
