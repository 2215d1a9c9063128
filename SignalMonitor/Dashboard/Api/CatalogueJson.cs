using System.Globalization;
using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Connections;
using SignalMonitor.Formatting;

namespace SignalMonitor.Dashboard.Api;

/// <summary>The catalogue as JSON; the names are relied on by the dashboard (docs/dashboard.md).</summary>
internal static class CatalogueJson
{
    /// <summary>Writes it.</summary>
    public static void Write(Utf8JsonWriter json, CatalogueReading catalogue, MonitorConnections connections)
    {
        json.WriteStartObject();
        json.WriteNumber("revision", catalogue.Revision);
        json.WriteStartArray("streams");
        foreach (CataloguedStream stream in catalogue.Streams)
            Write(json, stream, connections.All[stream.Connection]);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    /// <summary>What a formula gives, as the dashboard calls it.</summary>
    public static string NameOf(SignalKind kind) => kind switch
    {
        SignalKind.Column => "series",
        SignalKind.Result => "result",
        SignalKind.Table => "table",
        _ => "value",
    };

    private static void Write(Utf8JsonWriter json, CataloguedStream stream, MonitorConnection connection)
    {
        StreamDescription? description = stream.Plan?.Stream;
        json.WriteStartObject();
        json.WriteString("name", stream.Stream.Name);
        json.WriteString("publisher", stream.Stream.Publisher);
        json.WriteNumber("connection", stream.Connection);
        json.WriteString("freshness", StateNames.NameOf(stream.Stream.Freshness.In(connection.Receive.State.Stale)));
        json.WriteBoolean("past", stream.IsPast);
        json.WriteBoolean("replay", stream.IsReplay);
        json.WriteBoolean("guess", stream.Plan?.IsGuess ?? false);
        json.WriteString("epoch", stream.Epoch.ToString(CultureInfo.InvariantCulture));
        json.WriteNumber("baseRateHz", description?.BaseRateHz ?? 0);
        json.WriteNumber("blockRateHz", description?.BlocksPerSecond ?? 0);
        json.WriteStartArray("signals");
        foreach (SignalDescription signal in description is null ? [] : new StreamSignals(description).All)
            Write(json, signal, LabelOf(description!, signal.Address));
        json.WriteEndArray();
        json.WriteStartArray("calculated");
        foreach (RunningVariable variable in stream.Variables?.Variables ?? [])
            Write(json, variable);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, SignalDescription signal, string label)
    {
        json.WriteStartObject();
        json.WriteString("name", signal.Name);
        json.WriteString("unit", signal.Unit);
        json.WriteString("group", NameOf(signal.Address.Group));
        json.WriteNumber("channel", signal.Address.Channel);
        json.WriteString("column", ColumnOf(signal.Address));
        json.WriteNumber("rateHz", signal.RateHz);
        WriteRange(json, "min", signal.Min);
        WriteRange(json, "max", signal.Max);
        json.WriteString("label", label);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, RunningVariable variable)
    {
        json.WriteStartObject();
        json.WriteString("name", variable.Name);
        json.WriteString("unit", variable.Unit);
        json.WriteString("expression", variable.Definition.Expression);
        json.WriteString("kind", NameOf(variable.Kind));
        json.WriteBoolean("running", variable.IsRunning);
        json.WriteString("fault", variable.Fault);
        json.WriteString("warning", variable.Warning);
        json.WriteNumber("rateHz", variable.RateHz);
        json.WriteEndObject();
    }

    // An end of a range that is not known is null.
    private static void WriteRange(Utf8JsonWriter json, string name, double value)
    {
        if (double.IsFinite(value))
            json.WriteNumber(name, value);
        else
            json.WriteNull(name);
    }

    // What the rig itself calls the channel or line: any text, perhaps none.
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
