using FuncLibs.Hosting.State;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Keys;
using FuncLibs.Runtime.Files;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Configuration;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Dashboard.Archive;
using SignalMonitor.Dashboard.Definitions;
using SignalMonitor.Dashboard.Exports;
using SignalMonitor.Dashboard.Keys;
using SignalMonitor.Dashboard.Notifications;
using SignalMonitor.Dashboard.Overview;
using SignalMonitor.Dashboard.Recordings;
using SignalMonitor.Dashboard.Users;
using SignalMonitor.Notifications;
using SignalMonitor.Recorder;
using SignalMonitor.Recordings;
using SignalMonitor.Saving;
using SignalMonitor.Streams;

namespace SignalMonitor.Dashboard;

/// <summary>What the dashboard requests over HTTP, as a list of parts.</summary>
internal static class ApiRegistration
{
    private const string LayoutFolder = "layouts";

    /// <summary>Adds the services behind the routes.</summary>
    public static IServiceCollection AddDashboardApi(
        this IServiceCollection services,
        string stateFolder,
        string captureFolder,
        RecordingRoots recordings,
        string derivedEndpoint) =>
        services.AddSingleton<CatalogueView>()
            .AddSingleton<ExpressionHttp>()
            .AddSingleton(provider => DefinitionStores.Create(
                provider.GetRequiredService<MonitorOptions>(),
                provider.GetRequiredService<TimeProvider>(),
                provider.GetService<VariableCoordinator>(),
                provider.GetRequiredService<AuditLog>(),
                provider.GetRequiredService<ILogger<DefinitionStore>>()))
            .AddSingleton<DefinitionHttp>()
            .AddSingleton<AuditHttp>()
            .AddSingleton(provider => new NotificationHttp(
                provider.GetRequiredService<AuditLog>(),
                provider.GetRequiredService<TimeProvider>(),
                provider.GetService<Notifier>()))
            .AddSingleton<TableHttp>()
            .AddSingleton<RecordingHistoryHttp>()
            .AddSingleton(_ => new CaptureHttp(captureFolder))
            .AddSingleton(provider => new RecordingHttp(
                new RecordingList(
                    recordings.Own,
                    folder => provider.GetService<RunRecorders>()?.IsWriting(folder) == true,
                    provider.GetRequiredService<TimeProvider>()),
                recordings))
            .AddSingleton(provider => new ArchiveHttp(provider.GetService<ArchiveCatalogue>()))
            .AddSingleton(provider => new LimitTrialHttp(recordings, provider.GetRequiredService<TimeProvider>()))
            .AddSingleton(
                _ => new LayoutHttp(
                    new LayoutStore(new DiskFiles(Path.GetFullPath(Path.Combine(stateFolder, LayoutFolder))))))
            .AddSingleton(provider => new NoteStore(provider.GetRequiredService<StateFolder>().Files))
            .AddSingleton<NoteHttp>()
            .AddSingleton<ExportHttp>()
            .AddSingleton<OverviewHttp>()
            .AddSingleton<UsersHttp>()
            .AddSingleton(provider => new KeysHttp(
                provider.GetRequiredService<TransportKeys>(),
                provider.GetRequiredService<MonitorConnections>(),
                derivedEndpoint,
                provider.GetRequiredService<AuditLog>()));

    private static VariableActions ActionsOf(IServiceProvider services, VariableCoordinator coordinator)
    {
        MonitorConnections connections = services.GetRequiredService<MonitorConnections>();
        return new VariableActions(
            services.GetRequiredService<DefinitionStores>(),
            coordinator,
            services.GetService<MonitorPositionFile>() is null ? null : services.GetService<SavedParts>()?.Variables,
            stream => StaleOf(connections, stream),
            services.GetRequiredService<TimeProvider>());
    }

    private static string? StaleOf(MonitorConnections connections, StreamVariables variables) =>
        connections.Find(variables.Label) is not var (connection, stream)
            ? "it is not received"
            : stream.Freshness.In(connection.Receive.State.Stale) switch
            {
                StaleState.Fresh => null,
                StaleState.RigStale => "the rig sends nothing",
                StaleState.ConnectorStale => "the connector is not heard",
                _ => "no connector announces it",
            };

    /// <summary>Maps the routes below /api.</summary>
    public static void MapDashboardApi(this WebApplication host)
    {
        IServiceProvider services = host.Services;
        CatalogueHttp.Map(
            host, services.GetRequiredService<CatalogueView>(), services.GetRequiredService<MonitorConnections>());
        services.GetRequiredService<ExpressionHttp>().Map(host);
        services.GetRequiredService<DefinitionHttp>().Map(host);
        if (services.GetService<VariableCoordinator>() is { } coordinator)
            new VariableActionHttp(ActionsOf(services, coordinator)).Map(host);
        services.GetRequiredService<AuditHttp>().Map(host);
        services.GetRequiredService<NotificationHttp>().Map(host);
        services.GetRequiredService<TableHttp>().Map(host);
        services.GetRequiredService<CaptureHttp>().Map(host);
        services.GetRequiredService<RecordingHistoryHttp>().Map(host);
        services.GetRequiredService<RecordingHttp>().Map(host);
        services.GetRequiredService<ArchiveHttp>().Map(host);
        services.GetRequiredService<LimitTrialHttp>().Map(host);
        services.GetRequiredService<LayoutHttp>().Map(host);
        services.GetRequiredService<NoteHttp>().Map(host);
        services.GetRequiredService<ExportHttp>().Map(host);
        services.GetRequiredService<OverviewHttp>().Map(host);
        services.GetRequiredService<UsersHttp>().Map(host);
        services.GetRequiredService<KeysHttp>().Map(host);
    }
}
