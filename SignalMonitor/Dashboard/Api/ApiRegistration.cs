using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Configuration;
using SignalMonitor.Dashboard.Api.Catalogue;
using SignalMonitor.Dashboard.Api.Definitions;
using SignalMonitor.Dashboard.Api.Expressions;
using SignalMonitor.Receiving;

namespace SignalMonitor.Dashboard.Api;

/// <summary>What the dashboard asks over HTTP, as a list of parts.</summary>
internal static class ApiRegistration
{
    /// <summary>Adds the services behind the routes.</summary>
    public static IServiceCollection AddDashboardApi(this IServiceCollection services, MonitorOptions options) =>
        services.AddSingleton<CatalogueView>()
            .AddSingleton<ExpressionHttp>()
            .AddSingleton<DefinitionStore>()
            .AddSingleton<DefinitionHttp>();

    /// <summary>Maps the routes below /api.</summary>
    public static void MapDashboardApi(this WebApplication host)
    {
        IServiceProvider services = host.Services;
        CatalogueHttp.Map(host, services.GetRequiredService<CatalogueView>(), services.GetRequiredService<MonitorConnections>());
        services.GetRequiredService<ExpressionHttp>().Map(host);
        services.GetRequiredService<DefinitionHttp>().Map(host);
    }
}
