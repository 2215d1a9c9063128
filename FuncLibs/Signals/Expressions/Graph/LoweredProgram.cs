using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Programs;
using FuncLibs.Signals.Expressions.Programs.Memory;
using FuncLibs.Signals.Expressions.Programs.States;
using FuncLibs.Signals.Expressions.Programs.Steps;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>The parts of a program, ready to run.</summary>
/// <param name="Segments">In the order they run.</param>
/// <param name="Groups">Rates.</param>
/// <param name="Inputs">Columns of the source.</param>
/// <param name="Columns">Columns of the program.</param>
/// <param name="Frame">Memory of the steps.</param>
/// <param name="Memories">Everything that remembers.</param>
/// <param name="ColumnOf">Where the values of roots lie.</param>
/// <param name="SinkOf">Where the tables and results of sinks are.</param>
internal sealed record LoweredProgram(
    ImmutableArray<Segment> Segments,
    IReadOnlyDictionary<Rate, RateGroup> Groups,
    InputBank Inputs,
    ColumnBank Columns,
    TileFrame Frame,
    ImmutableArray<IProgramMemory> Memories,
    IReadOnlyDictionary<GraphNode, Slot> ColumnOf,
    IReadOnlyDictionary<SinkNode, SinkStep> SinkOf);
