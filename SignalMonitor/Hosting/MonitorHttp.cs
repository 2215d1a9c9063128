using System.Buffers;
using System.Text.Json;
using FuncLibs.Delivery;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Metrics;
using FuncLibs.Hosting.Running;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Certifying;
using SignalMonitor.Computation.Variables;
using SignalMonitor.Hosting.Signals;
using SignalMonitor.Receiving;

namespace SignalMonitor.Hosting;

/// <summary>What the monitor answers over HTTP: health and snapshots as JSON, metrics as Prometheus text.</summary>
internal static class MonitorHttp
{
    /// <summary>Maps the paths, and announces the real address once the server listens.</summary>
    public static void Map(WebApplication host)
    {
        IServiceProvider services = host.Services;
        host.UseRouting();
        host.MapGet("/health", context => WriteHealth(context, services.GetRequiredService<HealthReport>()));
        host.MapGet("/snapshot", context => WriteSnapshot(context, services.GetRequiredService<MonitorConnections>()));
        host.MapGet("/certificate", context => WriteCertificate(context, services.GetRequiredService<CertificateMaker>()));
        host.MapGet("/history", context => HistoryHttp.Write(context, services.GetRequiredService<MonitorConnections>()));
        if (services.GetService<VariableDesk>() is { } desk)
            MapSignals(host, desk, services.GetRequiredService<TimeProvider>());
        host.MapGet("/metrics", context => WriteMetrics(context, services.GetRequiredService<MonitorMetrics>()));
        ListeningLines lines = host.Services.GetRequiredService<ListeningLines>();
        host.Lifetime.ApplicationStarted.Register(() => lines.Announce(ListeningLines.Http, host.Urls.First()));
    }

    private static void MapSignals(WebApplication host, VariableDesk desk, TimeProvider time)
    {
        host.MapGet("/variables", context => SignalHttp.WriteVariables(context, desk));
        host.MapGet("/alarms", context => SignalHttp.WriteAlarms(context, desk));
        host.MapPost("/alarms/{limit}/{verb}", context => SignalHttp.Command(context, desk, time));
    }

    private static Task WriteHealth(HttpContext context, HealthReport health) =>
        WriteJson(context, json => MonitorJson.WriteHealth(json, health.Read()));

    private static Task WriteSnapshot(HttpContext context, MonitorConnections connections)
    {
        string? wanted = context.Request.Query["stream"];
        if (connections.Find(wanted) is var (connection, stream))
        {
            bool stale = stream.Freshness.In(connection.Receive.State.Stale) != StaleState.Fresh || stream.IsPast;
            return WriteJson(
                context,
                json => MonitorJson.WriteSnapshot(
                    json, stream.Name, stream.Board?.Read(), stale, stream.Variables?.Plan, stream.IsReplay));
        }

        string known = string.Join(", ", connections.Streams.Select(stream => stream.Name).DefaultIfEmpty("none yet"));
        return Refuse(context, StatusCodes.Status404NotFound, $"there is no stream {wanted ?? "yet"}; known: {known}");
    }

    internal static Task Refuse(HttpContext context, int status, string reason)
    {
        context.Response.StatusCode = status;
        return WriteJson(context, json =>
        {
            json.WriteStartObject();
            json.WriteString("error", reason);
            json.WriteEndObject();
        });
    }

    internal static async Task WriteJson(HttpContext context, Action<Utf8JsonWriter> write)
    {
        ArrayBufferWriter<byte> body = new();
        using (Utf8JsonWriter json = new(body))
            write(json);
        context.Response.ContentType = "application/json";
        await context.Response.BodyWriter.WriteAsync(body.WrittenMemory, context.RequestAborted);
    }

    private static async Task WriteCertificate(HttpContext context, CertificateMaker maker)
    {
        context.Response.ContentType = "application/json";
        await context.Response.BodyWriter.WriteAsync(CertificateFile.Encode(CertificateFile.Seal(maker.Make(final: false))), context.RequestAborted);
    }

    private static async Task WriteMetrics(HttpContext context, MonitorMetrics metrics)
    {
        context.Response.ContentType = PrometheusScraper.ContentType;
        if (!metrics.Scraper.Collect(context.Response.BodyWriter))
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        await context.Response.BodyWriter.FlushAsync(context.RequestAborted);
    }
}
