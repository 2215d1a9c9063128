using FuncLibs.Hosting.Configuration;
using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Running;

/// <summary>What a verb works with; the configuration is valid.</summary>
/// <typeparam name="TOptions">The root option class of the host.</typeparam>
public sealed class VerbContext<TOptions>
    where TOptions : class, IHostOptions, new()
{
    private readonly HostDefinition<TOptions> _definition;

    internal VerbContext(HostDefinition<TOptions> definition, EffectiveConfiguration<TOptions> configuration, ProcessStreams streams)
    {
        _definition = definition;
        Configuration = configuration;
        Streams = streams;
    }

    /// <summary>The options in force.</summary>
    public TOptions Options => Configuration.Options;

    /// <summary>The configuration with the origin of each key.</summary>
    public EffectiveConfiguration<TOptions> Configuration { get; }

    /// <summary>Standard streams.</summary>
    public ProcessStreams Streams { get; }

    /// <summary>The options that only this verb has.</summary>
    public TExtra Extra<TExtra>()
        where TExtra : class => (TExtra)Configuration.Extra!;

    /// <summary>Builds a host, runs it until it is stopped, and returns the exit code.</summary>
    /// <param name="build">Builds it; null = as the verb `run` does.</param>
    public Task<int> RunHostAsync(Func<HostParts<TOptions>, IHost>? build = null) =>
        new HostRun<TOptions>(_definition, Configuration, Streams).RunAsync(build ?? _definition.Build);
}
