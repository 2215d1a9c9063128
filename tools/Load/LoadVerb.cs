using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Simulator.Hosting;
using Simulator.Presets;

namespace Tools.Load;

/// <summary>
/// `load`: many rigs in one process, each by its own clock, however slow the receivers are (open loop).
/// </summary>
internal static class LoadVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "load";

    /// <summary>Checks everything, then runs until the time is over or a stop is requested.</summary>
    public static async Task<int> RunAsync(VerbContext<SimulatorOptions> context)
    {
        LoadOptions load = context.Extra<LoadOptions>();
        var faults = new PresetFaults();
        if (LoadCheck.Plan(context.Options, load, faults) is { } plan)
            return await context.RunHostAsync(parts => Build(parts, plan, load));
        await context.Streams.Error.WriteLineAsync(faults.Message("load"));
        return ExitCodes.CannotStart;
    }

    private static IHost Build(HostParts<SimulatorOptions> parts, LoadPlan plan, LoadOptions load)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        parts.AddTo(builder);
        builder.Services
            .AddSingleton(provider => new LoadSetup(
                plan,
                load,
                provider.GetRequiredService<TimeProvider>(),
                provider.GetRequiredService<FatalErrorHandler>(),
                provider.GetRequiredService<ILoggerFactory>()))
            .AddHostedService<LoadRun>();
        IHost host = builder.Build();

        // Binds now, before anything starts, so that all ports in use are one clear line.
        _ = host.Services.GetRequiredService<LoadSetup>();
        return host;
    }
}
