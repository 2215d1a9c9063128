using System.Text.Json.Serialization;
using FuncLibs.Signals.Cycles;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// The calculated channels of a stream as /variables lists them: what runs, by which revision, and what is wrong.
/// External tools rely on member names and their order (docs/http.md). <c>past</c> is present only when the
/// stream is no longer announced. Numbers that are not finite, which JSON does not have, are strings.
/// </summary>
internal sealed record StreamVariableList(
    string Stream,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool Past,
    long Revision,
    IEnumerable<ListedVariable> Variables,
    IEnumerable<string> LimitFaults)
{
    public static StreamVariableList Create(VariablePlan plan, bool past = false, string? name = null)
    {
        VariableValues values = plan.Board.Read();
        return new StreamVariableList(
            name ?? plan.Stream.Name,
            past,
            plan.Set.Revision,
            plan.Variables.Select((variable, i) => ListedVariable.Create(
                variable,
                variable.ProbePlace >= 0 ? values.AdequacyOf(i) : null,
                variable is { IsRunning: true, Kind: SignalKind.Table } ? values.Losses[i] : null)),
            plan.LimitFaults.Select(limit => limit.Text));
    }
}

/// <summary>
/// A calculated channel. A channel with cycles has the members from <c>pointsPerCycle</c> to <c>rate</c>, a table that
/// runs those after them; <c>tare</c> and <c>resets</c> are there when they are not 0.
/// </summary>
internal sealed record ListedVariable(
    string Name,
    string Expression,
    string Unit,
    long Revision,
    double RateHz,
    bool Running,
    string? Fault,
    string? Warning,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? PointsPerCycle,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? PeakError,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Rate,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? DroppedRows,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? ClassWidth,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? ClosedEarly,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] double Tare,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] long Resets)
{
    public static ListedVariable Create(RunningVariable variable, RateAdequacy? adequacy, TableLoss? loss) => new(
        variable.Name,
        variable.Definition.Expression,
        variable.Unit,
        variable.Definition.Revision,
        variable.RateHz,
        variable.IsRunning,
        variable.Fault,
        variable.Warning,
        adequacy?.PointsPerCycle,
        adequacy?.PeakError,
        adequacy?.ToString(),
        loss?.DroppedRows,
        loss?.ClassWidth,
        loss?.ClosedEarly,
        variable.Definition.Tare,
        variable.Definition.Resets);
}

/// <summary>Source-generated writer of /variables.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(IEnumerable<StreamVariableList>))]
internal sealed partial class StreamVariableListJson : JsonSerializerContext;
