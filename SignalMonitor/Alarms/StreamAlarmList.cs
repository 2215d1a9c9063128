using System.Text.Json.Serialization;
using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>
/// The alarms of a stream as /alarms lists them; docs/alarms.md names the members. <c>past</c> is present only when the
/// stream is no longer announced. Numbers that are not finite, which JSON does not have, are strings.
/// </summary>
internal sealed record StreamAlarmList(
    string Stream,
    Guid Publisher,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool Past,
    AlarmEventCounts Events,
    IEnumerable<ListedAlarm> Alarms)
{
    public static StreamAlarmList Create(
        string stream,
        Guid publisher,
        IReadOnlyList<AlarmSnapshot> alarms,
        AlarmEvents events,
        bool past = false) => new(
        stream,
        publisher,
        past,
        new AlarmEventCounts(events.Offered, events.Taken, events.Dropped, events.Held),
        alarms.Select(alarm => ListedAlarm.Create(alarm.Limit, alarm.Status)));
}

/// <summary>Account of the events of a stream: offered = taken + dropped + held.</summary>
internal sealed record AlarmEventCounts(long Offered, long Taken, long Dropped, int Held);

/// <summary>An alarm: its limit, and its state.</summary>
internal sealed record ListedAlarm(
    long Limit,
    long Revision,
    string Variable,
    string Kind,
    double Value1,
    double Value2,
    string Unit,
    string Severity,
    bool Latch,
    string State,
    string Under,
    long SinceIndex,
    long SinceUtcNs,
    double Value,
    long ShelvedUntilUtcNs,
    string By)
{
    public static ListedAlarm Create(LimitDefinition limit, AlarmStatus status) => new(
        limit.Id,
        limit.Revision,
        limit.Variable,
        LimitNames.NameOf(limit.Kind),
        limit.Value,
        limit.Value2,
        limit.ValueUnit,
        LimitNames.NameOf(limit.Severity),
        limit.Latch,
        AlarmNames.Get(status.State),
        AlarmNames.Get(status.Under),
        status.SinceIndex,
        status.SinceNs,
        status.Value,
        status.ShelvedUntilNs,
        status.By);
}

/// <summary>Source-generated writer of /alarms.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(IEnumerable<StreamAlarmList>))]
internal sealed partial class StreamAlarmListJson : JsonSerializerContext;
