using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Hosting;
using SignalMonitor.Receiving;

namespace SignalMonitor.Dashboard.Api.Catalogue;

/// <summary>Answers <c>GET /api/catalogue</c>.</summary>
internal static class CatalogueHttp
{
    /// <summary>Maps the route.</summary>
    public static void Map(IEndpointRouteBuilder host, CatalogueView view, MonitorConnections connections) => host.MapGet(
        "/api/catalogue", context => MonitorHttp.WriteJson(context, json => CatalogueJson.Write(json, view.Read(), connections)));
}
