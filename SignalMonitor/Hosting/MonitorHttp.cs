using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Programs;
using FuncLibs.Web.Serving;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Certifying;
using SignalMonitor.Configuration;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard;
using SignalMonitor.Dashboard.Files;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Health;
using SignalMonitor.Http;
using SignalMonitor.Recordings.History;
using SignalMonitor.Viewers.Foxglove;
using SignalMonitor.Viewers.Serving;

namespace SignalMonitor.Hosting;

/// <summary>What the monitor answers over HTTP: health and snapshots as JSON, metrics as Prometheus text.</summary>
internal static class MonitorHttp
{
    /// <summary>Maps the paths, and announces the real address once the server listens.</summary>
    /// <param name="host">The web server.</param>
    /// <param name="dashboard">Options of the dashboard.</param>
    /// <param name="viewerOrigins">Sites whose pages may open the WebSocket of viewers.</param>
    public static void Map(WebApplication host, DashboardOptions dashboard, IReadOnlyList<string> viewerOrigins)
    {
        IServiceProvider services = host.Services;
        WebStatus web = services.GetRequiredService<WebStatus>();
        host.UseOwnSite(
            web.IsNamed ? HostRule.Any : web.Open is null ? HostRule.Loopback : HostRule.Addresses,
            path => path == FoxgloveSocket.Path ? viewerOrigins : []);
        host.UseWeb();
        host.MapGet("/health", context => WriteHealth(context, services.GetRequiredService<HealthReport>()));
        host.MapGet("/snapshot", context => WriteSnapshot(context, services.GetRequiredService<MonitorConnections>()));
        host.MapGet(
            "/certificate", context => WriteCertificate(context, services.GetRequiredService<CertificateBuilder>()));
        host.MapGet(
            "/history",
            context => HistoryHttp.Write(
                context,
                services.GetRequiredService<MonitorConnections>(),
                services.GetRequiredService<RecordedHistories>()));
        if (services.GetService<VariableCoordinator>() is { } coordinator)
        {
            AlarmAudit audit = new(
                services.GetRequiredService<AuditLog>(), services.GetRequiredService<ILogger<AlarmAudit>>());
            MonitorOptions options = services.GetRequiredService<MonitorOptions>();
            string[] stations = [.. FollowedStation.From(options).Select(station => station.Name)];
            MapSignals(host, coordinator, services.GetRequiredService<TimeProvider>(), audit, stations);
        }

        MapMetrics(host);
        host.MapDashboard(dashboard);
        host.MapViewers();
        ListeningLines lines = host.Services.GetRequiredService<ListeningLines>();
        host.Lifetime.ApplicationStarted.Register(() =>
        {
            // The instruments read parts that a started host has.
            host.Services.GetRequiredService<MonitorMetrics>();
            lines.Announce(ListeningLines.Http, host.Urls.First());
        });
    }

    private static void MapSignals(
        WebApplication host, VariableCoordinator coordinator, TimeProvider time, AlarmAudit audit, string[] stations)
    {
        host.MapGet("/variables", context => SignalHttp.WriteVariables(context, coordinator, stations));
        host.MapGet("/alarms", context => SignalHttp.WriteAlarms(context, coordinator, stations));
        host.MapPost(
            "/alarms/{limit}/{verb}", context => SignalHttp.Command(context, coordinator, time, audit, stations));
    }

    private static Task WriteHealth(HttpContext context, HealthReport health) =>
        HttpJson.Write(context, MonitorHealth.Create(health.Read()), MonitorHealthJson.Default.MonitorHealth);

    private static Task WriteSnapshot(HttpContext context, MonitorConnections connections)
    {
        string? wanted = context.Request.Query["stream"];
        if (connections.Find(wanted) is var (connection, stream))
        {
            return HttpJson.WriteJson(context, json => SnapshotJson.Write(json, connection, stream));
        }

        string known = string.Join(", ", connections.Streams.Select(stream => stream.Name).DefaultIfEmpty("none yet"));
        return HttpJson.Refuse(
            context, StatusCodes.Status404NotFound, $"there is no stream {wanted ?? "yet"}; known: {known}");
    }

    private static async Task WriteCertificate(HttpContext context, CertificateBuilder maker)
    {
        context.Response.ContentType = "application/json";
        await context.Response.BodyWriter.WriteAsync(
            CertificateFile.Encode(CertificateFile.Seal(maker.Build(final: false))), context.RequestAborted);
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
