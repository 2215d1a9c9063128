using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using SignalMonitor.Alarms;
using SignalMonitor.Derived;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// The variables and limits of a station, compiled for one stream. Made aside by any thread; from the switch on its
/// program and alarms belong to the compute thread, the rest never changes.
/// </summary>
internal sealed class VariablePlan
{
    /// <summary>What the stream is.</summary>
    public required StreamDescription Stream { get; init; }

    /// <summary>What was compiled.</summary>
    public required VariableSet Set { get; init; }

    /// <summary>The program.</summary>
    public required SignalProgram Program { get; init; }

    /// <summary>Where the program finds the columns of a block.</summary>
    public required BlockColumns Columns { get; init; }

    /// <summary>The variables of this stream, by number of their rows. One that only another stream can compute is not
    /// among them.</summary>
    public required ImmutableArray<RunningVariable> Variables { get; init; }

    /// <summary>The limits.</summary>
    public required AlarmSet Alarms { get; init; }

    /// <summary>What limits watch, in the order of <see cref="AlarmSet.Variables"/>.</summary>
    public required ImmutableArray<WatchedColumn> Watched { get; init; }

    /// <summary>Limits that are not watched on this stream.</summary>
    public required ImmutableArray<UnwatchedLimit> LimitFaults { get; init; }

    /// <summary>The newest values.</summary>
    public required VariableBoard Board { get; init; }

    /// <summary>Whether a limit is watched.</summary>
    public bool Watches(long limit) => Alarms.PlaceOf(limit) >= 0;

    /// <summary>How the derived blocks look; null when they are published nowhere, or there are none.</summary>
    public DerivedForm? Derived { get; init; }
}

/// <summary>A column of the program that limits watch.</summary>
/// <param name="Place">Its place in the program.</param>
/// <param name="RateHz">Values a second.</param>
internal readonly record struct WatchedColumn(int Place, double RateHz);

/// <summary>A limit that is not watched on a stream.</summary>
/// <param name="Limit">Its number.</param>
/// <param name="Text">Which limit, and why, in one line.</param>
/// <param name="IsAbsent">The stream does not have what it watches: nothing is wrong if another stream has it.</param>
internal sealed record UnwatchedLimit(long Limit, string Text, bool IsAbsent = false)
{
    /// <summary>True for a limit that came with the program, for the reference rig, and that nobody edited.</summary>
    public bool IsSeed { get; init; }
}
