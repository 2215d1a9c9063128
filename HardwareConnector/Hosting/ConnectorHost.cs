using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Doctor;
using FuncLibs.Hosting.Formats;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Hosting.Threads;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Web.Metrics;
using FuncLibs.Web.Serving;
using FuncLibs.Web.Users;
using HardwareConnector.Bridge;
using HardwareConnector.Configuration;
using HardwareConnector.Consumers;
using HardwareConnector.Control;
using HardwareConnector.Formats;
using HardwareConnector.Health;
using HardwareConnector.History;
using HardwareConnector.Journaling;
using HardwareConnector.LinkChecks;
using HardwareConnector.Logging;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Replay;
using HardwareConnector.Reports;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Links;
using HardwareConnector.Sources.Recordings;
using HardwareConnector.Sources.Simulated;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace HardwareConnector.Hosting;

/// <summary>The connector as a list of parts: source thread, publish thread, control thread, web server.</summary>
public static class ConnectorHost
{
    /// <summary>
    /// Time limit at a clean stop to write the journal's ring: a full one of 128 MiB on a disk of 3 MB/s.
    /// </summary>
    public static readonly TimeSpan JournalStopLimit = TimeSpan.FromSeconds(45);

    private static IReadOnlyList<IOptionsCheck<ConnectorOptions>> Checks { get; } =
    [
        new SecurityCheck<ConnectorOptions>(options => options.Transport, _ => true),
        new HttpCheck<ConnectorOptions>(options => options.Http, TimeProvider.System),
        new ConsumerWatchCheck(), new MetricsCheck<ConnectorOptions>(options => options.Metrics),
        new EndpointCheck(), new RigLinkCheck(RigTls.FaultOf), new SourceCheck(SimulatorSource.PresetFault),
        new FaultScheduleCheck(SimulatorSource.FaultsOf),
        new GroundTruthCheck(), new RecordingCheck(), new FormatCheck<ConnectorOptions>(options => options.Formats),
        new ContentCheck(), new BridgeCheck(),
    ];

    /// <summary>The host definition for Program.</summary>
    public static HostDefinition<ConnectorOptions> Definition { get; } = new()
    {
        Name = "HardwareConnector",
        Build = Build,
        StateFolder = options => options.State.Folder,
        Aliases = new KeyAliases().Add("Source:", "Sources:0:"),
        Checks = Checks,
        Verbs =
        [
            new(
                "journal",
                "info, verify or dump: inspects the journal, also beside a running connector",
                JournalVerb.RunAsync)
            {
                ExtraOptions = typeof(JournalVerbOptions),
                ProgramSections = ["State", "Journal"],
                Argument = JournalVerb.Argument,
                Flags = [JournalVerb.Flag],
            },
            new(
                "format",
                "show, use NAME, canary NAME or reset: the payload format, also of a running connector",
                FormatVerb.RunAsync)
            {
                ExtraOptions = typeof(FormatVerbOptions),
                ProgramSections = ["State", "Formats"],
                Argument = FormatVerb.Argument,
                NextArgument = FormatVerb.NextArgument,
                Flags = [FormatVerb.Flag],
                DashedKeys = [nameof(FormatVerbOptions.MaxErrors), nameof(FormatVerbOptions.MaxSlowdown)],
            },
            new(
                "bridge",
                "status or rewind: how far the bridge to RabbitMQ is; publishes again what the journal has",
                BridgeVerb.RunAsync)
            {
                ExtraOptions = typeof(BridgeVerbOptions),
                ProgramSections = ["State", "Journal", "Bridge", "Site", "Rig"],
                Argument = BridgeVerb.Argument,
            },
            KeysVerb.Create<ConnectorOptions>(),
            UsersVerb.Create<ConnectorOptions>(),
            DoctorVerb.Create(ConnectorDoctor.Describe, Checks),
            new("link", "check ENDPOINT: connects to a rig and reports the faults of its link", LinkVerb.RunAsync)
            {
                ExtraOptions = typeof(LinkVerbOptions),
                ProgramSections = [],
                Argument = nameof(LinkVerbOptions.Action),
                NextArgument = nameof(LinkVerbOptions.Endpoint),
                Flags = [nameof(LinkVerbOptions.Json)],
            },
        ],
    };

    private static WebApplication Build(HostParts<ConnectorOptions> parts)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        parts.AddTo(builder);
        ConnectorOptions options = parts.Options;
        ConnectionBudget budget = ConnectionBudget.ForProcess();
        builder.AddWeb(options.Http, options.Security, budget.PerPort);
        builder.AddMetrics(ConnectorMetrics.MeterName, options.Metrics);
        AddIdentity(builder.Services, options);
        builder.Services
            .AddSingleton(budget)
            .AddSingleton<ConnectorMetrics>()
            .AddSingleton<IBlockCount, PublishedBlocks>()
            .AddRunSummary(ConnectorRunSummary.Create, RunJson.Default.ConnectorSummary);
        AddThreads(builder.Services, options);
        builder.Services
            .AddHostedService<SocketStart>()
            .AddHostedService<AccessReport>()
            .AddHostedService<LinkSecurityReport>()
            .AddHostedService<ConsumerWatchReport>()
            .AddHostedService<LossReport>()
            .AddHostedService<RigFindingsReport>()
            .AddHostedService<RigEventsReport>()
            .AddHostedService<JournalReport>()
            .AddHostedService<ClockStepReport>()
            .AddHostedService<ConsumerReport>()
            .AddHostedService<LeaseReport>()
            .AddHostedService(provider => provider.GetRequiredService<FormatSwitch>());
        WebApplication host = builder.Build();
        ConnectorHttp.Map(host);
        host.Lifetime.ApplicationStarted.Register(() => ReportIdentity(host, options));
        return host;
    }

    // Logged after start-up: a failed start reports only its cause.
    private static void ReportIdentity(WebApplication host, ConnectorOptions options)
    {
        PublisherIdentity identity = host.Services.GetRequiredService<PublisherIdentity>();
        ConnectorLog.Identity(host.Logger, identity.Publisher, identity.Epoch, options.Publish.Content);
        if (TransportFactory.FallbackReason(options.Transport) is { } reason)
            ConnectorLog.WithoutLibzmq(host.Logger, reason);
    }

    private static void AddIdentity(IServiceCollection services, ConnectorOptions options) => services
        .AddSingleton(PlugInFormats.CreateRegistry())
        .AddSingleton(new ReplaySet(options))
        .AddSingleton(provider => PublisherState.Open(
            provider.GetRequiredService<StateFolder>(),
            provider.GetRequiredService<TimeProvider>(),
            provider.GetRequiredService<ReplaySet>().Any))
        .AddSingleton(provider =>
        {
            // First, because it raises a state that is older than its journal.
            provider.GetRequiredService<Recorder>();
            PublisherState state = provider.GetRequiredService<PublisherState>();
            ReplaySet recordings = provider.GetRequiredService<ReplaySet>();
            return new PublisherIdentity(state.Publisher, Guid.NewGuid(), state.Epoch, options.Site, recordings.Rig)
            {
                PlaysRecording = recordings.Any,
            };
        })
        .AddSingleton(provider => Recorder.Open(
            provider.GetRequiredService<StateFolder>(),
            provider.GetRequiredService<PublisherState>(),
            options.Journal.ToJournal(),
            options.Journal.In(options.State.Folder),
            provider.GetRequiredService<TimeProvider>(),
            options.Journal.RingFolder))
        .AddSingleton(provider => provider.GetRequiredService<Recorder>().Epochs)
        .AddSingleton<RigRegistry>();

    // Threads stop in reverse order: first the source, then its queued blocks are published, then the streams end, then
    // everything is durable.
    private static void AddThreads(IServiceCollection services, ConnectorOptions options)
    {
        services
            .AddSingleton(new ConnectorSockets(new ReadySignal(), new ReadySignal()))
            .AddSingleton(_ => options.Security.Load(demandsKeys: true))
            .AddSingleton(provider => TransportFactory.Create(
                options.Transport,
                new SocketLimits
                {
                    QueueBytes = (long)options.Publish.QueueMiB << 20,
                    MaxConnections = provider.GetRequiredService<ConnectionBudget>().PerPort,
                },
                TimeProvider.System,
                provider.GetRequiredService<TransportKeys>()))
            .AddSingleton<RequestAccess>()
            .AddSingleton<PeerRegistry>()
            .AddSingleton<LeaseView>()
            .AddSingleton<ConsumerRegistry>()
            .AddSingleton(provider => ActivatorUtilities.CreateInstance<ReplayService>(
                provider, (double)options.Control.ReplayMBps * 1_000_000, (long)options.Control.ReplayMiB << 20))
            .AddSingleton(new HistoryStore(options.History.Seconds))
            .AddSingleton<HistoryLoop>()
            .AddSingleton<HistoryService>()
            .AddSingleton<ControlAnswers>()
            .AddSingleton(provider => SourceFactory.NewFeeds(provider, options))
            .AddSingleton(provider => NewPublishLoop(provider, options))
            .AddSingleton(provider => ActivatorUtilities.CreateInstance<ControlLoop>(
                provider,
                Endpoint.Parse(options.Control.Endpoint),
                provider.GetRequiredService<ConnectorSockets>().Control))
            .AddSingleton(provider => SourceFactory.NewSources(provider, options))
            .AddSingleton(provider => ActivatorUtilities.CreateInstance<LinkWarnings>(provider, options))
            .AddSingleton(provider => ActivatorUtilities.CreateInstance<ConsumerWatch>(provider, options.Watch))
            .AddSingleton(provider => ActivatorUtilities.CreateInstance<FormatSwitch>(
                provider,
                new FormatFiles(provider.GetRequiredService<StateFolder>().Files),
                options.Publish.Content))
            .AddSingleton<ConnectorHealthReport>()
            .AddBridge(options)
            .AddBackgroundLoop<Recorder>("journal", recorder => recorder.Journal.Run, JournalStopLimit)
            .AddBackgroundLoop<HistoryLoop>("history", loop => loop.Run)
            .AddLoop<ControlLoop>("control", loop => loop.Run, loop => loop.Allocation, loop => loop.Progress)
            .AddLoop<PublishLoop>(
                "publish", loop => loop.Run, loop => loop.Counters.Allocation, loop => loop.Progress);
        for (int i = 0; i < options.Sources.Length; i++)
            SourceFactory.AddThread(services, options, i);
    }

    // A format of a plug-in is used once it gave a block back (FormatSwitch).
    private static PublishFormat FormatAtStart(SerializerRegistry registry, ConnectorOptions options)
    {
        IBlockSerializer configured = registry.Create(options.Publish.Content)!;
        return new PublishFormat(
            configured.ContentId < PlugInFormats.FirstContentId ? configured : registry.Create("columns")!,
            options.Publish.Frames.MaxPayloadBytes);
    }

    private static PublishLoop NewPublishLoop(IServiceProvider provider, ConnectorOptions options)
    {
        ITransport transport = provider.GetRequiredService<ITransport>();
        Endpoint endpoint = Endpoint.Parse(options.Publish.Endpoint);
        return new PublishLoop(
            provider.GetRequiredService<SourceFeeds>(),
            new PublishSocket(transport.Publish, endpoint),
            provider.GetRequiredService<ConnectorSockets>().Publish,
            provider.GetRequiredService<RigRegistry>(),
            provider.GetRequiredService<PublisherIdentity>(),
            provider.GetRequiredService<Recorder>(),
            FormatAtStart(provider.GetRequiredService<SerializerRegistry>(), options),
            provider.GetRequiredService<TimeProvider>())
        {
            Limits = options.Publish.Frames,
            BindWait = TimeSpan.FromSeconds(1),
        };
    }
}
