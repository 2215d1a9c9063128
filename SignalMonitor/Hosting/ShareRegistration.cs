using FuncLibs.Hosting;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Doctor;
using FuncLibs.Hosting.Programs;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Web.Access;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Serving;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using SignalMonitor.Configuration;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard.Files;
using SignalMonitor.Http;
using SignalMonitor.Logging;
using SignalMonitor.Sharing;

namespace SignalMonitor.Hosting;

/// <summary>
/// The verb `share`: a host without streams of its own, which starts a process of this program for each station whose
/// lease it holds.
/// </summary>
internal static class ShareRegistration
{
    /// <summary>The verb.</summary>
    public static HostVerb<MonitorOptions> Verb { get; } = new(
        "share",
        "run, prepare: computes stations that several monitors share, each one on one of them",
        context => context.Extra<ShareVerbOptions>().Action == ShareAction.Prepare
            ? PrepareAsync(context)
            : context.RunHostAsync(parts => Build(parts, context.Configuration)))
    {
        ExtraOptions = typeof(ShareVerbOptions),
        Argument = nameof(ShareVerbOptions.Action),
    };

    /// <summary>
    /// For `run`: leaves the one station to follow, and refuses to compute shared ones without their leases.
    /// </summary>
    /// <exception cref="StartupException">Stations are shared, and no lease is held.</exception>
    public static void Apply(MonitorOptions options)
    {
        if (options.Sharing.Only.Length > 0)
        {
            if (!options.Run.Supervised)
                throw new StartupException(
                    "Sharing:Only is for the processes that `share` starts: this one would compute without a lease");
            options.Connections =
                [.. options.Connections.Where(connection => connection.Station == options.Sharing.Only)];
        }
        else if (options.Sharing.IsOn)
            throw new StartupException(
                "Sharing:Folder is set, so the stations are for the verb `share`; without it (--Sharing:Folder \"\") this "
                    + "monitor follows all of them, beside those that share them");
    }

    private static async Task<int> PrepareAsync(VerbContext<MonitorOptions> context)
    {
        SharedRoot root = RootOf(context.Options);
        Use(root, root.Prepare);
        await context.Streams.Output.WriteLineAsync($"{root.Path} is for shared stations");
        return ExitCodes.Ok;
    }

    private static SharedRoot RootOf(MonitorOptions options) => options.Sharing.IsOn
        ? new SharedRoot(Path.GetFullPath(options.Sharing.Folder))
        : throw new StartupException(
            "Sharing:Folder is empty: `share` needs a folder that all monitors see, for the state of the stations");

    private static WebApplication Build(
        HostParts<MonitorOptions> parts, EffectiveConfiguration<MonitorOptions> configuration)
    {
        MonitorOptions options = parts.Options;
        SharedRoot root = RootOf(options);
        Use(root, root.Demand);
        SharingPlan plan = PlanOf(options, root.Path, configuration);
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        parts.AddTo(builder);
        builder.AddWeb(options.Http, options.Security);
        builder.Services
            .AddSingleton(plan)
            .AddSingleton<LeaseConnection>()
            .AddSingleton<ShareLoop>()
            .AddSingleton<IHostedService>(provider => provider.GetRequiredService<ShareLoop>());
        WebApplication host = builder.Build();
        Map(host, plan);
        return host;
    }

    private static void Map(WebApplication host, SharingPlan plan)
    {
        WebStatus web = host.Services.GetRequiredService<WebStatus>();
        host.UseOwnSite(
            web.IsNamed ? HostRule.Any : web.Open is null ? HostRule.Loopback : HostRule.Addresses, _ => []);
        host.UseWeb();
        ShareLoop loop = host.Services.GetRequiredService<ShareLoop>();
        host.MapGet("/health", context => HttpJson.Write(
            context, ShareHealth.From(plan, loop.Stations), ShareHealthJson.Default.ShareHealth));

        // The page asks who it is; here is none to log in at.
        host.MapGet("/stations/{site}/{rig}", context => RedirectAsync(context, loop, plan)).Needs(Role.None);
        host.Map("/api/{**rest}", context => RefuseAsync(context, loop));
        ListeningLines lines = host.Services.GetRequiredService<ListeningLines>();
        host.Lifetime.ApplicationStarted.Register(() =>
        {
            string url = host.Urls.First();
            lines.Announce(ListeningLines.Http, url);
            if (new Uri(url).IsLoopback)
                MonitorLog.PagesOnLoopback(host.Logger, url);
            if (SharedMount.FindFault(plan.Folder, new SystemFiles()) is { } fault)
                MonitorLog.SharedMountIsUnsafe(host.Logger, fault);
        });
    }

    // One address for the page of a station, wherever it is computed.
    private static Task RedirectAsync(HttpContext context, ShareLoop loop, SharingPlan plan)
    {
        string name = $"{context.Request.RouteValues["site"]}/{context.Request.RouteValues["rig"]}";
        if (loop.Stations.FirstOrDefault(one => one.Status.Station == name) is not { Status: { } station })
            return HttpJson.Refuse(
                context, StatusCodes.Status404NotFound, $"there is no station {name}; /health lists those that there are");
        if (station.Page is null)
            return HttpJson.Refuse(
                context, StatusCodes.Status503ServiceUnavailable, $"no monitor serves {name} now; try again");
        if (station.Holder != plan.Machine && new Uri(station.Page).IsLoopback)
            return HttpJson.Refuse(
                context,
                StatusCodes.Status503ServiceUnavailable,
                $"{name} is at {station.Page} of {station.Holder}, for that machine alone; set Http:Url there to an "
                    + "address that others reach");
        context.Response.Redirect(station.Page);
        return Task.CompletedTask;
    }

    // Values and channels are in the processes of the stations.
    private static Task RefuseAsync(HttpContext context, ShareLoop loop) => HttpJson.Refuse(
        context,
        StatusCodes.Status404NotFound,
        "this monitor shares stations, and has no values itself; ask the page of the station (for a verb --Http:Url): "
            + string.Join(", ", loop.Stations.Select(one => $"{one.Status.Station} is at {one.Status.Page ?? "no page yet"}")));

    private static SharingPlan PlanOf(
        MonitorOptions options, string folder, EffectiveConfiguration<MonitorOptions> configuration)
    {
        string[] own = [.. StationProcess.ThisProgram(), "run", .. Given(configuration)];
        return new SharingPlan(
            folder,
            Environment.MachineName,
            options.Sharing.Host.Length > 0 ? options.Sharing.Host : Environment.MachineName,
            options.Sharing.Balance,
            () => QueueSource.AddressOf(options.Connections[0].Amqp),
            [
                .. options.Connections.Select((connection, index) => new StationPlan(
                    connection.Station, state => [.. own, .. OfStation(options, connection.Station, index, state)])),
            ]);
    }

    // The process reads the other layers itself. How long this one runs, and where it says so, is its own.
    private static IEnumerable<string> Given(EffectiveConfiguration<MonitorOptions> configuration) =>
        configuration.CommandLine
            .Where(value => !value.Key.StartsWith("Run:", StringComparison.OrdinalIgnoreCase)
                && !value.Key.Equals(nameof(ShareVerbOptions.Action), StringComparison.OrdinalIgnoreCase))
            .Select(value => $"--{value.Key}={value.Value}");

    private static IEnumerable<string> OfStation(MonitorOptions options, string station, int index, string state) =>
    [
        $"--Sharing:Only={station}",
        $"--State:Folder={state}",
        $"--Http:Url={SharedPorts.UrlOf(options, index)}",
        $"--Client:Name=shared:{station}",
        "--Run:Supervised=true",
    ];

    private static void Use(SharedRoot root, Action use)
    {
        try
        {
            use();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException($"Sharing:Folder {root.Path} cannot be used: {OneLine.Format(e)}", e);
        }
    }
}
