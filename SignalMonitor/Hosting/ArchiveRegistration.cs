using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using SignalMonitor.Archiving;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Archiving.Verbs;
using SignalMonitor.Configuration;
using SignalMonitor.Events;

namespace SignalMonitor.Hosting;

/// <summary>Registers the archive with the host, when there is one.</summary>
internal static class ArchiveRegistration
{
    /// <summary>The verb.</summary>
    public static HostVerb<MonitorOptions> Verb { get; } = new(
        ArchiveVerb.Name,
        "status, push, search, verify, rebuild: the long-term archive of recordings",
        context => Task.FromResult(ArchiveVerb.Run(
            context.Extra<ArchiveVerbOptions>(),
            context.Options.Archive,
            context.Options.Recordings.Own,
            NameOf(context.Options),
            context.Streams.Output,
            context.Streams.Error,
            TimeProvider.System)))
    {
        ExtraOptions = typeof(ArchiveVerbOptions),
        ProgramSections = ["State", "Recorder", "Client", "Archive"],
        Argument = ArchiveVerb.Argument,
        NextArgument = ArchiveVerb.NextArgument,
        Flags = [ArchiveVerb.Flag],
    };

    /// <summary>Adds the catalogue and the thread that copies.</summary>
    public static IServiceCollection AddArchive(this IServiceCollection services, MonitorOptions options) =>
        !options.Archive.IsOn ? services : services
            .AddSingleton(provider => new ArchiveCatalogue(
                options.Archive.ConnectionString, provider.GetRequiredService<TimeProvider>()))
            .AddSingleton(provider => new ArchiveLoop(
                options.Recordings.Own,
                new TestArchiver(
                    options.Archive.Root,
                    provider.GetRequiredService<ArchiveCatalogue>(),
                    NameOf(options),
                    options.Archive.NewPace(provider.GetRequiredService<TimeProvider>()),
                    provider.GetRequiredService<TimeProvider>()),
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<ILogger<ArchiveLoop>>(),
                provider.GetService<EventLog>()))
            .AddBackgroundLoop<ArchiveLoop>("archive", loop => loop.Run);

    private static string NameOf(MonitorOptions options) =>
        options.Client.NameFor(Environment.MachineName, options.State.Folder);
}
