using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Threads;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Web.Access;
using FuncLibs.Web.Accounts;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using SignalMonitor.Connections;
using SignalMonitor.Viewers.Foxglove;

namespace SignalMonitor.Viewers.Serving;

/// <summary>Registers the viewers with the host, and the endpoint of one with the web server.</summary>
internal static class ViewerRegistration
{
    private static readonly TimeSpan KeepAlive = TimeSpan.FromSeconds(15);

    /// <summary>Adds what is switched on.</summary>
    /// <param name="services">The services of the host.</param>
    /// <param name="options">What is switched on.</param>
    /// <param name="transport">The ZeroMQ library.</param>
    public static IServiceCollection AddViewers(
        this IServiceCollection services, ViewerOptions options, TransportOptions transport) =>
        !options.IsOn
            ? services
            : services
                .AddSingleton(provider => new ViewerService(
                    provider.GetRequiredService<MonitorConnections>(),
                    () => TransportFactory.Create(
                        transport,
                        new SocketLimits { MaxConnections = provider.GetRequiredService<ConnectionBudget>().PerPort },
                        TimeProvider.System,
                        WithoutKeys(provider.GetRequiredService<TransportKeys>())),
                    options))
                .AddSingleton<IViewerReport>(provider => provider.GetRequiredService<ViewerService>())
                .AddBackgroundLoop<ViewerService>("viewers", viewers => viewers.Run)
                .AddHostedService<ViewerStart>();

    /// <summary>Maps `/foxglove`, if it is served. After what checks Origin and Host.</summary>
    public static void MapViewers(this WebApplication host)
    {
        if (host.Services.GetService<ViewerService>()?.Foxglove is not { } sink)
            return;
        FoxgloveSocket socket = new(sink, host.Lifetime.ApplicationStopping);
        host.UseWebSockets(new WebSocketOptions { KeepAliveInterval = KeepAlive });
        host.MapGet(FoxgloveSocket.Path, (RequestDelegate)socket.Serve).Needs(Role.View, takesTokenInAddress: true);
    }

    // Plug-ins of others have none. What is cut and ended counts with that of the other sockets.
    private static TransportKeys WithoutKeys(TransportKeys keys) =>
        keys with { Own = null, Allowed = null, AllowInsecure = false };

    /// <summary>Waits at start until the socket for PlotJuggler is bound, and announces where.</summary>
    private sealed class ViewerStart(ViewerService viewers, ListeningLines lines) : IHostedService
    {
        public async Task StartAsync(CancellationToken cancellationToken)
        {
            if (viewers.PlotJugglerReady is { } ready)
                lines.Announce(ListeningLines.PlotJuggler, await ready.WaitAsync(cancellationToken));
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
