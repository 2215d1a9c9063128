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
using FuncLibs.Messaging.Transport;
using FuncLibs.Web.Metrics;
using FuncLibs.Web.Serving;
using FuncLibs.Web.Users;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Audit;
using SignalMonitor.Audit.Verbs;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Captures;
using SignalMonitor.Certifying;
using SignalMonitor.ChannelActions;
using SignalMonitor.Configuration;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard;
using SignalMonitor.Derived;
using SignalMonitor.Evaluation;
using SignalMonitor.Exporting;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Health;
using SignalMonitor.Http;
using SignalMonitor.Inspection;
using SignalMonitor.Logging;
using SignalMonitor.Notifications.Verbs;
using SignalMonitor.Recorder;
using SignalMonitor.Recordings.Verbs;
using SignalMonitor.Reporting;
using SignalMonitor.Saving;
using SignalMonitor.Sharing;
using SignalMonitor.Streams;
using SignalMonitor.TestReports;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;
using SignalMonitor.Variables.Verbs;
using SignalMonitor.Viewers.Serving;
using SignalMonitor.Watch;

namespace SignalMonitor.Hosting;

/// <summary>
/// The monitor as a list of parts: for each connector a receive and a compute thread, the web server, and for `watch`
/// the table.
/// </summary>
public static class MonitorHost
{
    private static IReadOnlyList<IOptionsCheck<MonitorOptions>> Checks { get; } =
    [
        new SecurityCheck<MonitorOptions>(options => options.Transport, options => options.DemandsKeys),
        new HttpCheck<MonitorOptions>(options => options.Http, TimeProvider.System),
        new MetricsCheck<MonitorOptions>(options => options.Metrics),
        new FormatCheck<MonitorOptions>(options => options.Formats),
        new ConnectionCheck(), new ComputeCheck(), new DerivedCheck(), new DatabaseCheck(), new FollowedStationCheck(),
        new BreakCheck(), new RecorderCheck(), new ViewerCheck(), new NotificationCheck(), new ArchiveOptionsCheck(),
        new SharingCheck(),
    ];

    /// <summary>The definition that Program runs.</summary>
    public static HostDefinition<MonitorOptions> Definition { get; } = new()
    {
        Name = "SignalMonitor",
        Build = parts => Build(parts, watch: false),
        StateFolder = options => options.State.Folder,
        Aliases = new KeyAliases()
            .Add("Subscribe:Endpoint", "Connections:0:Subscribe")
            .Add("Control:Endpoint", "Connections:0:Control"),
        Checks = Checks,
        Verbs =
        [
            new(
                "watch",
                "runs and shows live values: a table in a terminal, plain lines in a pipe",
                context => context.RunHostAsync(parts => Build(parts, watch: true))),
            KeysVerb.Create<MonitorOptions>(),
            UsersVerb.Create<MonitorOptions>((options, by) => AccessAudit.For(
                AuditLog.In(options.State.Folder, TimeProvider.System), new AuditOrigin(by, $"verb {UsersVerb.Name}"))),
            DoctorVerb.Create(MonitorDoctor.Describe, Checks),
            new(
                "inspect",
                "FILE or -: prints payloads as text with offsets, or what is wrong with them",
                InspectVerb.RunAsync)
            {
                ExtraOptions = typeof(InspectOptions),
                ProgramSections = ["Formats"],
                Argument = InspectVerb.Argument,
            },
            new(
                "certificate",
                "prints the account of every block of the monitor's last run",
                CertificateVerb.RunAsync)
            {
                ExtraOptions = typeof(CertificateVerbOptions),
                ProgramSections = ["State"],
                Flags = [CertificateVerb.Flag],
            },
            new(
                EvalVerb.Name,
                "computes an expression over numbers or over the blocks of a journal",
                context => EvalVerb.RunAsync(context, TimeProvider.System))
            {
                ExtraOptions = typeof(EvalVerbOptions),
                ProgramSections = ["State", "Database", "Connections", "Formats"],
                Flags = EvalVerb.Flags,
            },
            new(
                ExportVerb.Name,
                $"samples of a journal as {ExportFormats.Names}",
                context => ExportVerb.RunAsync(context, TimeProvider.System))
            {
                ExtraOptions = typeof(ExportVerbOptions),
                ProgramSections = ["Formats"],
                Flags = ExportVerb.Flags,
                DashedKeys = ExportVerb.DashedKeys,
            },
            new(
                RecordingVerb.Name,
                "list, info, verify, repair, keep, release: recordings of test runs",
                context => Task.FromResult(RecordingVerb.Run(
                    context.Extra<RecordingVerbOptions>(),
                    context.Options.Recorder.RootIn(context.Options.State.Folder),
                    context.Streams.Output,
                    context.Streams.Error,
                    TimeProvider.System,
                    AuditLog.In(context.Options.State.Folder, TimeProvider.System))))
            {
                ExtraOptions = typeof(RecordingVerbOptions),
                ProgramSections = ["State", "Recorder"],
                Argument = RecordingVerb.Argument,
                NextArgument = RecordingVerb.NextArgument,
                Flags = [RecordingVerb.Flag],
            },
            ArchiveRegistration.Verb,
            ShareRegistration.Verb,
            new(
                ReportVerb.Name,
                "a recording or journal as one page: test, results, plots, alarms, certificate",
                context => ReportVerb.RunAsync(context, TimeProvider.System))
            {
                ExtraOptions = typeof(ReportVerbOptions),
                ProgramSections = ["State", "Database", "Connections"],
            },
            new(CaptureVerb.Name, "show FILE: the samples around a break", CaptureVerb.RunAsync)
            {
                ExtraOptions = typeof(CaptureVerbOptions),
                ProgramSections = [],
                Argument = CaptureVerb.Argument,
                NextArgument = CaptureVerb.NextArgument,
                Flags = CaptureVerb.Flags,
            },
            new(
                SignalsVerb.Name,
                "list, add, set, remove, check, import, export: signal variables and limits",
                context => SignalsVerb.RunAsync(context, CheckFor(context)))
            {
                ExtraOptions = typeof(SignalsVerbOptions),
                ProgramSections = ["State", "Database", "Connections"],
                Argument = SignalsVerb.Argument,
                NextArgument = SignalsVerb.NextArgument,
                Flags = [SignalsVerb.Flag],
            },
            new LimitsVerb(LimitTrialVerb.Run).Verb(CheckFor),
            new RowVerb<UnitDefinition>(
                RowEdits.Units, DefinitionText.Units).Verb("list, set, remove: units of the lab", CheckFor),
            new RowVerb<ChannelAlias>(RowEdits.Aliases, DefinitionText.Aliases).Verb(
                "list, set, remove: second names of channels", CheckFor),
            new RowVerb<StoredBreakTrigger>(
                RowEdits.Breaks, DefinitionText.Breaks).Verb("list, set, remove: break triggers", CheckFor),
            new(
                TestRunVerb.Name,
                "show, start, set, stop: test runs and their specimens",
                context => TestRunVerb.RunAsync(context, CheckFor(context), TimeProvider.System))
            {
                ExtraOptions = typeof(TestRunVerbOptions),
                ProgramSections = ["State", "Database", "Connections"],
                Argument = TestRunVerb.Argument,
                NextArgument = TestRunVerb.NextArgument,
                Flags = [TestRunVerb.Flag],
            },
            new(
                ChannelActionVerb.ResetName,
                "NAME: clears what the functions of a calculated channel remember",
                ChannelActionVerb.ResetAsync)
            {
                ExtraOptions = typeof(ResetOptions),
                ProgramSections = ["Http"],
                Argument = ChannelActionVerb.Argument,
                Flags = [nameof(ResetOptions.Json)],
            },
            new(
                ChannelActionVerb.TareName,
                "NAME: makes the present value of a calculated channel zero, or takes that back",
                ChannelActionVerb.TareAsync)
            {
                ExtraOptions = typeof(TareOptions),
                ProgramSections = ["Http"],
                Argument = ChannelActionVerb.Argument,
                Flags = [nameof(ResetOptions.Json), nameof(TareOptions.Off)],
            },
            new(
                AuditVerb.Name,
                "list, verify: who did what, and whether the audit log is as it was written",
                context => Task.FromResult(AuditVerb.Run(
                    context.Extra<AuditVerbOptions>(),
                    context.Options.State.Folder,
                    context.Streams.Output,
                    context.Streams.Error)))
            {
                ExtraOptions = typeof(AuditVerbOptions),
                ProgramSections = ["State"],
                Argument = AuditVerb.Argument,
                Flags = [AuditVerb.Flag],
            },
            new(
                NotifyVerb.Name,
                "test: sends one message to each target of notifications",
                context => NotifyVerb.RunAsync(
                    context.Extra<NotifyVerbOptions>(),
                    context.Options.Notifications,
                    context.Options.Client.NameFor(Environment.MachineName, context.Options.State.Folder),
                    context.Streams.Output,
                    context.Streams.Error,
                    TimeProvider.System))
            {
                ExtraOptions = typeof(NotifyVerbOptions),
                ProgramSections = ["State", "Client", "Notifications"],
                Argument = NotifyVerb.Argument,
            },
        ],
        MovedVerbs = new Dictionary<string, string> { ["score"] = "tools score" },
    };

    private static StationCheck CheckFor(VerbContext<MonitorOptions> context)
    {
        IReadOnlyList<FollowedStation> stations = FollowedStation.From(context.Options);
        return StationCheck.In(
            context.Options.State.Folder,
            stations.Count > 1 ? context.Extra<IStationOptions>().Station ?? stations[0].Name : null);
    }

    private static WebApplication Build(HostParts<MonitorOptions> parts, bool watch)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        parts.AddTo(builder);
        MonitorOptions options = parts.Options;
        ShareRegistration.Apply(options);
        ConnectionBudget budget = ConnectionBudget.ForProcess();
        builder.AddWeb(options.Http, options.Security, budget.PerPort);
        builder.AddMetrics(MonitorMetrics.MeterName, options.Metrics);
        builder.Services
            .AddSingleton(budget)
            .AddSingleton(PlugInFormats.CreateRegistry())
            .AddSingleton(_ => options.Security.Load(options.DemandsKeys))
            .AddSingleton(provider => TransportFactory.Create(
                options.Transport,
                new SocketLimits { Frames = options.Delivery.Frames, MaxConnections = budget.PerPort },
                TimeProvider.System,
                provider.GetRequiredService<TransportKeys>()))
            .AddSingleton(provider => new AuditLog(
                provider.GetRequiredService<StateFolder>().Files, provider.GetRequiredService<TimeProvider>()))
            .AddNotifications(options)
            .AddPosition(options)
            .AddVariables(options)
            .AddSingleton(provider => Connect(provider, options))
            .AddSingleton<IBlockCount>(provider => provider.GetRequiredService<MonitorConnections>())
            .AddSingleton<IWarmupEnd>(provider => provider.GetRequiredService<MonitorConnections>())
            .AddSingleton<HealthReport>()
            .AddSingleton<CertificateBuilder>()
            .AddSingleton<MonitorMetrics>()
            .AddRunSummary(MonitorRunSummary.From, RunJson.Default.MonitorSummary);
        builder.Services
            .AddDerived(options.Derived)
            .AddBreaks(options)
            .AddRecorder(options)
            .AddArchive(options)
            .AddExports(options)
            .AddDashboard(
                options.Dashboard,
                options.State.Folder,
                options.Captures.FolderIn(options.State.Folder),
                options.Recordings,
                options.Derived.Endpoint);
        builder.Services.AddViewers(options.Viewers, options.Transport);
        for (int i = 0; i < options.Connections.Length; i++)
            AddThreads(builder.Services, i, options.Connections.Length > 1 ? $" {i}" : "");
        builder.Services
            .AddHostedService<AccessReport>()
            .AddHostedService<ConnectionReport>()
            .AddHostedService<MonitorClockReport>()
            .AddHostedService<CertificateWriter>();
        if (options.Sharing.Only.Length > 0)
            builder.Services
                .AddSingleton(new SharedRoot(Path.GetFullPath(options.Sharing.Folder)))
                .AddHostedService<TakenStateWatch>()
                .AddHostedService<LifeSigns>();
        if (watch)
            builder.Services.AddHostedService<WatchService>();
        WebApplication host = builder.Build();
        MonitorHttp.Map(host, options.Dashboard, options.Viewers.Foxglove.AllowedOrigins);
        if (TransportFactory.FallbackReason(options.Transport) is { } reason)
            host.Lifetime.ApplicationStarted.Register(() => MonitorLog.WithoutLibzmq(host.Logger, reason));
        return host;
    }

    // Threads stop in the reverse order: nothing is received any more, then what is queued is computed.
    private static void AddThreads(IServiceCollection services, int index, string suffix) => services
        .AddLoop<MonitorConnections>(
            "compute" + suffix,
            all => all.All[index].Compute.Run,
            all => all.All[index].Compute.Allocation,
            all => all.All[index].Compute.Progress)
        .AddLoop<MonitorConnections>(
            "receive" + suffix,
            all => all.All[index].Receive.Run,
            all => all.All[index].Receive.Allocation,
            all => all.All[index].Receive.Progress);

    private static MonitorConnections Connect(IServiceProvider provider, MonitorOptions options)
    {
        bool isOneOfMany = FollowedStation.From(options).Count > 1;
        return new(
            [.. options.Connections.Select(connection => Connect(provider, options, connection, isOneOfMany))]);
    }

    private static MonitorConnection Connect(
        IServiceProvider provider, MonitorOptions options, ConnectionOptions connection, bool isOneOfMany)
    {
        string station = FollowedStation.NameOf(connection, options.Database);
        return new MonitorConnection(
            connection,
            options.Delivery,
            options.Compute,
            provider.GetRequiredService<ITransport>(),
            provider.GetRequiredService<SerializerRegistry>(),
            provider.GetRequiredService<TimeProvider>(),
            options.Client.NameFor(Environment.MachineName, options.State.Folder),
            provider.GetService<MonitorPositionFile>() is null
                ? null
                : provider.GetRequiredService<SavedParts>().Account,
            options.History.Seconds,
            provider.GetService<VariableCoordinator>(),
            provider.GetService<BreakService>(),
            provider.GetService<RunRecorders>()?.Find(station),
            options.State.Folder,
            station,
            isOneOfMany);
    }
}
