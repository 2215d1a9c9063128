using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Connections;
using SignalMonitor.Formatting;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Answers <c>GET /api/tables?stream=S&amp;name=N&amp;rows=M</c>: a calculated channel that is a table, as it is.
/// The compute thread copies its state, once in a quarter of a second for all requests; the rows, which take memory and
/// time, are made here.
/// </summary>
/// <param name="connections">The streams.</param>
/// <param name="time">For how long to wait.</param>
internal sealed class TableHttp(MonitorConnections connections, TimeProvider time) : IDisposable
{
    /// <summary>Most rows of an answer.</summary>
    public const int MaxRows = 65_536;

    // Two megabytes a table, and as many rows: one at a time.
    private readonly RequestGate _gate = new("tables");
    private readonly TableCache _cache = new(time);

    /// <summary>Maps the route.</summary>
    public void Map(IEndpointRouteBuilder host) => host.MapReadAsync("/api/tables", Get);

    /// <inheritdoc/>
    public void Dispose()
    {
        _gate.Dispose();
        _cache.Dispose();
    }

    private async Task<ApiAnswer> Get(HttpContext context)
    {
        (string? name, string? text) = (context.Request.Query["name"], context.Request.Query["rows"]);
        int rows = MaxRows;
        if (text is not null
            && (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out rows)
                || rows is < 1 or > MaxRows))
            return ApiAnswer.Bad($"rows is '{text}'; a whole number from 1 to {MaxRows} is allowed");
        string? wanted = context.Request.Query["stream"];
        if (connections.Find(wanted) is not var (_, stream))
            return ApiAnswer.Missing($"there is no stream '{wanted}'; see /api/catalogue");
        if (stream.Variables is not { Plan: { } plan } variables)
            return ApiAnswer.Missing($"stream {stream.Name} has no calculated channels yet");
        if (plan.Variables.FirstOrDefault(
            variable => variable.Name == name) is not { IsRunning: true, Kind: SignalKind.Table } table)
            return ApiAnswer.Missing(
                $"stream {stream.Name} has no table '{name}' that runs; a table is made by rainflow or cycles");
        return _cache.Find(plan, table.Place) is { } known
            ? ApiAnswer.Ok(json => Write(json, table, known, rows))
            : await _gate.Run(() => Copy(variables, plan, table, rows, context.RequestAborted), context.RequestAborted);
    }

    private async Task<ApiAnswer> Copy(
        StreamVariables variables, VariablePlan plan, RunningVariable table, int rows, CancellationToken stop)
    {
        // It may have been copied for another request since.
        if ((_cache.Find(plan, table.Place) ?? await Copy(variables, plan, table, stop)) is { } copied)
            return ApiAnswer.Ok(json => Write(json, table, copied, rows));
        return ApiAnswer.Unavailable(
            $"table {table.Name} is changed, or the compute thread did not come to it; try again");
    }

    private async Task<TableSnapshot?> Copy(
        StreamVariables variables, VariablePlan plan, RunningVariable table, CancellationToken stop)
    {
        ReadOnlyMemory<byte>? bytes = await variables.Tables.Copy(plan, table.Place, time, stop);
        if (bytes is not { } copied || Restore(table, plan, copied.Span) is not { } state)
            return null;
        TableSnapshot snapshot = new(state.Columns, state.Rows(), state.Loss.Text());
        _cache.Keep(plan, table.Place, snapshot);
        return snapshot;
    }

    // A table of the same formula, with the state of the one that runs.
    private static ITableState? Restore(RunningVariable table, VariablePlan plan, ReadOnlySpan<byte> bytes)
    {
        ExpressionQuestion same = new()
        {
            Stream = plan.Stream.Name,
            Name = table.Name,
            Expression = table.Definition.Expression,
            Unit = table.Definition.Unit,
        };
        CheckedExpression compiled = CheckedExpression.Compile(same, plan.Stream, plan.Set);
        StateReader reader = new(bytes);
        return compiled.Program.Table(compiled.Place) is { } state && state.TryLoad(ref reader) ? state : null;
    }

    // Written by hand: up to 65,536 rows go straight from the table to the answer.
    private static void Write(Utf8JsonWriter json, RunningVariable table, TableSnapshot copied, int max)
    {
        ImmutableArray<ImmutableArray<double>> rows = copied.Rows;
        json.WriteStartObject();
        json.WriteString("name", table.Name);
        json.WriteString("unit", table.Unit);
        json.WriteStartArray("columns");
        foreach (string column in copied.Columns)
            json.WriteStringValue(column);
        json.WriteEndArray();
        json.WriteNumber("total", rows.Length);
        json.WriteString("loss", copied.Loss);
        json.WriteStartArray("rows");
        foreach (ImmutableArray<double> row in rows.AsSpan()[Math.Max(0, rows.Length - max)..])
        {
            json.WriteStartArray();
            foreach (double value in row)
                ValueJson.Write(json, value);
            json.WriteEndArray();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
