using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Units;
using SignalMonitor.Alarms;
using SignalMonitor.Derived;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Definitions;
using SignalVariable = SignalMonitor.Variables.Definitions.SignalVariable;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// Compiles the definitions of a station for a stream. A variable whose new text is refused continues with the text
/// that ran before; one that never ran is listed with its fault. Allocates: once for each edit.
/// </summary>
/// <param name="derived">Where derived blocks go; null nowhere.</param>
internal sealed class PlanCompiler(DerivedFeed? derived)
{
    // Limits may watch channels, which are no variables: those are computed under names that no variable of the
    // database can have.
    private const string ChannelPrefix = "_";

    // Beside a variable of cycles runs the count of its points per cycle.
    private const string ProbePrefix = "__";

    /// <summary>Compiles a set.</summary>
    /// <param name="set">The definitions.</param>
    /// <param name="stream">The stream.</param>
    /// <param name="publishedAs">Its derived stream.</param>
    /// <param name="former">The plan before it; null none.</param>
    public VariablePlan Compile(
        VariableSet set, StreamDescription stream, DerivedStream publishedAs, VariablePlan? former)
    {
        StreamSignals signals = new(stream);
        StreamScope scope = StationScope.From(signals, set);
        ImmutableArray<StoredLimit> limits = [.. set.EnabledLimits.OrderBy(limit => limit.Id)];
        SignalVariable[] wanted = [.. set.EnabledVariables];
        SignalVariable[] rows = [.. wanted];
        ImmutableArray<VariableDefinition> channels = ChannelsOf(limits, wanted, scope);
        string?[] refusals = new string?[rows.Length];
        SignalProgram program = Compile(rows, channels, scope);
        while (TryFallBack(rows, refusals, program, former))
            program = Compile(rows, channels, scope);
        program = WithProbes(rows, channels, scope, program);
        ImmutableArray<RunningVariable> variables =
        [
            .. rows.Select((row, place) => Describe(row, place, program, stream, refusals[place])),
        ];
        (AlarmSet alarms, ImmutableArray<UnwatchedLimit> unwatched) = CheckLimits(limits, program, signals, scope);
        return new VariablePlan
        {
            Stream = stream,
            Set = set,
            Program = program,
            Columns = new BlockColumns(stream, signals),
            Variables = variables,
            Alarms = alarms,
            Watched = [.. alarms.Variables.Select(name => Watched(name, program))],
            LimitFaults = unwatched,
            Board = new VariableBoard(
                [.. variables.Select(variable => variable.Place)],
                [.. variables.Select(variable => variable.ProbePlace)]),
            Derived = FormOf(variables, stream, publishedAs),
        };
    }

    private static SignalProgram Compile(
        SignalVariable[] rows, ImmutableArray<VariableDefinition> channels, StreamScope scope) =>
        SignalCompiler.Compile([.. rows.Select(row => row.ToCompiled()), .. channels], scope);

    private static SignalProgram WithProbes(
        SignalVariable[] rows, ImmutableArray<VariableDefinition> channels, StreamScope scope, SignalProgram program)
    {
        ImmutableArray<VariableDefinition> probes =
        [
            .. rows.Where((_, place) => program.Variables[place].IsOk)
                .Select(row => (Row: row, Probe: CycleProbe.ExpressionFor(row.Expression)))
                .Where(row => row.Probe is not null)
                .Select(
                    row => new VariableDefinition(ProbePrefix + row.Row.Name, row.Probe!)
                    {
                        ContinuesAcrossRuns = row.Row.KeepOverRuns,
                        Resets = row.Row.Resets,
                    }),
        ];
        return probes.IsEmpty ? program : Compile(rows, [.. channels, .. probes], scope);
    }

    // A refused edit, of which the text before is known, goes back to it; that may mend others that need it.
    private static bool TryFallBack(
        SignalVariable[] rows, string?[] refusals, SignalProgram program, VariablePlan? former)
    {
        bool any = false;
        for (int place = 0; place < rows.Length; place++)
        {
            if (program.Variables[place].IsOk || refusals[place] is not null
                || Before(rows[place], former) is not { } before)
                continue;
            refusals[place] = $"revision {rows[place].Revision} is refused: {program.Variables[place].Fault}; "
                + $"revision {before.Revision} runs on";
            rows[place] = before;
            any = true;
        }

        return any;
    }

    private static SignalVariable? Before(SignalVariable row, VariablePlan? former) => former?.Variables
        .FirstOrDefault(
            variable => variable.IsRunning && variable.Definition.Id == row.Id
                && variable.Definition.Name == row.Name)?.Definition;

    private static RunningVariable Describe(
        SignalVariable row, int place, SignalProgram program, StreamDescription stream, string? refusal)
    {
        ProgramVariable compiled = program.Variables[place];
        return new RunningVariable(
            row,
            place,
            compiled.Kind,
            compiled.Unit,
            compiled.RateHz,
            compiled.RateHz > 0
                ? Math.Max(1, (int)Math.Round(compiled.RateHz * stream.PointsPerBlock / stream.BaseRateHz))
                : 0,
            refusal ?? compiled.Fault?.ToString(),
            compiled.IsOk,
            compiled.Warnings.FirstOrDefault()?.ToString())
        {
            ProbePlace = program.IndexOf(ProbePrefix + row.Name),
        };
    }

    private static ImmutableArray<VariableDefinition> ChannelsOf(
        ImmutableArray<StoredLimit> limits, SignalVariable[] variables, StreamScope scope) =>
    [
        .. limits.Select(limit => limit.Variable).Distinct()
            .Where(
                name => !Array.Exists(variables, variable => variable.Name == name) && scope.Find(name) is ColumnEntry)
            .Select(name => new VariableDefinition(NameOf(name), name)),
    ];

    // Each channel has its own name: an alias may be called as a channel would be without its dot.
    private static string NameOf(string channel) => ChannelPrefix
        + channel.Replace("_", "_u", StringComparison.Ordinal).Replace(".", "_d", StringComparison.Ordinal);

    private static int PlaceOf(string name, SignalProgram program)
    {
        int place = program.IndexOf(name);
        return place >= 0 ? place : program.IndexOf(NameOf(name));
    }

    private static WatchedColumn Watched(string name, SignalProgram program)
    {
        int place = PlaceOf(name, program);
        return new WatchedColumn(place, program.Variables[place].RateHz);
    }

    // The limits that are watched, in the unit of what they watch, and those that are not.
    private static (AlarmSet Watched, ImmutableArray<UnwatchedLimit> Unwatched) CheckLimits(
        ImmutableArray<StoredLimit> limits, SignalProgram program, StreamSignals signals, StreamScope scope)
    {
        Dictionary<string, VariableDefinition> variables = new(StringComparer.Ordinal);
        foreach (VariableDefinition definition in program.Variables.Select(variable => variable.Definition))
            variables.TryAdd(definition.Name, definition);
        Dictionary<string, string> sources = new(StringComparer.Ordinal);
        List<LimitDefinition> watched = [];
        ImmutableArray<UnwatchedLimit>.Builder unwatched = ImmutableArray.CreateBuilder<UnwatchedLimit>();
        foreach (StoredLimit row in limits)
        {
            LimitDefinition limit = row.ToWatched();
            if (FindFault(ref limit, program, scope.Units) is { } fault)
                unwatched.Add(fault with { IsSeed = row is { Revision: 1, ChangedBy: VariableRepository.SeedAuthor } });
            else if (watched.Count == LimitFaults.MaxLimits)
                unwatched.Add(new UnwatchedLimit(
                    row.Id, $"limit {row.Id}: beyond the {LimitFaults.MaxLimits} that a stream may have; remove some"));
            else
                watched.Add(limit with { Source = SourceOf(limit.Variable) });
        }

        return (new AlarmSet(watched), unwatched.ToImmutable());

        string SourceOf(string name)
        {
            if (!sources.TryGetValue(name, out string? source))
                sources.Add(name, source = VariableSource.Identify(name, variables, ChannelOf));
            return source;
        }

        string? ChannelOf(string name) => scope.Find(name) is ColumnEntry column
            ? $"{signals.All[column.Column].Name} {column.Unit}" : null;
    }

    private static UnwatchedLimit? FindFault(ref LimitDefinition limit, SignalProgram program, UnitTable units)
    {
        int place = PlaceOf(limit.Variable, program);
        string name = $"limit {limit.Id} ({LimitNames.NameOf(limit.Kind)} of {limit.Variable})";
        if (place < 0)
        {
            string what = $"{name}: there is no variable or channel {limit.Variable}";
            return new UnwatchedLimit(limit.Id, what, IsAbsent: true);
        }

        if (!program.Variables[place].IsOk)
            return new UnwatchedLimit(limit.Id, $"{name}: {limit.Variable} does not run", IsAbsent: true);
        if (program.Variables[place].Kind != SignalKind.Column)
            return new UnwatchedLimit(limit.Id, $"{name}: {limit.Variable} is no column; limits watch columns");
        string watched = program.Variables[place].Unit;
        string? fault = LimitUnits.Convert(limit, watched, units, out limit) ?? LimitFaults.Check(limit);
        return fault is null ? null : new UnwatchedLimit(limit.Id, $"{name}: {fault}");
    }

    private DerivedForm? FormOf(
        ImmutableArray<RunningVariable> variables, StreamDescription stream, DerivedStream publishedAs)
    {
        if (derived is null)
            return null;
        RunningVariable[] columns = [.. variables.Where(variable => variable.IsRunning && variable.Points > 0)];
        return columns.Length == 0
            ? null
            : new DerivedForm(publishedAs, DerivedDescription.From(stream, columns), derived.BlocksInUse);
    }
}
