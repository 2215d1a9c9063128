using FuncLibs.Hosting.Configuration;
using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Programs;

/// <summary>A verb of a host.</summary>
/// <typeparam name="TOptions">The root option class of the host.</typeparam>
/// <param name="Name">The word, in lower case.</param>
/// <param name="Meaning">One line for the help text.</param>
/// <param name="RunAsync">Runs the verb; returns the exit code.</param>
public sealed record HostVerb<TOptions>(string Name, string Meaning, Func<VerbContext<TOptions>, Task<int>> RunAsync)
    where TOptions : class, IHostOptions, new()
{
    /// <summary>Class of options for this verb only; null = none.</summary>
    public Type? ExtraOptions { get; init; }

    /// <summary>Key of the option that a first bare word after the verb sets (`inspect FILE`); null = none.</summary>
    public string? Argument { get; init; }

    /// <summary>Key of the option that a second bare word sets (`signals set NAME`); null = none.</summary>
    public string? NextArgument { get; init; }

    /// <summary>
    /// Keys of the boolean options that may be given without a value: `--json`, with dashes between words `--as-live`.
    /// </summary>
    public IReadOnlyList<string> Flags { get; init; } = [];

    /// <summary>
    /// True for a verb that repairs what the checks of the options find: they are not run. Types and ranges are.
    /// </summary>
    public bool SkipsChecks { get; init; }

    /// <summary>Sections of the program's options that the verb reads, for its help page; null = all of them.</summary>
    public IReadOnlyList<string>? ProgramSections { get; init; }

    /// <summary>
    /// Keys of the options with a value that may be written with dashes between words: `--min-recall 0.9`.
    /// </summary>
    public IReadOnlyList<string> DashedKeys { get; init; } = [];
}

/// <summary>Context of a verb; the configuration is valid.</summary>
/// <typeparam name="TOptions">The root option class of the host.</typeparam>
public sealed class VerbContext<TOptions>
    where TOptions : class, IHostOptions, new()
{
    private readonly HostDefinition<TOptions> _definition;

    internal VerbContext(
        HostDefinition<TOptions> definition, EffectiveConfiguration<TOptions> configuration, ProcessStreams streams)
    {
        _definition = definition;
        Configuration = configuration;
        Streams = streams;
    }

    /// <summary>The effective options.</summary>
    public TOptions Options => Configuration.Options;

    /// <summary>The configuration with the origin of each key.</summary>
    public EffectiveConfiguration<TOptions> Configuration { get; }

    /// <summary>Standard streams.</summary>
    public ProcessStreams Streams { get; }

    /// <summary>The options of this verb.</summary>
    public TExtra Extra<TExtra>()
        where TExtra : class => (TExtra)Configuration.Extra!;

    /// <summary>Builds a host, runs it until it is stopped, and returns the exit code.</summary>
    /// <param name="build">Builds the host; null = as for the verb `run`.</param>
    public Task<int> RunHostAsync(Func<HostParts<TOptions>, IHost>? build = null) =>
        new HostRun<TOptions>(_definition, Configuration, Streams).RunAsync(build ?? _definition.Build);
}
