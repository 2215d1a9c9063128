using System.Text.Json;
using FuncLibs.Journal.Retention;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Consumers;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;

namespace HardwareConnector.Hosting.Watching;

/// <summary>Consumers, their claims and the clock in the connector's health. Names are text: the writer escapes them.</summary>
internal sealed class WatchJson(ConsumerRegistry consumers, Recorder recorder, LeaseView claims, PublishLoop publish, TimeProvider time)
{
    private const double NsPerMs = 1e6;

    public void Write(Utf8JsonWriter json)
    {
        json.WriteStartArray("consumers");
        foreach (ConsumerView consumer in consumers.All)
            Write(json, consumer);
        json.WriteEndArray();
        json.WriteNumber("consumersUntracked", consumers.Untracked);
        json.WriteNumber("consumersReplaced", consumers.Replaced);
        json.WriteNumber("statusIgnored", consumers.Ignored);
        WriteClaims(json);
        json.WriteStartObject("clock");
        json.WriteNumber("steps", publish.Clock.Count);
        json.WriteNumber("lastStepMs", publish.Clock.LastNs / NsPerMs);
        json.WriteNumber("lastStepUtcNs", publish.Clock.LastUtcNs);
        json.WriteEndObject();
    }

    /// <summary>The state of a consumer in lower case.</summary>
    public static string NameOf(ConsumerState state) => state switch
    {
        ConsumerState.Keeping => "keeping",
        ConsumerState.Slow => "slow",
        ConsumerState.Gone => "gone",
        _ => "unreported",
    };

    private static void Write(Utf8JsonWriter json, ConsumerView consumer)
    {
        json.WriteStartObject();
        json.WriteString("name", consumer.Name);
        json.WriteString("class", consumer.Class == ConsumerClass.Live ? "live" : "lossless");
        json.WriteString("state", NameOf(consumer.State));
        json.WriteNumber("silentMs", (long)consumer.SilentFor.TotalMilliseconds);
        json.WriteNumber("cpu", consumer.Cpu);
        json.WriteStartArray("streams");
        foreach (ConsumerPosition place in consumer.Streams)
        {
            json.WriteStartObject();
            json.WriteString("name", place.Name);
            json.WriteNumber("epoch", place.Epoch);
            json.WriteNumber("delivered", place.Delivered);
            json.WriteNumber("lag", place.Lag);
            json.WriteNumber("dropped", place.Dropped);
            json.WriteNumber("queueBytes", place.QueueBytes);
            json.WriteBoolean("slow", place.IsSlow);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private void WriteClaims(Utf8JsonWriter json)
    {
        json.WriteNumber("retiredNeeded", recorder.Journal.Counters.RetiredNeeded);
        json.WriteStartArray("claims");
        foreach (RetentionLease claim in recorder.Claims.Claims.All)
        {
            json.WriteStartObject();
            json.WriteString("consumer", claim.Consumer);
            json.WriteNumber("stream", claim.Stream);
            json.WriteNumber("epoch", claim.Epoch);
            json.WriteNumber("delivered", claim.Delivered);
            json.WriteNumber("ageS", Math.Max(0, (long)(time.GetUtcNow() - claim.Renewed).TotalSeconds));
            json.WriteBoolean("cut", claims.IsCut(claim));
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
