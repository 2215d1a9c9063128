using System.Collections.Immutable;
using FuncLibs.Signals;

namespace SignalMonitor.Computation;

/// <summary>The newest values of a stream at one block, immutable.</summary>
/// <param name="Plan">The signals and functions; the arrays follow its order.</param>
/// <param name="Sequence">Sequence of the block; 0 before the first.</param>
/// <param name="DueNs">Due time of the block's end, UTC ns.</param>
/// <param name="Values">Last point of each signal.</param>
/// <param name="Derived">Last point of each function of each signal: signal * functions + function.</param>
/// <param name="Qualities">Quality of each signal.</param>
public sealed record StreamSnapshot(
    SignalPlan Plan,
    ulong Sequence,
    long DueNs,
    ImmutableArray<double> Values,
    ImmutableArray<double> Derived,
    ImmutableArray<Quality> Qualities)
{
    /// <summary>The last point of a function of a signal.</summary>
    public double DerivedOf(int signal, int function) => Derived[(signal * Plan.Functions.Length) + function];
}
