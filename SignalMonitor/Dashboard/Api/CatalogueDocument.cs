using System.Globalization;
using System.Text.Json.Serialization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Connections;
using SignalMonitor.Formatting;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// The answer of /api/catalogue. The dashboard relies on member names and their order (docs/dashboard.md).
/// </summary>
internal sealed record CatalogueDocument(long Revision, IEnumerable<CatalogueStream> Streams)
{
    public static CatalogueDocument Create(CatalogueReading catalogue, MonitorConnections connections) => new(
        catalogue.Revision,
        catalogue.Streams.Select(stream => CatalogueStream.Create(stream, connections.All[stream.Connection])));

    /// <summary>What a formula gives, as the dashboard calls it.</summary>
    public static string NameOf(SignalKind kind) => kind switch
    {
        SignalKind.Column => "series",
        SignalKind.Result => "result",
        SignalKind.Table => "table",
        _ => "value",
    };
}

/// <summary>A stream. <c>epoch</c> is a text: JavaScript has no integers of 64 bits.</summary>
internal sealed record CatalogueStream(
    string Name,
    Guid Publisher,
    int Connection,
    string Freshness,
    bool Past,
    bool Replay,
    bool Guess,
    string Epoch,
    double BaseRateHz,
    double BlockRateHz,
    IEnumerable<CatalogueSignal> Signals,
    IEnumerable<CatalogueVariable> Calculated)
{
    public static CatalogueStream Create(CataloguedStream stream, MonitorConnection connection)
    {
        StreamDescription? description = stream.Plan?.Stream;
        return new CatalogueStream(
            stream.Stream.Name,
            stream.Stream.Publisher,
            stream.Connection,
            StateNames.NameOf(stream.Stream.Freshness.In(connection.Receive.State.Stale)),
            stream.IsPast,
            stream.IsReplay,
            stream.Plan?.IsGuess ?? false,
            stream.Epoch.ToString(CultureInfo.InvariantCulture),
            description?.BaseRateHz ?? 0,
            description?.BlocksPerSecond ?? 0,
            description is null
                ? []
                : new StreamSignals(description).All.Select(signal => CatalogueSignal.Create(description, signal)),
            stream.Variables?.Variables.Select(CatalogueVariable.Create) ?? []);
    }
}

/// <summary>
/// A measured signal. An end of its range that is unknown is null; <c>label</c> is the rig's own name of the channel or
/// line: any text, perhaps empty.
/// </summary>
internal sealed record CatalogueSignal(
    string Name,
    string Unit,
    string Group,
    int Channel,
    string Column,
    double RateHz,
    double? Min,
    double? Max,
    string Label)
{
    public static CatalogueSignal Create(StreamDescription stream, SignalDescription signal) => new(
        signal.Name,
        signal.Unit,
        NameOf(signal.Address.Group),
        signal.Address.Channel,
        ColumnOf(signal.Address),
        signal.RateHz,
        double.IsFinite(signal.Min) ? signal.Min : null,
        double.IsFinite(signal.Max) ? signal.Max : null,
        LabelOf(stream, signal.Address));

    private static string LabelOf(StreamDescription stream, SignalAddress address) => address.Group switch
    {
        SignalGroup.Servo => stream.Servo[address.Channel].Name,
        SignalGroup.Temp => stream.Temp[address.Channel].Name,
        SignalGroup.AD => stream.AD[address.Channel].Name,
        SignalGroup.BitIn => stream.BitIn[address.Channel],
        _ => stream.BitOut[address.Channel],
    };

    private static string NameOf(SignalGroup group) => group switch
    {
        SignalGroup.Servo => "servo",
        SignalGroup.Temp => "temp",
        SignalGroup.AD => "ad",
        SignalGroup.BitIn => "bitIn",
        _ => "bitOut",
    };

    private static string ColumnOf(SignalAddress address) =>
        address.Group > SignalGroup.Temp ? "value" : address.Column switch
        {
            ColumnIndex.ActiveCtrl => "activeCtrl",
            ColumnIndex.Count => "count",
            ColumnIndex.Command => "command",
            ColumnIndex.Output => "output",
            _ => "sensor",
        };
}

/// <summary>A calculated channel.</summary>
internal sealed record CatalogueVariable(
    string Name,
    string Unit,
    string Expression,
    string Kind,
    bool Running,
    string? Fault,
    string? Warning,
    double RateHz)
{
    public static CatalogueVariable Create(RunningVariable variable) => new(
        variable.Name,
        variable.Unit,
        variable.Definition.Expression,
        CatalogueDocument.NameOf(variable.Kind),
        variable.IsRunning,
        variable.Fault,
        variable.Warning,
        variable.RateHz);
}

/// <summary>Source-generated writer of /api/catalogue.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(CatalogueDocument))]
internal sealed partial class CatalogueDocumentJson : JsonSerializerContext;
