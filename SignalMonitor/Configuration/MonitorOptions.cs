using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Hosting.Formats;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Hosting.Transports;
using FuncLibs.Web.Configuration;
using FuncLibs.Web.Metrics;
using SignalMonitor.Archiving;
using SignalMonitor.Breaks;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Derived;
using SignalMonitor.Exporting.Jobs;
using SignalMonitor.Health;
using SignalMonitor.History;
using SignalMonitor.Notifications;
using SignalMonitor.OtherMonitors;
using SignalMonitor.Recorder;
using SignalMonitor.Recordings;
using SignalMonitor.Sharing;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Viewers;

namespace SignalMonitor.Configuration;

/// <summary>
/// Everything that can be configured. The defaults are those of a new object; each option documents unit and range.
/// </summary>
public sealed class MonitorOptions : IHostOptions, ISecuredOptions
{
    /// <summary>
    /// Connectors to listen to. `Subscribe:Endpoint` and `Control:Endpoint` are short for `Connections:0:Subscribe` and
    /// `:Control`.
    /// </summary>
    public ConnectionOptions[] Connections { get; set; } = [new()];

    /// <summary>The ZeroMQ that carries the data.</summary>
    public TransportOptions Transport { get; set; } = new();

    /// <inheritdoc/>
    public SecurityOptions Security { get; set; } = new();

    /// <summary>True when what this monitor publishes demands keys of its subscribers.</summary>
    internal bool DemandsKeys => Security.KeyFile.Length > 0 && Security.AllowedFolder.Length > 0;

    /// <summary>Payload formats beyond the built-in ones.</summary>
    public PayloadFormatOptions Formats { get; set; } = new();

    /// <summary>How this monitor is known to its connectors.</summary>
    public ClientOptions Client { get; set; } = new();

    /// <summary>What happens when blocks are missing.</summary>
    public DeliveryOptions Delivery { get; set; } = new();

    /// <summary>What is computed of what.</summary>
    public ComputeOptions Compute { get; set; } = new();

    /// <summary>Signal variables for other programs.</summary>
    public DerivedOptions Derived { get; set; } = new();

    /// <summary>Break triggers; none unless they are given.</summary>
    public BreakOptions[] Breaks { get; set; } = [];

    /// <summary>Where the samples around breaks are kept. Ignored without break triggers.</summary>
    public CaptureOptions Captures { get; set; } = new();

    /// <summary>What becomes of the blocks of a test run.</summary>
    public RecorderOptions Recorder { get; set; } = new();

    /// <summary>Where finished recordings are copied.</summary>
    public ArchiveOptions Archive { get; set; } = new();

    /// <summary>Where routes find recordings.</summary>
    internal RecordingRoots Recordings => new(Recorder.RootIn(State.Folder), Archive.IsOn ? Archive.Root : null);

    /// <summary>Exports that are asked for over HTTP.</summary>
    public ExportJobOptions Exports { get; set; } = new();

    /// <summary>History for plots.</summary>
    public HistoryOptions History { get; set; } = new();

    /// <summary>What survives a restart.</summary>
    public StateOptions State { get; set; } = new();

    /// <summary>Where signal variables, limits and test runs are kept.</summary>
    public DatabaseOptions Database { get; set; } = new();

    /// <summary>True when at least one station has a database.</summary>
    internal bool HasDatabase =>
        FollowedStation.From(this).Any(station => station.Database.Provider != DatabaseProvider.None);

    /// <summary>Health, snapshot and metrics.</summary>
    public HttpOptions Http { get; set; } = new();

    /// <summary>The dashboard in the browser.</summary>
    public DashboardOptions Dashboard { get; set; } = new();

    /// <summary>Live values for viewers of others.</summary>
    public ViewerOptions Viewers { get; set; } = new();

    /// <summary>Messages to people who are not in front of the rig.</summary>
    public NotificationOptions Notifications { get; set; } = new();

    /// <summary>Stations that several monitors share.</summary>
    public SharingOptions Sharing { get; set; } = new();

    /// <summary>Other monitors that this one watches.</summary>
    public WatchOptions Watch { get; set; } = new();

    /// <summary>Export of metrics.</summary>
    public MetricsOptions Metrics { get; set; } = new();

    /// <summary>From when on the monitor is degraded.</summary>
    public HealthOptions Health { get; set; } = new();

    /// <inheritdoc/>
    public RunOptions Run { get; set; } = new();
}

/// <summary>What survives a restart: the position and the account of every stream, and logs.</summary>
public sealed class StateOptions
{
    /// <summary>The folder; one monitor at a time.</summary>
    [Description("folder for state and logs")]
    [Required]
    public string Folder { get; set; } = StateFolder.DefaultFor("monitor");

    /// <summary>
    /// true: continue from the position that the last process saved, and read from the journals what was missed. false:
    /// start over at the newest block, with an empty account; the saved position is replaced within a second. Ignored
    /// with Delivery:OnHole=skip, which saves nothing.
    /// </summary>
    [Description("continue from the saved position (true), or start over (false)")]
    public bool Resume { get; set; } = true;
}

/// <summary>The web server.</summary>
public sealed class HttpOptions : HttpServerOptions
{
    /// <summary>Where it listens: http on loopback, or https. Port 0 = any free port.</summary>
    [Description("where dashboard, health, snapshot and metrics are served: http on loopback, or https")]
    [Required]
    public override string Url { get; set; } = "http://127.0.0.1:5080";
}
