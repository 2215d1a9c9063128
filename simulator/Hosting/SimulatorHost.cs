using System.Net.Sockets;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Hosting.Threads;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Simulator.Faults.Playing;
using Simulator.Rig;
using Simulator.Serving;

namespace Simulator.Hosting;

/// <summary>The parts of the simulator process: a rig, the link, and the loop between them.</summary>
public static class SimulatorHost
{
    /// <summary>The whole program: options, checks, verbs.</summary>
    public static HostDefinition<SimulatorOptions> Definition => new()
    {
        Name = "simulator",
        Build = Build,
        Checks = [new ListenCheck(), new PresetCheck(), new FaultCheck(), new PriorityCheck()],
        Verbs =
        [
            new("presets", "lists the presets; show NAME prints the document of one", PresetsVerb.RunAsync)
            {
                ExtraOptions = typeof(PresetsOptions),
                ProgramSections = [],
                Argument = PresetsOptions.Argument,
                NextArgument = PresetsOptions.NextArgument,
                Flags = [PresetsOptions.Flag],
            },
            new("dump", "writes blocks as content 1 documents to a file, and the truth beside it", DumpVerb.RunAsync)
            {
                ExtraOptions = typeof(DumpOptions),
            },
        ],
        MovedVerbs = new Dictionary<string, string> { ["load"] = "tools load", ["plot"] = "tools plot" },
    };

    /// <summary>Builds the host of the verb `run`.</summary>
    public static IHost Build(HostParts<SimulatorOptions> parts)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        parts.AddTo(builder);
        builder.Services
            .AddSingleton(SimulatorVerbs.CreateRig(parts.Options))
            .AddSingleton(Server)
            .AddSingleton(Clock)
            .AddSingleton<RunGroundTruth>()
            .AddSingleton(Loop)
            .AddSingleton<SimulatorRun>()
            .AddSingleton<IBlockCount>(provider => provider.GetRequiredService<SimulatorRun>())
            .AddSingleton<IWarmupEnd>(provider => provider.GetRequiredService<SimulatorRun>())
            .AddRunSummary(
                provider => provider.GetRequiredService<SimulatorRun>().Summary, RunJson.Default.SimulatorSummary)
            .AddHostedService<LinkAccept>()
            .AddLoop<BlockLoop>("blocks", loop => loop.Run, loop => loop.Allocation, loop => loop.Progress);
        IHost host = builder.Build();

        // Binds now, before anything starts: a port in use is one clear line, not a failed start of some part.
        _ = host.Services.GetRequiredService<LinkServer>();
        host.Services.GetRequiredService<RunGroundTruth>().Create();
        return host;
    }

    private static LinkServer Server(IServiceProvider provider)
    {
        LinkOptions link = provider.GetRequiredService<SimulatorOptions>().Link;
        if (link.Address is not var (listen, isTls))
            throw new InvalidOperationException("The options were not checked.");
        TimeProvider time = provider.GetRequiredService<TimeProvider>();
        var settings =
            new LinkServerSettings(listen, provider.GetRequiredService<SimulatedRig>().Description, link.QueueBlocks)
            {
                Tls = isTls ? link.CreateTls(time) : null,
            };
        try
        {
            return new LinkServer(settings, time, provider.GetRequiredService<ILogger<LinkServer>>());
        }
        catch (SocketException e)
        {
            throw new IOException($"Link:Listen {link.Listen}: {e.Message}", e);
        }
    }

    private static BlockLoop Loop(IServiceProvider provider)
    {
        SimulatedRig rig = provider.GetRequiredService<SimulatedRig>();
        SimulatorOptions options = provider.GetRequiredService<SimulatorOptions>();
        RunGroundTruth groundTruth = provider.GetRequiredService<RunGroundTruth>();
        FaultRun? faults = SimulatorVerbs.CreateFaults(options, rig, groundTruth.GroundTruth);
        if (faults is not null)
            SimulatorLog.FaultsScheduled(
                provider.GetRequiredService<ILogger<BlockLoop>>(), faults.Count, options.Faults, faults.LastFrom);
        return new BlockLoop(
            rig,
            provider.GetRequiredService<LinkServer>(),
            provider.GetRequiredService<PacedClock>(),
            faults,
            groundTruth)
        {
            Priority = options.Priority,
        };
    }

    private static PacedClock Clock(IServiceProvider provider)
    {
        SimulatedRig rig = provider.GetRequiredService<SimulatedRig>();
        return new PacedClock(
            rig.Description.PointsPerBlock, rig.Preset.ClockRateHz, provider.GetRequiredService<TimeProvider>());
    }
}
