using FuncLibs.Hosting;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Configuration;
using SignalMonitor.Hosting;
using Simulator.Hosting;
using Tools.Load;
using Tools.Plotting;
using Tools.Scoring;

namespace Tools;

/// <summary>
/// The developer tools as one program. Each verb also takes the options of the program that it works with: `load` and
/// `plot` those of the simulator, `score` those of the monitor.
/// </summary>
public static class ToolsProgram
{
    private const string Name = "tools";

    private static readonly HostDefinition<SimulatorOptions> Rigs = new()
    {
        Name = Name,
        Build = SimulatorHost.Build,
        Checks = SimulatorHost.Definition.Checks,
        Verbs =
        [
            new(
                LoadVerb.Name,
                "many rigs in one process, each with its own clock; prints the lateness of their blocks",
                LoadVerb.RunAsync)
            {
                ExtraOptions = typeof(LoadOptions),
                Flags = [LoadOptions.Flag],
                DashedKeys = [LoadOptions.DashedKey],
            },
            new(PlotVerb.Name, "draws command, feedback and the loop of a channel as SVG", PlotVerb.RunAsync)
            {
                ExtraOptions = typeof(PlotOptions),
            },
        ],
    };

    private static readonly HostDefinition<MonitorOptions> Recordings = new()
    {
        Name = Name,
        Build = MonitorHost.Definition.Build,
        Aliases = MonitorHost.Definition.Aliases,
        Checks = MonitorHost.Definition.Checks,
        Verbs =
        [
            new(
                ScoreVerb.Name,
                "compares a journal, or the state of a monitor, with the ground truth of a simulated run",
                context => ScoreVerb.RunAsync(context, TimeProvider.System))
            {
                ExtraOptions = typeof(ScoreVerbOptions),
                ProgramSections = ["State", "Database"],
                Flags = ScoreVerb.Flags,
                DashedKeys = ScoreVerb.DashedKeys,
            },
        ],
    };

    /// <summary>Runs the verb that the first argument names.</summary>
    /// <returns>What the verb returns; <see cref="ExitCodes.CannotStart"/> when there is no such verb.</returns>
    public static Task<int> RunAsync(string[] args, ConfigurationInputs inputs, ProcessStreams streams)
    {
        string verb = args.FirstOrDefault("");
        if (Has(Rigs, verb))
            return HostProgram.RunAsync(args, Rigs, inputs, streams);
        if (Has(Recordings, verb))
            return HostProgram.RunAsync(args, Recordings, inputs, streams);
        return UsageAsync(verb, streams);
    }

    private static bool Has<TOptions>(HostDefinition<TOptions> definition, string word)
        where TOptions : class, IHostOptions, new() =>
        definition.Verbs.Any(verb => verb.Name.Equals(word, StringComparison.OrdinalIgnoreCase));

    private static async Task<int> UsageAsync(string word, ProcessStreams streams)
    {
        if (word is not ("" or "--help" or "-h" or "-?"))
        {
            await streams.Error.WriteLineAsync(
                $"{Name}: '{word}' is not a verb; verbs are {LoadVerb.Name}, {PlotVerb.Name}, {ScoreVerb.Name}");
            return ExitCodes.CannotStart;
        }

        await streams.Output.WriteLineAsync(
            $"""
            usage: {Name} VERB [--Section:Key value]...

            {Lines(Rigs)}
            {Lines(Recordings)}

            {Name} VERB --help lists the options of a verb.
            """);
        return word.Length > 0 ? ExitCodes.Ok : ExitCodes.CannotStart;
    }

    private static string Lines<TOptions>(HostDefinition<TOptions> definition)
        where TOptions : class, IHostOptions, new() =>
        string.Join('\n', definition.Verbs.Select(verb => $"  {verb.Name,-7} {verb.Meaning}"));
}
