using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Expressions.Program;
using Microsoft.AspNetCore.Http;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>What is asked of a calculated channel.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Stream">Name of the stream; empty = the one that computes it.</param>
/// <param name="WindowMs">Tare: the mean of so many ms is made zero.</param>
/// <param name="IsOff">Tare: removes it.</param>
/// <param name="To">Tare: the value to set it to, in the unit of the channel, as when a change is taken back; null =
/// what makes the present value zero.</param>
internal sealed record VariableOrder(string Name, string Stream, int WindowMs, bool IsOff, double? To = null)
{
    /// <summary>Site/rig; empty = whichever the stream is of, or without a stream the one that computes it.</summary>
    public string Station { get; init; } = "";
}

/// <summary>What became of it.</summary>
/// <param name="Status">Status of the answer.</param>
/// <param name="Fault">Why it was refused, in one line; null when it was done.</param>
internal sealed record VariableActionOutcome(int Status, string? Fault)
{
    /// <summary>The row as it is stored now.</summary>
    public SignalVariable? Row { get; init; }

    /// <summary>The channel as it was before.</summary>
    public RunningVariable? Before { get; init; }

    /// <summary>Where it took effect; null = no block came yet that it could take effect at.</summary>
    public PlanSwitch? At { get; init; }

    /// <summary>True when a crash from here on cannot change that place.</summary>
    public bool IsSaved { get; init; }

    /// <summary>Values that a tare is the mean of.</summary>
    public long Values { get; init; }
}

/// <summary>
/// Resets and tares a calculated channel: an edit of its row, which every monitor on the database takes over between
/// two blocks as it does any edit. So it takes effect once on each, at a block that is in the evaluation log, and a
/// replay repeats it.
/// </summary>
/// <param name="stores">The stations.</param>
/// <param name="coordinator">The streams.</param>
/// <param name="saved">What the position on the disk has; null = none is saved.</param>
/// <param name="staleOf">Why the values of a stream are not current; null when they are.</param>
/// <param name="time">Clock.</param>
internal sealed class VariableActions(
    DefinitionStores stores,
    VariableCoordinator coordinator,
    VariablesPart? saved,
    Func<StreamVariables, string?> staleOf,
    TimeProvider time)
{
    /// <summary>Longest window of a tare, ms.</summary>
    public const int MaxWindowMs = 60_000;

    // An edit is seen within VariableWatch.Interval, and takes effect with the next block.
    private static readonly TimeSpan SwitchLimit = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan SaveLimit = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan SaveLook = TimeSpan.FromMilliseconds(20);
    private static readonly Column Tare = DefinitionTables.Variables["tare"];
    private static readonly Column Resets = DefinitionTables.Variables["resets"];

    /// <summary>Clears what the functions of a channel remember.</summary>
    public async Task<VariableActionOutcome> Reset(VariableOrder order, AuditOrigin origin, CancellationToken stop)
    {
        if (Find(order, out Target? target) is { } refused)
            return refused;
        RunningVariable variable = target!.Variable;
        if (!target.Plan.Program.HasState(variable.Place))
            return Refuse($"{variable.Name} has nothing to reset: its own formula, {OneLine.Format(
                variable.Definition.Expression)}, has no window, filter, count or result; reset what it reads");
        return await Edit(
            target, origin, change => change.Set(Resets, variable.Definition.Resets + 1), 0, stop);
    }

    /// <summary>Makes the present value of a channel zero, or takes that back.</summary>
    public async Task<VariableActionOutcome> SetTare(VariableOrder order, AuditOrigin origin, CancellationToken stop)
    {
        if (Find(order, out Target? target) is { } refused)
            return refused;
        RunningVariable variable = target!.Variable;
        if (order.IsOff)
            return variable.Definition.Tare == 0
                ? Refuse($"{variable.Name} has no tare")
                : await Edit(target, origin, change => change.Set(Tare, 0.0), 0, stop);
        if (variable.Kind != SignalKind.Column)
            return Refuse($"{variable.Name} is {WordOf(variable.Kind)}; only a channel with a value for each point has a "
                + "tare");
        if (order.To is { } given)
            return await Edit(target, origin, change => change.Set(Tare, given), 0, stop);
        long values = Math.Max(1, (long)Math.Round(variable.RateHz * order.WindowMs / 1000));
        MeanOutcome mean = await Measure(target, values, order.WindowMs, stop);
        if (mean.Fault is { } fault)
            return Refuse($"{variable.Name}: {fault}");
        double tare = variable.Definition.Tare + mean.Mean;
        return double.IsFinite(tare)
            ? await Edit(target, origin, change => change.Set(Tare, tare), mean.Values, stop)
            : Refuse($"{variable.Name}: its values are too large");
    }

    private async Task<MeanOutcome> Measure(Target target, long values, int windowMs, CancellationToken stop)
    {
        using CancellationTokenSource late = new(SwitchLimit + TimeSpan.FromMilliseconds(windowMs), time);
        using CancellationTokenSource any = CancellationTokenSource.CreateLinkedTokenSource(late.Token, stop);
        return await target.Stream.Means.Measure(target.Plan, target.Variable, values, any.Token);
    }

    private async Task<VariableActionOutcome> Edit(
        Target target, AuditOrigin origin, Action<RowChange> set, long values, CancellationToken stop)
    {
        SignalVariable before = target.Variable.Definition;
        RowChange change = new(DefinitionTables.Variables, before.Name) { Revision = before.Revision };
        set(change);
        using SwitchWatch watch = coordinator.WatchSwitches();
        RowOutcome? done = null;
        DatabaseFault? noDatabase = null;
        DefinitionStore store = stores.Find(target.Stream.Station)!;
        await store.Gate.Run(
            () =>
            {
                DatabaseResult<RowOutcome> result = store.Use(origin, session => new DatabaseResult<RowOutcome>(
                    session.Fault is { } unfit ? new RowOutcome { Wrong = unfit.ToString() }
                        : RowEdits.Variables.Put(session, change, RowCondition.There)));
                result.Has(out done, out noDatabase);
                return Api.ApiAnswer.Missing("");
            },
            stop);
        if (FaultOf(done, noDatabase) is { } refused)
            return refused;
        var row = (SignalVariable)done!.Row!;
        PlanSwitch? made = await FirstSwitch(watch, target.Stream, row, stop);
        return new VariableActionOutcome(StatusCodes.Status200OK, null)
        {
            Row = row,
            Before = target.Variable,
            Values = values,
            At = made,
            IsSaved = made is not null && await WaitSaved(made, stop),
        };
    }

    private async Task<PlanSwitch?> FirstSwitch(
        SwitchWatch watch, StreamVariables stream, SignalVariable row, CancellationToken stop)
    {
        using CancellationTokenSource late = new(SwitchLimit, time);
        using CancellationTokenSource any = CancellationTokenSource.CreateLinkedTokenSource(late.Token, stop);
        try
        {
            return await watch.FirstOf(stream, row, any.Token);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    // The position is saved each second; a crash before that computes the blocks since it again.
    private async Task<bool> WaitSaved(PlanSwitch made, CancellationToken stop)
    {
        if (saved is null)
            return false;
        long begun = time.GetTimestamp();
        while (!saved.IsSaved(made.Publisher, made.Stream, made.Epoch, made.FirstSample))
        {
            if (time.GetElapsedTime(begun) > SaveLimit || stop.IsCancellationRequested)
                return false;
            await Task.Delay(SaveLook, time, CancellationToken.None);
        }

        return true;
    }

    private VariableActionOutcome? Find(VariableOrder order, out Target? target)
    {
        target = null;
        if (order.Station.Length > 0 && stores.Find(order.Station) is null)
            return Missing(stores.WhyUnknown(order.Station));
        StreamVariables[] streams =
        [
            .. coordinator.Streams()
                .Where(stream => order.Station.Length == 0 || stream.Station.Length == 0
                    || stream.Station == order.Station)
                .Where(stream => order.Stream.Length == 0 || stream.Label == order.Stream),
        ];
        if (streams.Length == 0)
            return Missing(order.Stream.Length == 0
                ? "no stream was received yet; a reset and a tare are of live values"
                : $"there is no stream '{order.Stream}'{Suggestion.For(
                    order.Stream, coordinator.Streams().Select(stream => stream.Label))}");
        Target[] found = [.. streams.Select(stream => TargetOf(stream, order.Name)).OfType<Target>()];
        if (found.Length == 0)
            return Missing(WhyMissing(order.Name, streams));
        Target[] running = [.. found.Where(one => one.Variable.IsRunning && !one.Stream.IsRetired)];
        if (running.Length == 0)
            return Refuse(found[0].Variable.Fault is { } fault
                ? $"{order.Name} is not computed: {fault}"
                : $"{order.Name} is not computed: no connector announces its stream any more");
        if (running.Length > 1 && order.Stream.Length == 0)
            return Refuse($"{order.Name} is computed on {running.Length} streams; choose one: "
                + string.Join(", ", running.Select(one => one.Stream.Label)));
        target = running[0];
        if (target.Stream.IsReplay)
            return Refuse($"stream {target.Stream.Label} shows a recording; a reset and a tare are of live "
                + "values");
        return staleOf(target.Stream) is { } stale
            ? Refuse($"the values of stream {target.Stream.Label} are not live: {stale}") : null;
    }

    private static Target? TargetOf(StreamVariables stream, string name) =>
        stream.Plan is { } plan && plan.Variables.FirstOrDefault(variable => variable.Name == name) is { } variable
            ? new Target(stream, plan, variable) : null;

    private string WhyMissing(string name, StreamVariables[] streams)
    {
        if (Array.Exists(
            streams,
            stream => coordinator.SetOf(stream.Station)?.Variables.Any(
                variable => variable.Name == name && !variable.Enabled) == true))
            return $"{name} is not enabled; signals set {name} --Enabled true";
        IEnumerable<string> known = streams.SelectMany(stream => stream.Plan?.Variables ?? [])
            .Select(variable => variable.Name).Distinct();
        return $"there is no calculated channel '{OneLine.Format(name)}'{Suggestion.For(name, known)}; signals list "
            + "shows all";
    }

    private static VariableActionOutcome? FaultOf(RowOutcome? done, DatabaseFault? noDatabase) => done switch
    {
        null => new(
            StatusCodes.Status503ServiceUnavailable, noDatabase?.Text ?? "too many requests at once; try again"),
        { Database: { Kind: DatabaseFaultKind.Conflict } conflict } =>
            new(StatusCodes.Status409Conflict, conflict.Text),
        { Database: { } failed } => new(StatusCodes.Status503ServiceUnavailable, failed.Text),
        { Missing: { } missing } => Missing(missing),
        { Wrong: { } wrong } => new(StatusCodes.Status400BadRequest, wrong),
        { Faults: { Count: > 0 } faults } => Refuse(faults[0].ToString()),
        _ => null,
    };

    private static string WordOf(SignalKind kind) => kind switch
    {
        SignalKind.Table => "a table",
        SignalKind.Result => "one result of the whole test",
        _ => "a constant",
    };

    private static VariableActionOutcome Missing(string fault) => new(StatusCodes.Status404NotFound, fault);

    private static VariableActionOutcome Refuse(string fault) => new(StatusCodes.Status409Conflict, fault);

    private sealed record Target(StreamVariables Stream, VariablePlan Plan, RunningVariable Variable);
}
