using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Hosting.Supervision;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Serilog;

namespace FuncLibs.Hosting.Programs;

/// <summary>The parts of every host: options, state folder, logger, lifetime.</summary>
/// <typeparam name="TOptions">The root option class of the host.</typeparam>
public sealed class HostParts<TOptions>
    where TOptions : class, IHostOptions, new()
{
    /// <summary>Time limit for all parts together to stop.</summary>
    public static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(10);

    private readonly EffectiveConfiguration<TOptions> _configuration;
    private readonly ProcessStreams _streams;
    private readonly Serilog.ILogger _logger;

    internal HostParts(
        EffectiveConfiguration<TOptions> configuration,
        ProcessStreams streams,
        StateFolder? state,
        Serilog.ILogger logger)
    {
        _configuration = configuration;
        _streams = streams;
        _logger = logger;
        State = state;
    }

    /// <summary>The effective options.</summary>
    public TOptions Options => _configuration.Options;

    /// <summary>The locked state folder; null when the host keeps none.</summary>
    public StateFolder? State { get; }

    /// <summary>
    /// Adds to a builder (generic or web): the configuration, Serilog, and as services <typeparamref name="TOptions"/>,
    /// <see cref="RunOptions"/>, <see cref="StateFolder"/>, <see cref="FatalErrorHandler"/>,
    /// <see cref="ListeningLines"/>, <see cref="TimeProvider"/> and the lifetime.
    /// </summary>
    public void AddTo(IHostApplicationBuilder builder)
    {
        builder.Configuration.AddInMemoryCollection(
            _configuration.Values.Concat(_configuration.Serilog).Select(
                value => KeyValuePair.Create(value.Key, (string?)value.Text)));
        builder.Logging.ClearProviders();
        builder.Logging.AddSerilog(_logger);
        IServiceCollection services = builder.Services;
        services.Configure<HostOptions>(options => options.ShutdownTimeout = StopLimit);
        services.AddSingleton(Options);
        services.AddSingleton(Options.Run);
        services.AddSingleton(TimeProvider.System);
        services.AddSingleton<FatalErrorHandler>();
        services.AddSingleton(_streams);
        services.AddSingleton<ListeningLines>();
        services.AddSingleton<IHostLifetime, ProcessLifetime>();
        services.AddServiceManager(ServiceManager.FromProcess());
        if (State is not null)
            services.AddSingleton(State);
        if (Options.Run.For > 0)
            services.AddHostedService<RunLimit>();
    }
}
