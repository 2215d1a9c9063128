using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Connections;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Api;

/// <summary>Answers <c>GET /api/catalogue</c>.</summary>
internal static class CatalogueHttp
{
    /// <summary>Maps the route.</summary>
    public static void Map(IEndpointRouteBuilder host, CatalogueView view, MonitorConnections connections) => host.MapGet(
        "/api/catalogue", context => HttpJson.WriteJson(context, json => CatalogueJson.Write(json, view.Read(), connections)));
}
