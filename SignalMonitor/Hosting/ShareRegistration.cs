using FuncLibs.Hosting;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Web.Serving;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using SignalMonitor.Configuration;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard.Files;
using SignalMonitor.Http;
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
        "computes stations that several monitors share, each one on one of them",
        context => context.RunHostAsync(parts => Build(parts, context.Configuration)));

    /// <summary>
    /// For `run`: leaves the one station to follow, and refuses to compute shared ones without their leases.
    /// </summary>
    /// <exception cref="StartupException">Stations are shared, and no lease is held.</exception>
    public static void Apply(MonitorOptions options)
    {
        if (options.Sharing.Only.Length > 0)
            options.Connections =
                [.. options.Connections.Where(connection => connection.Station == options.Sharing.Only)];
        else if (options.Sharing.IsOn)
            throw new StartupException(
                "Sharing:Folder is set, so the stations are for the verb `share`; without it (--Sharing:Folder \"\") this "
                    + "monitor follows all of them, beside those that share them");
    }

    private static WebApplication Build(
        HostParts<MonitorOptions> parts, EffectiveConfiguration<MonitorOptions> configuration)
    {
        MonitorOptions options = parts.Options;
        if (!options.Sharing.IsOn)
            throw new StartupException(
                "Sharing:Folder is empty: `share` needs a folder that all monitors see, for the state of the stations");
        SharingPlan plan = PlanOf(options, configuration);
        TryFolder(plan.Folder);
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
        host.MapGet("/stations/{site}/{rig}", context => RedirectAsync(context, loop));
        ListeningLines lines = host.Services.GetRequiredService<ListeningLines>();
        host.Lifetime.ApplicationStarted.Register(() => lines.Announce(ListeningLines.Http, host.Urls.First()));
    }

    // One address for the page of a station, wherever it is computed.
    private static Task RedirectAsync(HttpContext context, ShareLoop loop)
    {
        string name = $"{context.Request.RouteValues["site"]}/{context.Request.RouteValues["rig"]}";
        if (loop.Stations.FirstOrDefault(one => one.Status.Station == name) is not { Status: { } station })
            return HttpJson.Refuse(
                context,
                StatusCodes.Status404NotFound,
                $"there is no station {name}; shared: {string.Join(", ", loop.Stations.Select(one => one.Status.Station))}");
        if (station.Page is null)
            return HttpJson.Refuse(
                context, StatusCodes.Status503ServiceUnavailable, $"no monitor serves {name} now; try again");
        context.Response.Redirect(station.Page);
        return Task.CompletedTask;
    }

    private static SharingPlan PlanOf(MonitorOptions options, EffectiveConfiguration<MonitorOptions> configuration)
    {
        string[] own = [.. StationProcess.ThisProgram(), "run", .. Given(configuration)];
        return new SharingPlan(
            Path.GetFullPath(options.Sharing.Folder),
            Environment.MachineName,
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
            .Where(value => !value.Key.StartsWith("Run:", StringComparison.OrdinalIgnoreCase))
            .Select(value => $"--{value.Key}={value.Value}");

    private static IEnumerable<string> OfStation(MonitorOptions options, string station, int index, string state) =>
    [
        $"--Sharing:Only={station}",
        $"--State:Folder={state}",
        $"--Http:Url={SharedPorts.UrlOf(options, index)}",
        $"--Client:Name=shared:{station}",
        "--Run:Supervised=true",
    ];

    private static void TryFolder(string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException(
                $"Sharing:Folder {folder} cannot be used ({OneLine.Format(e)}); choose one that all monitors see", e);
        }
    }
}
