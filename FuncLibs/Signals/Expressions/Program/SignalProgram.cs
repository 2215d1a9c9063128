using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// A compiled set of variables: runs over one block after the other and then has the values, qualities, tables and
/// results of each variable. One thread. Does not allocate for a block, after the first of a length. Blocks of any
/// lengths give the same bits.
/// </summary>
public sealed class SignalProgram
{
    private readonly ImmutableArray<VariableOutput> _outputs;
    private readonly ProgramParts _parts;
    private readonly ImmutableArray<ResampleStep> _resamplers;
    private readonly ProgramState _state;

    internal SignalProgram(
        ImmutableArray<ProgramVariable> variables,
        ImmutableArray<int> order,
        ProgramParts parts,
        ImmutableArray<VariableOutput> outputs)
    {
        Variables = variables;
        Order = order;
        _parts = parts;
        _outputs = outputs;
        _resamplers = [.. parts.Segments.SelectMany(segment => segment.Steps).OfType<ResampleStep>()];
        _state = new ProgramState(parts.States);
    }

    /// <summary>What became of each definition, in the order of the definitions.</summary>
    public ImmutableArray<ProgramVariable> Variables { get; }

    /// <summary>
    /// Places in <see cref="Variables"/> in an order in which each comes after those it needs; those in a circle are
    /// left out.
    /// </summary>
    public ImmutableArray<int> Order { get; }

    /// <summary>Place of a variable in <see cref="Variables"/>; -1 when there is none of that name.</summary>
    public int IndexOf(string name)
    {
        for (int i = 0; i < Variables.Length; i++)
        {
            if (Variables[i].Name == name)
                return i;
        }

        return -1;
    }

    /// <summary>Runs over a block. Until the next one the outputs below are those of this block.</summary>
    /// <param name="source">The block; must not change while this runs.</param>
    public void Run(IColumnSource source)
    {
        _parts.Inputs.Open(source);
        foreach (RateGroup group in _parts.Groups)
            group.Begin(_parts.Inputs, _parts.Columns);
        foreach (TileSegment segment in _parts.Segments)
            segment.Run(_parts.Inputs, _parts.Frame);
        foreach (ResampleStep resampler in _resamplers)
            resampler.EndBlock(_parts.Frame);
    }

    /// <summary>The values of a column in this block; empty for what is no column.</summary>
    public ReadOnlySpan<double> Values(int variable) => _outputs[variable].Values(_parts.Columns);

    /// <summary>The qualities of those values, one for each.</summary>
    public ReadOnlySpan<Quality> Qualities(int variable) => _outputs[variable].Qualities(_parts.Columns);

    /// <summary>True when every value of the column is good.</summary>
    public bool IsGood(int variable) => _outputs[variable].IsGood(_parts.Columns);

    /// <summary>Index of the column's first value of this block since the stream began.</summary>
    public long FirstIndex(int variable) => _outputs[variable].FirstIndex;

    /// <summary>
    /// The newest value: the number, the last value of the column in this block, or the result so far; NaN when there
    /// is none, and for a table.
    /// </summary>
    public double Value(int variable) => _outputs[variable].Last(_parts.Columns);

    /// <summary>The quality of that value; of a table, how far it can be trusted.</summary>
    public Quality QualityOf(int variable) => _outputs[variable].LastQuality(_parts.Columns);

    /// <summary>
    /// True when the value cannot change any more: of a number always, of a result when the test has decided it.
    /// </summary>
    public bool IsFinal(int variable) => _outputs[variable].IsFinal;

    /// <summary>
    /// Why a result of a test has no value, one line with what to do; null when it has one, and for what is no result.
    /// Does not allocate.
    /// </summary>
    public string? Missing(int variable) => _outputs[variable].Missing(_parts.Columns);

    /// <summary>The table of a variable; null for what is none.</summary>
    public ITableState? Table(int variable) => _outputs[variable].Table;

    /// <summary>True when the variable's own formula has a function with state: a window, a filter, a count.</summary>
    public bool HasState(int variable) => _state.IsOf(Variables[variable].Name);

    /// <summary>Samples are missing before the next block.</summary>
    public void Gap() => _state.Gap();

    /// <summary>
    /// Continues where a program over the same stream stopped: every variable that is the same in both, and depends on
    /// the same, keeps its memory, unless a test run began and it does not keep it over runs; all others restart. The
    /// former program must not run again.
    /// </summary>
    public StateRestoration AdoptState(SignalProgram former) => _state.AdoptState(former._state);

    /// <summary>Writes all state, by variable.</summary>
    public void Save(StateWriter target) => _state.Save(target);

    /// <summary>Takes over what was saved by a program that has some of these variables; all others restart.</summary>
    public StateRestoration Restore(ReadOnlySpan<byte> saved) => _state.Restore(saved);
}

/// <summary>What a program runs: the columns it reads and makes, and the steps between them.</summary>
/// <param name="Segments">In the order they run.</param>
/// <param name="Groups">The rates, each with its columns.</param>
/// <param name="Inputs">Columns of the source.</param>
/// <param name="Columns">Columns of the program.</param>
/// <param name="Frame">Registers of the steps.</param>
/// <param name="States">The states that are kept from block to block.</param>
internal sealed record ProgramParts(
    ImmutableArray<TileSegment> Segments,
    ImmutableArray<RateGroup> Groups,
    InputBank Inputs,
    ColumnBank Columns,
    TileFrame Frame,
    ImmutableArray<IProgramState> States);

/// <summary>How the state of another program was adopted.</summary>
/// <param name="Restored">States that continue where they stopped.</param>
/// <param name="Fresh">States that restart: their variable or what it depends on was changed, a test run began, it is
/// new, or its part was damaged.</param>
/// <param name="IsIntact">False when the bytes ended early or were no saved memory; what came before was still
/// used.</param>
public sealed record StateRestoration(int Restored, int Fresh, bool IsIntact)
{
    /// <summary>Variables whose state restarts although there was one that could be theirs.</summary>
    public ImmutableArray<string> Restarted { get; init; } = [];

    /// <summary>Variables that continue with state of 0.1.0, which may reach back before the newest test run.</summary>
    public ImmutableArray<string> FromUnknownRun { get; init; } = [];
}
