using FuncLibs.Hosting.State;
using FuncLibs.Messaging.Delivery;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Configuration;
using SignalMonitor.Connections;
using SignalMonitor.Saving;
using SignalMonitor.Streams;

namespace SignalMonitor.Hosting;

/// <summary>Registers the saved position with the host. It is read before any thread starts,
/// and saved last when all have stopped.</summary>
internal static class PositionRegistration
{
    /// <summary>
    /// Adds it, unless the monitor skips gaps: one that does not want what it missed has nowhere to continue from.
    /// </summary>
    public static IServiceCollection AddPosition(this IServiceCollection services, MonitorOptions options)
    {
        if (options.Delivery.OnHole == GapPolicy.Skip)
            return services;
        return services
            .AddSingleton<SavedParts>()
            .AddSingleton(provider => MonitorPositionFile.Open(
                provider.GetRequiredService<StateFolder>().File(MonitorPositionFile.FileName),
                provider.GetRequiredService<SavedParts>().All,
                options.State.Resume))
            .AddSingleton(provider => new PositionStatus(
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<SavedParts>().Account.Count,
                provider.GetRequiredService<MonitorPositionFile>().Damage))
            .AddHostedService<PositionSaver>();
    }
}
