using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Configuration;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Http;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>
/// Answers <c>GET /api/definitions</c>, <c>GET /api/testrun</c>, <c>PUT</c> and <c>DELETE
/// /api/definitions/KIND/KEY?by=NAME&amp;revision=N</c>, and <c>POST /api/testrun/start|set|stop?by=NAME</c>: what the
/// verbs `signals`, `limits`, `units`, `aliases`, `breaks` and `testrun` do.
/// </summary>
/// <param name="stores">The stations; a request names one with <c>station=SITE/RIG</c>, or means the first.</param>
/// <param name="time">For the present time beside the start of a test run.</param>
/// <param name="options">The break triggers of the configuration, which are shown and cannot be edited.</param>
internal sealed class DefinitionHttp(DefinitionStores stores, TimeProvider time, MonitorOptions options)
{
    private const string RunAction = "/api/testrun/{action}";
    private const string Row = "/api/definitions/{kind}/{key}";

    // A formula has 65,536 characters at most, which JSON may write with six bytes each.
    private const int MaxBytes = 512 << 10;

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapReadAsync("/api/definitions", context => At(context, Read));
        host.MapReadAsync("/api/testrun", context => At(context, ReadRun));
        host.MapWriteAsync(
            HttpMethods.Put,
            Row,
            MaxBytes,
            (context, body) => At(context, store => Put(store, context, body)));
        host.MapWriteAsync(
            HttpMethods.Post,
            RunAction,
            MaxBytes,
            (context, body) => At(context, store => EditRun(store, context, body)));
        host.MapWriteAsync(
            HttpMethods.Delete,
            Row,
            MaxBytes,
            (context, _) => At(context, store => Remove(store, context)));
    }

    private Task<ApiAnswer> At(HttpContext context, Func<DefinitionStore, ApiAnswer> answer) =>
        stores.Find(context, out string fault) is { } store
            ? store.Gate.Run(() => answer(store), context.RequestAborted)
            : Task.FromResult(ApiAnswer.Missing(fault));

    private ApiAnswer Read(DefinitionStore store)
    {
        if (!store.Load().Has(out VariableSet? set, out DatabaseFault? fault) && store.IsThere)
            return ApiAnswer.Unavailable(fault.Text);
        return ApiAnswer.Ok(json =>
        {
            json.WriteStartObject();
            json.WriteBoolean("database", store.IsThere);
            json.WriteString("station", store.Station);
            json.WriteString("revision", (set?.Revision ?? 0).ToString(CultureInfo.InvariantCulture));
            foreach (DefinitionKind kind in DefinitionKind.All)
                WriteRows(json, store.Station, kind, set);
            json.WriteStartArray("broken");
            foreach (BrokenRow row in set?.Broken ?? [])
                json.WriteStringValue(row.ToString());
            foreach (StoredBreakTrigger hidden in set?.Breaks.Where(row => IsConfigured(row.Name)) ?? [])
                json.WriteStringValue(
                    $"break trigger {hidden.Name} of the database is left out: the configuration (Breaks) has one of "
                        + "that name");
            json.WriteEndArray();
            json.WritePropertyName("run");
            WriteRun(json, set?.Run);
            json.WriteEndObject();
        });
    }

    private void WriteRows(Utf8JsonWriter json, string station, DefinitionKind kind, VariableSet? set)
    {
        json.WriteStartArray(kind.Name);
        foreach (BreakOptions configured in kind.IsBreaks ? options.Breaks : [])
            RowJson.Write(
                json,
                StoredBreakTrigger.From(configured, station),
                static writer => writer.WriteBoolean("readOnly", true));
        foreach (Definition row in set is null ? [] : kind.Rows(set).Where(row => !IsConfigured(kind, row)))
            RowJson.Write(json, row);
        json.WriteEndArray();
    }

    private ApiAnswer ReadRun(DefinitionStore store) =>
        !store.Load().Has(out VariableSet? set, out DatabaseFault? fault) && store.IsThere
            ? ApiAnswer.Unavailable(fault.Text) : ApiAnswer.Ok(json => WriteRun(json, set?.Run));

    // The clock of a browser may be an hour off: the duration of the run is nowUtc - startedUtc, both of
    // this side.
    private void WriteRun(Utf8JsonWriter json, TestRun? run)
    {
        if (run is null)
            json.WriteNullValue();
        else
            RowJson.Write(json, run, writer => writer.WriteString("nowUtc", Now()));
    }

    private DateTimeOffset Now() => DateTimeOffset.FromUnixTimeMilliseconds(time.GetUtcNow().ToUnixTimeMilliseconds());

    private ApiAnswer Put(DefinitionStore store, HttpContext context, byte[] body) => Edit(
        store,
        context,
        (kind, session, key, revision) => IsConfigured(kind, key)
            ? (null, [new FieldFault(
                "name", $"'{key}' is a break trigger of the configuration (Breaks), and is edited there")])
            : (kind.Put(session, key, revision, RowFields.Parse(body), out var faults), faults));

    private ApiAnswer EditRun(DefinitionStore store, HttpContext context, byte[] body)
    {
        string action = (string)context.Request.RouteValues["action"]!;
        RowFields fields = RowFields.Parse(body);
        Column name = DefinitionTables.Runs.Keys[0];
        string? given = null;
        RowChange ChangeOf(string run)
        {
            RowChange change = new(DefinitionTables.Runs, run);
            foreach ((Column column, object? value) in fields.Values(
                DefinitionTables.Runs.Editable.Where(column => !column.IsKey)))
                change.Set(column, value);
            return change;
        }

        if (action == "start")
        {
            given = fields.Values([name]).Select(one => (string?)one.Value).FirstOrDefault();
            if (string.IsNullOrWhiteSpace(given))
                fields.Refuse(name.Field, "is missing: how the run is called");
        }

        RowChange read = ChangeOf(given ?? "");
        if (fields.Faults() is { Count: > 0 } faults)
            return Refused(faults);
        return WithSession(store, context, session => action switch
        {
            "start" => AnswerOf(TestRunEdits.Start(session, read, Now())),
            "set" => AnswerOf(TestRunEdits.Change(session, ChangeOf, null)),
            "stop" => AnswerOf(TestRunEdits.Change(session, ChangeOf, Now())),
            _ => ApiAnswer.Missing($"there is no '{action}' of a test run; there are start, set and stop"),
        });
    }

    private static ApiAnswer WithSession(
        DefinitionStore store, HttpContext context, Func<EditSession, ApiAnswer> edit)
    {
        DatabaseResult<ApiAnswer> result = store.Use(
            HttpOrigin.From(context),
            session => new DatabaseResult<ApiAnswer>(
                session.Fault is { } unfit ? ApiAnswer.Bad(unfit.ToString()) : edit(session)));
        return result.Has(out ApiAnswer? answer, out DatabaseFault? fault) ? answer : ApiAnswer.Unavailable(fault.Text);
    }

    // A row of that name would never be in force.
    private bool IsConfigured(DefinitionKind kind, string key) => kind.IsBreaks && IsConfigured(key);

    private bool IsConfigured(DefinitionKind kind, Definition row) =>
        kind.IsBreaks && IsConfigured(((StoredBreakTrigger)row).Name);

    private bool IsConfigured(string name) => Array.Exists(options.Breaks, configured => configured.IsNamed(name));

    private static ApiAnswer Remove(DefinitionStore store, HttpContext context) => Edit(
        store,
        context,
        (kind, session, key, revision) => (kind.Remove(session, key, revision, out var faults), faults));

    private static ApiAnswer Edit(
        DefinitionStore store,
        HttpContext context,
        Func<DefinitionKind, EditSession, string, long?, (RowOutcome? Outcome, IReadOnlyList<FieldFault> Faults)> edit)
    {
        string wanted = (string)context.Request.RouteValues["kind"]!;
        if (DefinitionKind.All.FirstOrDefault(kind => kind.Name == wanted) is not { } kind)
            return ApiAnswer.Missing(
                $"there are no definitions '{wanted}'; there are "
                    + $"{string.Join(", ", DefinitionKind.All.Select(kind => kind.Name))}");
        string? text = context.Request.Query["revision"];
        if (!TryRead(text, out long? revision))
            return ApiAnswer.Bad(
                $"revision is '{text}'; a whole number is expected, 0 for a row that must not be there yet");
        string key = (string)context.Request.RouteValues["key"]!;
        return WithSession(store, context, session =>
        {
            (RowOutcome? outcome, IReadOnlyList<FieldFault> faults) = edit(kind, session, key, revision);
            return outcome is null ? Refused(faults) : AnswerOf(outcome);
        });
    }

    private static bool TryRead(string? text, out long? revision)
    {
        bool isNumber = long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number);
        revision = isNumber ? number : null;
        return isNumber || text is null;
    }

    private static ApiAnswer AnswerOf(RowOutcome outcome)
    {
        if (outcome.Database is { } failed)
            return failed.Kind == DatabaseFaultKind.Conflict
                ? ApiAnswer.Conflict(failed.Text)
                : ApiAnswer.Unavailable(failed.Text);
        if (outcome.Missing is { } missing)
            return ApiAnswer.Missing(missing);
        if (outcome.Wrong is { } wrong)
            return ApiAnswer.Bad(wrong);
        return outcome.Faults.Count > 0
            ? Refused(outcome.Faults, outcome.Row!)
            : ApiAnswer.Ok(json => RowJson.Write(json, outcome.Row!));
    }

    private static ApiAnswer Refused(IReadOnlyList<FieldFault> faults) => ApiAnswer.Refused(
        StatusCodes.Status400BadRequest,
        faults[0].Column.Length == 0 ? faults[0].What : faults[0].ToString(),
        json => Write(json, faults, static (writer, fault) =>
        {
            writer.WriteString("field", fault.Column);
            writer.WriteString("message", fault.What);
        }));

    private static ApiAnswer Refused(IReadOnlyList<VariableFault> faults, Definition row) => ApiAnswer.Refused(
        StatusCodes.Status400BadRequest,
        faults[0].ToString(),
        json => Write(json, faults, (writer, fault) => Write(writer, fault, row)));

    // What an edit breaks elsewhere is no fault of one of its own columns.
    private static void Write(Utf8JsonWriter json, VariableFault fault, Definition row)
    {
        bool isOwn = fault.Title == row.Title && fault.Field.Length > 0;
        json.WriteString("field", isOwn ? FieldNames.Get(row.Table, fault.Field) : "");
        json.WriteString("message", isOwn ? fault.Reason : fault.ToString());
        if (isOwn && fault.Place is { } place && row is SignalVariable variable)
        {
            ErrorPosition marked = ErrorPosition.From(variable.Expression, place);
            json.WriteNumber("column", marked.Column);
            json.WriteNumber("length", marked.Length);
        }
    }

    private static void Write<T>(Utf8JsonWriter json, IReadOnlyList<T> faults, Action<Utf8JsonWriter, T> write)
    {
        json.WriteStartArray("faults");
        foreach (T fault in faults)
        {
            json.WriteStartObject();
            write(json, fault);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
