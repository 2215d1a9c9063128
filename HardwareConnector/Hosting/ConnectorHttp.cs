using FuncLibs.Hosting.Programs;
using FuncLibs.Web.Serving;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace HardwareConnector.Hosting;

/// <summary>
/// The HTTP endpoints of the connector: health as JSON, metrics as Prometheus text, the newest block in any format.
/// </summary>
internal static class ConnectorHttp
{
    /// <summary>Maps the paths, and announces the real address once the server listens.</summary>
    public static void Map(WebApplication host)
    {
        host.UseWeb();
        host.MapGet("/health", context => WriteHealth(context, host.Services));
        host.MapGet("/block", context => LastBlockHttp.Write(context, host.Services));
        MapMetrics(host);
        ListeningLines lines = host.Services.GetRequiredService<ListeningLines>();
        host.Lifetime.ApplicationStarted.Register(() =>
        {
            // Creates the instruments once the parts that they read have started.
            host.Services.GetRequiredService<ConnectorMetrics>();
            lines.Announce(ListeningLines.Http, host.Urls.First());
        });
    }

    private static Task WriteHealth(HttpContext context, IServiceProvider services) =>
        context.Response.WriteAsJsonAsync(
            ConnectorHealth.Create(services),
            ConnectorHealthJson.Default.ConnectorHealth,
            contentType: "application/json",
            context.RequestAborted);

    private static void MapMetrics(WebApplication host) => host
        .MapPrometheusScrapingEndpoint("/metrics", meterProvider: null, PlainText, optionsName: null)
        .WithMetadata(new HttpMethodMetadata([HttpMethods.Get]));

    // A scraper with a choice uses OpenMetrics, where each counter has a second series, `_created`.
    private static void PlainText(IApplicationBuilder scrape) => scrape.Use((context, next) =>
    {
        context.Request.Headers.Accept = default;
        return next(context);
    });
}
