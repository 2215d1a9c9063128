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

/// <summary>Registers the recorder with the host, when there is a database that has test runs.</summary>
internal static class RecorderRegistration
{
    // The last fsyncs of a slow disk.
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(15);

    /// <summary>Adds it. Before the threads that receive, so that what those deliver last is recorded.</summary>
    public static IServiceCollection AddRecorder(this IServiceCollection services, MonitorOptions options)
    {
        services.AddSingleton(provider => new RecordedHistories(
            options.Recordings,
            () => provider.GetService<RunRecorder>()?.Status.Folder,
            provider.GetRequiredService<TimeProvider>()));
        if (!options.Recorder.Enabled || options.Database.Provider == DatabaseProvider.None)
            return services;
        services.TryAddSingleton(_ => new EventLog());
        return services
            .AddSingleton(provider => new PyramidLoop(
                options.Recorder.ReservedMegabytes * 1_000_000L,
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<ILogger<PyramidLoop>>()))
            .AddSingleton(provider => new RunRecorder(
                options.Recorder.RootIn(options.State.Folder),
                options.Recorder.Journal(options.Delivery.Frames),
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<ILogger<RunRecorder>>(),
                provider.GetRequiredService<EventLog>())
            {
                Audit = provider.GetRequiredService<AuditLog>(),
                Evaluation = provider.GetRequiredService<EvaluationFeed>(),
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
                },
                Rewriter = options.Recorder.Pack
                    ? new PackedFrames(provider.GetRequiredService<SerializerRegistry>()) : null,
                Certify = folder => CertificateFile.Write(
                    Path.Combine(folder, CertificateFile.Name),
                    provider.GetRequiredService<CertificateBuilder>().Build(final: false)),
            })
            .AddBackgroundLoop<PyramidLoop>("pyramid", loop => loop.Run, StopLimit)
            .AddBackgroundLoop<RunRecorder>("recorder", recorder => recorder.Run, StopLimit);
    }
}
