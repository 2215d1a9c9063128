using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;

namespace SignalMonitor.Breaks;

/// <summary>The break triggers of a stream by one description of it. Immutable.</summary>
/// <param name="Active">What is watched.</param>
/// <param name="Faults">What is not, and why.</param>
/// <param name="Freed">What <see cref="BreakService.Freed"/> was then.</param>
internal sealed record BreakWatches(ImmutableArray<BreakWatch> Active, ImmutableArray<BreakFault> Faults, long Freed)
{
    /// <summary>Before the first block.</summary>
    public static BreakWatches None { get; } = new([], [], 0);

    /// <summary>The description; null before the first block.</summary>
    public StreamDescription? Description { get; init; }

    /// <summary>What <see cref="BreakService.Version"/> was then.</summary>
    public long Version { get; init; }

    /// <summary>True when a trigger found no memory: worth another try once some is free.</summary>
    public bool LacksMemory => Faults.Any(fault => fault.Kind == BreakFaultKind.Memory);
}

/// <summary>A break trigger that is not watched.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Channel">The force.</param>
/// <param name="Text">Why, in one line.</param>
/// <param name="Kind">What sort of fault it is.</param>
internal sealed record BreakFault(string Name, string Channel, string Text, BreakFaultKind Kind)
{
    /// <summary>Column of the trigger that it is about; empty when it is not about one.</summary>
    public string Column { get; init; } = "";

    /// <summary>True when the stream has no such channel: nothing is wrong if another stream has it.</summary>
    public bool IsAbsent => Kind == BreakFaultKind.Absent;
}

/// <summary>What sort of fault keeps a trigger from being watched.</summary>
internal enum BreakFaultKind
{
    /// <summary>
    /// The configuration does not fit the stream: rate, window, columns, or more memory than one trigger may have.
    /// </summary>
    Unfit,

    /// <summary>The stream has no such channel.</summary>
    Absent,

    /// <summary>All triggers together have their most memory.</summary>
    Memory,
}

/// <summary>
/// What a stream shall watch from its next block on, with all its memory taken: the compute thread only changes over to
/// it. Immutable.
/// </summary>
/// <param name="Former">What the stream watched when it was made; the compute thread gives it back when that has
/// changed since.</param>
/// <param name="Next">What it shall watch.</param>
internal sealed record BreakWatchesSwitch(BreakWatches Former, BreakWatches Next)
{
    /// <summary>Those that were made for it, and are nowhere at work before it is taken.</summary>
    public ImmutableArray<BreakWatch> Fresh { get; } = [.. Next.Active.Except(Former.Active)];
}
