using System.Text.Json;
using HardwareConnector.Publishing;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Recordings;

namespace HardwareConnector.Hosting;

/// <summary>The sources in health: `sources` has each; `source` is the first of them, which tools made for one rig ask for.</summary>
internal sealed class SourceJson(RigSources sources, SourceFeeds feeds, PublishLoop loop)
{
    public void Write(Utf8JsonWriter json)
    {
        json.WritePropertyName("source");
        Write(json, 0);
        json.WriteStartArray("sources");
        for (int i = 0; i < feeds.All.Count; i++)
            Write(json, i);
        json.WriteEndArray();
    }

    private void Write(Utf8JsonWriter json, int number)
    {
        IRigSource source = sources.All[number];
        SourceFeed feed = feeds.All[number];
        LinkReport link = loop.Link.All[number];
        json.WriteStartObject();
        json.WriteString("name", source.Name);
        json.WriteString("stream", feed.Naming.Name);
        json.WriteString("link", link.State.ToString().ToLowerInvariant());
        json.WriteString("reason", link.Reason);
        json.WriteNumber("blocks", source.Counters.Blocks);
        json.WriteNumber("connections", source.Counters.Connections);
        json.WriteNumber("refusals", source.Counters.Refusals);
        json.WriteNumber("queued", feed.Ring.Held);
        json.WriteNumber("dropped", feed.Dropped);
        json.WriteNumber("maxBlockBytes", feed.Description?.MaxPoolBytes ?? 0);
        RigFindingsJson.Write(json, feed.Watches);
        RigEventsJson.Write(json, feed.Events, loop.Events.LastOf(number));
        if (source is RecordedSource recorded)
            Write(json, recorded.Progress);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, ReplayProgress progress)
    {
        json.WriteStartObject("recording");
        json.WriteNumber("acquiredNs", progress.RecordedNs);
        json.WriteNumber("late", progress.Late);
        json.WriteNumber("unusable", progress.Unusable);
        json.WriteNumber("passes", progress.Passes);
        json.WriteEndObject();
    }
}
