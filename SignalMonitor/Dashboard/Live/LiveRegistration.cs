using FuncLibs.Hosting.Threads;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Connections;
using SignalMonitor.Events;
using SignalMonitor.Health;

namespace SignalMonitor.Dashboard.Live;

/// <summary>Registers live data for browsers with the host, and its endpoint with the web server.</summary>
internal static class LiveRegistration
{
    private static readonly TimeSpan KeepAlive = TimeSpan.FromSeconds(15);

    /// <summary>Adds it.</summary>
    public static IServiceCollection AddLive(this IServiceCollection services, int maxBrowsers)
    {
        services.TryAddSingleton(_ => new EventLog());
        return services
            .AddSingleton(provider => new LiveState(
                provider.GetRequiredService<MonitorConnections>(),
                provider.GetRequiredService<HealthReport>(),
                provider.GetService<VariableCoordinator>()))
            .AddSingleton(provider => ActivatorUtilities.CreateInstance<LiveLoop>(provider, maxBrowsers))
            .AddBackgroundLoop<LiveLoop>("live", loop => loop.Run);
    }

    /// <summary>Maps `/live`. After what checks Origin and Host.</summary>
    public static void MapLive(this WebApplication host)
    {
        LiveSocket socket = new(host.Services.GetRequiredService<LiveLoop>(), host.Lifetime.ApplicationStopping);
        host.UseWebSockets(new WebSocketOptions { KeepAliveInterval = KeepAlive });
        host.MapGet("/live", (RequestDelegate)socket.Serve);
    }
}
