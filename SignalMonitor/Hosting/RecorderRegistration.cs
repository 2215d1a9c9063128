using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Logging;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Audit;
using SignalMonitor.Certifying;
using SignalMonitor.Configuration;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Events;
using SignalMonitor.Recorder;
using SignalMonitor.Recordings.History;
using SignalMonitor.Variables;

namespace SignalMonitor.Hosting;

/// <summary>Registers the recorders with the host, one for each station that has a database with test runs.</summary>
internal static class RecorderRegistration
{
    // The last fsyncs of a slow disk.
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(15);

    /// <summary>Adds them. Before the threads that receive, so that what those deliver last is recorded.</summary>
    public static IServiceCollection AddRecorder(this IServiceCollection services, MonitorOptions options)
    {
        services.AddSingleton(provider => new RecordedHistories(
            options.Recordings,
            () => (provider.GetService<RunRecorders>()?.Status ?? []).Select(status => status.Folder)
                .OfType<string>(),
            provider.GetRequiredService<TimeProvider>()));
        if (!options.Recorder.Enabled || !options.HasDatabase)
            return services;
        services.TryAddSingleton(_ => new EventLog());
        string[] stations = StationsOf(options);
        services
            .AddSingleton(provider => new PyramidLoop(
                options.Recorder.ReservedMegabytes * 1_000_000L,
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<ILogger<PyramidLoop>>()))
            .AddSingleton(provider =>
            {
                bool isOneOfMany = FollowedStation.From(options).Count > 1;
                RoomTurns? turns = isOneOfMany ? new RoomTurns() : null;
                return new RunRecorders(
                    [.. stations.Select(station => Create(provider, options, station, isOneOfMany, turns))]);
            })
            .AddBackgroundLoop<PyramidLoop>("pyramid", loop => loop.Run, StopLimit);
        for (int i = 0; i < stations.Length; i++)
        {
            int index = i;
            services.AddBackgroundLoop<RunRecorders>(
                stations.Length > 1 ? $"recorder {index}" : "recorder",
                recorders => recorders.All[index].Run,
                StopLimit);
        }

        return services;
    }

    private static string[] StationsOf(MonitorOptions options) =>
    [
        .. FollowedStation.From(options).Where(station => station.Database.Provider != DatabaseProvider.None)
            .Select(station => station.Name),
    ];

    private static RunRecorder Create(
        IServiceProvider provider, MonitorOptions options, string station, bool isOneOfMany, RoomTurns? turns) => new(
            options.Recorder.RootIn(options.State.Folder),
            options.Recorder.Journal(options.Delivery.Frames),
            provider.GetRequiredService<TimeProvider>(),
            provider.GetRequiredService<ILogger<RunRecorder>>(),
            provider.GetRequiredService<EventLog>())
        {
            Station = station,
            IsOneOfMany = isOneOfMany,
            Audit = provider.GetRequiredService<AuditLog>(),
            Evaluation = new EvaluationFeed(),
            Pyramids = provider.GetRequiredService<PyramidLoop>(),
            Modes = options.Recorder.Plan is { IsWhole: false } plan
                ? new RecorderModes(plan, provider.GetRequiredService<SerializerRegistry>()) : null,
            PreTime = TimeSpan.FromMilliseconds(options.Recorder.PreTimeMs),
            Retention = !options.Recorder.Retention.Any ? null : new RecordingRetention(
                options.Recorder.RootIn(options.State.Folder),
                options.Recorder.Retention,
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<ILogger<RecordingRetention>>(),
                provider.GetRequiredService<EventLog>())
            {
                Audit = provider.GetRequiredService<AuditLog>(),
                IsArchived = options.Archive.IsOn ? ArchiveMark.IsIn : null,
                Station = isOneOfMany ? station : "",
                Turns = turns,
            },
            Rewriter = options.Recorder.Pack
                ? new PackedFrames(provider.GetRequiredService<SerializerRegistry>()) : null,
            Certify = folder => CertificateFile.Write(
                Path.Combine(folder, CertificateFile.Name),
                provider.GetRequiredService<CertificateBuilder>().Build(final: false, station)),
        };
}
