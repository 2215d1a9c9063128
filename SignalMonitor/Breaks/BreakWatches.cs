using System.Collections.Immutable;

namespace SignalMonitor.Breaks;

/// <summary>The break triggers of a stream by one description of it. Immutable.</summary>
/// <param name="Active">What is watched.</param>
/// <param name="Faults">What is not, and why.</param>
internal sealed record BreakWatches(ImmutableArray<BreakWatch> Active, ImmutableArray<BreakFault> Faults)
{
    /// <summary>Before the first block.</summary>
    public static BreakWatches None { get; } = new([], []);
}

/// <summary>A break trigger that is not watched.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Channel">The force.</param>
/// <param name="Text">Why, in one line.</param>
internal sealed record BreakFault(string Name, string Channel, string Text);
