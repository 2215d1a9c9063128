using System.Buffers;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using SignalMonitor.Events;
using SignalMonitor.Taps;

namespace SignalMonitor.Dashboard.Live;

/// <summary>The text messages to browsers (docs/wire-format.md). Numbers of 64 bits are texts.</summary>
internal static class LiveText
{
    /// <summary>The first message.</summary>
    public static byte[] Hello(Guid run, long nowNs) => Write("hello", json =>
    {
        json.WriteNumber("version", LiveBatch.Version);
        json.WriteString("run", run);
        Int64(json, "timeNs", nowNs);
        Int64(json, "finestNs", LiveLimits.FinestNs);
        json.WriteStartObject("limits");
        json.WriteNumber("subscriptions", LiveLimits.Subscriptions);
        json.WriteNumber("signals", LiveLimits.Signals);
        json.WriteEndObject();
    });

    /// <summary>What a subscription gives from here on.</summary>
    public static byte[] Subscribed(LiveSubscription subscription) => Write("subscribed", json =>
    {
        json.WriteNumber("id", subscription.Id);
        json.WriteString("stream", subscription.Stream);
        Int64(json, "widthNs", subscription.WidthNs);
        json.WriteStartArray("signals");
        foreach (LiveColumn column in subscription.Found)
        {
            json.WriteStartObject();
            json.WriteString("name", column.Name);
            json.WriteString("unit", column.Unit);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartArray("missing");
        foreach (string name in subscription.Missing)
            json.WriteStringValue(name);
        json.WriteEndArray();
    });

    /// <summary>A subscription that there is none of now.</summary>
    public static byte[] Refused(uint id, string reason) => Write("refused", json =>
    {
        json.WriteNumber("id", id);
        json.WriteString("reason", reason);
    });

    /// <summary>The catalogue is another.</summary>
    public static byte[] Catalogue(long revision) => Write("catalogue", json => json.WriteNumber("revision", revision));

    /// <summary>Events.</summary>
    public static byte[] Events(in DashboardEvents events)
    {
        DashboardEvents all = events;
        return Write("events", json =>
        {
            json.WriteStartArray("events");
            foreach (DashboardEvent one in all.All)
                Write(json, one);
            json.WriteEndArray();
            json.WriteNumber("missed", all.Missed);
        });
    }

    /// <summary>A message whose one member is what is written elsewhere.</summary>
    /// <param name="type">Type of the message, and name of the member.</param>
    /// <param name="value">Writes the value of the member.</param>
    public static byte[] Create(string type, Action<Utf8JsonWriter> value) => Write(type, json =>
    {
        json.WritePropertyName(type);
        value(json);
    });

    /// <summary>A message whose one member is a value.</summary>
    /// <param name="type">Type of the message, and name of the member.</param>
    /// <param name="value">The value.</param>
    /// <param name="info">How it is written.</param>
    public static byte[] Create<T>(string type, T value, JsonTypeInfo<T> info) =>
        Create(type, json => JsonSerializer.Serialize(json, value, info));

    /// <summary>A kind of event as a text.</summary>
    public static string NameOf(DashboardEventKind kind) => kind switch
    {
        DashboardEventKind.Alarm => "alarm",
        DashboardEventKind.Rig => "rig",
        DashboardEventKind.Break => "break",
        DashboardEventKind.Variables => "variables",
        DashboardEventKind.Note => "note",
        DashboardEventKind.Connection => "connection",
        _ => "testrun",
    };

    /// <summary>A severity of an event as a text.</summary>
    public static string NameOf(DashboardEventSeverity severity) => severity switch
    {
        DashboardEventSeverity.Info => "info",
        DashboardEventSeverity.Warning => "warning",
        _ => "critical",
    };

    private static void Write(Utf8JsonWriter json, in DashboardEvent one)
    {
        json.WriteStartObject();
        Int64(json, "n", one.Number);
        Int64(json, "utcNs", one.UtcNs);
        json.WriteString("kind", NameOf(one.Kind));
        json.WriteString("stream", one.Stream);
        json.WriteString("severity", NameOf(one.Severity));
        json.WriteString("text", one.Text);
        json.WriteEndObject();
    }

    private static void Int64(Utf8JsonWriter json, string name, long value) =>
        json.WriteString(name, value.ToString(CultureInfo.InvariantCulture));

    private static byte[] Write(string type, Action<Utf8JsonWriter> members)
    {
        ArrayBufferWriter<byte> body = new();
        using (Utf8JsonWriter json = new(body))
        {
            json.WriteStartObject();
            json.WriteString("type", type);
            members(json);
            json.WriteEndObject();
        }

        return body.WrittenSpan.ToArray();
    }
}
