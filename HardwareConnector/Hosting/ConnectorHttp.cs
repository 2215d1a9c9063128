using System.Buffers;
using System.Text.Json;
using FuncLibs.Hosting.Running;
using FuncLibs.Hosting.Transports;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Control;
using HardwareConnector.Hosting.Watching;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Replay;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace HardwareConnector.Hosting;

/// <summary>What the connector answers over HTTP: health as JSON, metrics as Prometheus text.</summary>
internal static class ConnectorHttp
{
    /// <summary>Maps the paths, and announces the real address once the server listens.</summary>
    public static void Map(WebApplication host)
    {
        host.UseRouting();
        host.MapGet("/health", context => WriteHealth(context, host.Services));
        MapMetrics(host);
        ListeningLines lines = host.Services.GetRequiredService<ListeningLines>();
        host.Lifetime.ApplicationStarted.Register(() =>
        {
            // The instruments read parts that a started host has.
            host.Services.GetRequiredService<ConnectorMetrics>();
            lines.Announce(ListeningLines.Http, host.Urls.First());
        });
    }

    private static async Task WriteHealth(HttpContext context, IServiceProvider services)
    {
        ArrayBufferWriter<byte> body = new();
        using (Utf8JsonWriter json = new(body))
            WriteHealth(json, services);
        context.Response.ContentType = "application/json";
        await context.Response.BodyWriter.WriteAsync(body.WrittenMemory, context.RequestAborted);
    }

    private static void WriteHealth(Utf8JsonWriter json, IServiceProvider services)
    {
        PublishLoop loop = services.GetRequiredService<PublishLoop>();
        PublisherIdentity identity = services.GetRequiredService<PublisherIdentity>();
        Recorder recorder = services.GetRequiredService<Recorder>();
        ReplayService replays = services.GetRequiredService<ReplayService>();
        PeerRegistry peers = services.GetRequiredService<PeerRegistry>();
        json.WriteStartObject();
        json.WriteString("status", StatusOf(loop, recorder));
        json.WriteString("publisher", identity.Publisher);
        json.WriteString("instance", identity.Instance);
        json.WriteNumber("epoch", identity.Epoch);
        json.WriteBoolean("replay", identity.PlaysRecording);
        TransportJson.Write(json, services.GetRequiredService<ITransport>().Library);
        services.GetRequiredService<SourceJson>().Write(json);
        json.WriteStartArray("streams");
        foreach (PublishedStream stream in services.GetRequiredService<RigRegistry>().All)
        {
            json.WriteStartObject();
            json.WriteNumber("id", stream.Id);
            json.WriteString("name", stream.Name);
            json.WriteNumber("last", stream.Last);
            json.WriteNumber("lostBeforeSequence", stream.SamplesLost);
            json.WriteNumber("written", recorder.Marks(stream.Id)?.Written ?? 0);
            json.WriteNumber("durable", recorder.Marks(stream.Id)?.Durable ?? 0);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        WriteJournal(json, recorder.Journal);
        json.WriteStartObject("state");
        json.WriteBoolean("saved", recorder.StateOutcome.IsOk);
        json.WriteString("reason", recorder.StateOutcome.IsOk ? null : recorder.StateOutcome.ToString());
        json.WriteEndObject();
        json.WriteStartObject("control");
        json.WriteNumber("served", peers.Served);
        json.WriteNumber("refused", peers.Refused);
        json.WriteNumber("dropped", peers.Dropped);
        json.WriteNumber("replayedFrames", replays.Frames);
        json.WriteNumber("replayedBytes", replays.Bytes);
        json.WriteEndObject();
        services.GetRequiredService<WatchJson>().Write(json);
        json.WriteEndObject();
    }

    // A rig that is gone goes first: nothing is published then that could be recorded.
    private static string StatusOf(PublishLoop loop, Recorder recorder)
    {
        if (loop.Link.State != LinkState.Online)
            return "stale";
        return recorder.Journal.Status.IsRecording && recorder.StateOutcome.IsOk ? "ok" : "degraded";
    }

    private static void WriteJournal(Utf8JsonWriter json, FrameJournal journal)
    {
        JournalStatus status = journal.Status;
        json.WriteStartObject("journal");
        json.WriteBoolean("recording", status.IsRecording);
        json.WriteString("reason", status.Reason);
        json.WriteString("lastFailure", status.LastFailure);
        json.WriteNumber("failures", status.Failures);
        json.WriteNumber("bytes", journal.KeptBytes);
        json.WriteNumber("waitingBytes", journal.WaitingBytes);
        json.WriteBoolean("waitingOutlivesKill", journal.RingOutlives);
        json.WriteNumber("holeFrames", journal.HoleFrames);
        json.WriteNumber("writeFailures", journal.Counters.WriteFailures);
        json.WriteNumber("syncFailures", journal.Counters.SyncFailures);
        json.WriteEndObject();
    }

    private static void MapMetrics(WebApplication host) => host
        .MapPrometheusScrapingEndpoint("/metrics", meterProvider: null, PlainText, optionsName: null)
        .WithMetadata(new HttpMethodMetadata([HttpMethods.Get]));

    // A scraper that may choose takes OpenMetrics, where each counter has a second series, `_created`.
    private static void PlainText(IApplicationBuilder scrape) => scrape.Use((context, next) =>
    {
        context.Request.Headers.Accept = default;
        return next(context);
    });
}
