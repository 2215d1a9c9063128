using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Units;
using SignalMonitor.Breaks;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// Judges definitions as a running monitor would: every row by its own rules, every formula compiled for the streams
/// that were met last. A formula is good when one stream can compute it. While no stream was ever met, only its
/// grammar, functions and numbers of arguments are judged.
/// </summary>
/// <param name="streams">The streams.</param>
internal sealed class StationCheck(ImmutableArray<StreamDescription> streams) : IVariableCheck
{
    /// <summary>With the streams that a monitor with this state folder met.</summary>
    /// <param name="stateFolder">Its state folder.</param>
    /// <param name="station">Site/rig, where it follows several; null where it follows one.</param>
    public static StationCheck In(string stateFolder, string? station = null) =>
        new(KnownStreams.Load(stateFolder, station));

    /// <summary>With the streams of a running monitor, and those that it met before.</summary>
    /// <param name="stateFolder">Its state folder.</param>
    /// <param name="running">The streams that it has met now.</param>
    /// <param name="station">Site/rig, where it follows several; null where it follows one.</param>
    public static StationCheck In(
        string stateFolder, IEnumerable<StreamDescription> running, string? station = null) =>
        new([.. running.Concat(KnownStreams.Load(stateFolder, station)).DistinctBy(stream => stream.Name)]);

    /// <inheritdoc/>
    public IReadOnlyList<VariableFault> Check(VariableSet set)
    {
        IReadOnlyList<VariableFault> rows = new DefinitionCheck().Check(set);
        if (rows.Count > 0)
            return rows;
        CustomUnits units = CustomUnits.From(set.Units);
        IEnumerable<VariableFault> others = streams.IsEmpty
            ? set.EnabledVariables.Select(Grammar).OfType<VariableFault>().Concat(LimitUnitsOf(set, units.Table))
            : Compiled(set);
        return [.. units.Faults, .. others];
    }

    /// <inheritdoc/>
    public string? UnitFor(StoredLimit limit, VariableSet set)
    {
        foreach (CompiledStream stream in streams.Select(stream => new CompiledStream(stream, set)))
        {
            if (UnitOf(limit.Variable, stream) is not { } watched)
                continue;
            LimitDefinition plain = limit.ToWatched() with { Unit = "" };
            LimitUnits.Convert(plain, watched, stream.Scope.Units, out LimitDefinition known);
            StoredLimit named = limit with { Unit = known.Unit };
            return UnitParser.Parse(named.Unit, stream.Scope.Units).IsOk && !named.Faults().Any() ? named.Unit : null;
        }

        return null;
    }

    /// <inheritdoc/>
    public string? WhyUnknown(string name, VariableSet set)
    {
        string[] known =
        [
            .. streams.SelectMany(stream => new StreamSignals(stream).All).Select(signal => signal.Name),
            .. set.Variables.Select(variable => variable.Name), .. set.Aliases.Select(alias => alias.Alias),
        ];
        return streams.IsEmpty || known.Contains(name) ? null
            : $"no rig that was connected has a channel {name}{Suggestion.For(name, known)}";
    }

    private static VariableFault? Grammar(SignalMonitor.Variables.Definitions.SignalVariable variable) =>
        SignalCompiler.CheckText(variable.Expression) is { } fault
            ? VariableFault.From(variable, fault) : null;

    private IEnumerable<VariableFault> Compiled(VariableSet set)
    {
        SignalMonitor.Variables.Definitions.SignalVariable[] variables = [.. set.EnabledVariables];
        CompiledStream[] compiled = [.. streams.Select(stream => new CompiledStream(stream, set))];
        for (int i = 0; i < variables.Length; i++)
        {
            if (!Array.Exists(compiled, stream => stream.Program.Variables[i].IsOk))
                yield return VariableFault.From(variables[i], compiled[0].Program.Variables[i].Fault!);
        }

        foreach (StoredLimit limit in set.EnabledLimits)
        {
            IEnumerable<CompiledStream> having = compiled.Where(stream => UnitOf(limit.Variable, stream) is not null);
            string?[] faults = [.. having.Select(stream => FaultOn(stream, limit))];
            if (faults is [{ } fault, ..] && !faults.Contains(null))
                yield return VariableFault.From(limit, new FieldFault("unit", fault));
        }

        foreach (StoredBreakTrigger trigger in set.EnabledBreaks)
        {
            if (FindFault(trigger) is { } fault)
                yield return new VariableFault(trigger.Title, fault.Text) { Field = fault.Column };
        }
    }

    // The fault on a stream that has the channel is a better reason than that others lack it.
    private BreakFault? FindFault(StoredBreakTrigger trigger)
    {
        BreakFault? worst = null;
        foreach (StreamDescription stream in streams)
        {
            if (BreakPlan.Create(trigger.ToOptions(), stream, out BreakFault? fault) is not null)
                return null;
            worst = worst is null or { IsAbsent: true } ? fault : worst;
        }

        return worst;
    }

    private static IEnumerable<VariableFault> LimitUnitsOf(VariableSet set, UnitTable units)
    {
        foreach (StoredLimit limit in set.EnabledLimits.Where(limit => limit.Unit.Length > 0))
        {
            UnitOutcome unit = UnitParser.Parse(limit.Unit, units);
            if (!unit.IsOk)
                yield return VariableFault.From(
                    limit, new FieldFault("unit", $"'{limit.Unit}' is no unit: {unit.Reason}"));
        }
    }

    private static string? FaultOn(CompiledStream stream, StoredLimit limit)
    {
        string watched = UnitOf(limit.Variable, stream)!;
        return LimitUnits.Convert(limit.ToWatched(), watched, stream.Scope.Units, out _);
    }

    private static string? UnitOf(string name, CompiledStream stream)
    {
        int place = stream.Program.IndexOf(name);
        if (place < 0)
            return (stream.Scope.Find(name) as ColumnEntry)?.Unit;
        return stream.Program.Variables[place].IsOk ? stream.Program.Variables[place].Unit : null;
    }

    private sealed class CompiledStream
    {
        public CompiledStream(StreamDescription stream, VariableSet set)
        {
            Scope = StationScope.From(new StreamSignals(stream), set);
            Program =
                SignalCompiler.Compile([.. set.EnabledVariables.Select(variable => variable.ToCompiled())], Scope);
        }

        public StreamScope Scope { get; }

        public SignalProgram Program { get; }
    }
}
