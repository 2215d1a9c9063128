using System.Collections.Immutable;

namespace FuncLibs.Signals.Expressions.Programs;

/// <summary>How the memory of another program was taken over.</summary>
/// <param name="Restored">Memories that go on where they stopped.</param>
/// <param name="Fresh">Memories that begin anew: their variable or what it depends on was changed, a test run began, it is new, or its part
/// was damaged.</param>
/// <param name="IsIntact">False when the bytes ended early or were no saved memory; what came before was still used.</param>
public sealed record StateRestoration(int Restored, int Fresh, bool IsIntact)
{
    /// <summary>Variables whose memory begins anew although there was one that could be theirs.</summary>
    public ImmutableArray<string> BegunAnew { get; init; } = [];

    /// <summary>Variables that go on with memory of 0.1.0, which may reach back before the newest test run.</summary>
    public ImmutableArray<string> OfUnknownRun { get; init; } = [];
}
