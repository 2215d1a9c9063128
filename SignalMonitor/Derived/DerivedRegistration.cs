using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace SignalMonitor.Derived;

/// <summary>Registers the publisher of derived values, when it is to publish anywhere.</summary>
internal static class DerivedRegistration
{
    /// <summary>Adds it. Before the compute threads, so that it stops after them.</summary>
    public static IServiceCollection AddDerived(this IServiceCollection services, DerivedOptions options)
    {
        if (options.Endpoint.Length == 0)
            return services;
        Endpoint endpoint = Endpoint.Parse(options.Endpoint);
        return services
            .AddSingleton(new DerivedFeed(options.QueueBlocks))
            .AddSingleton(provider => CreateLoop(provider, options, endpoint))
            .AddLoop<DerivedLoop>(
                "derived", loop => loop.Run, loop => loop.Counters.Allocation, loop => loop.Progress)
            .AddHostedService<DerivedStart>();
    }

    private static DerivedLoop CreateLoop(IServiceProvider provider, DerivedOptions options, Endpoint endpoint)
    {
        TimeProvider time = provider.GetRequiredService<TimeProvider>();
        PublisherState state = PublisherState.Open(provider.GetRequiredService<StateFolder>(), time);
        PublisherIdentity identity = new(state.Publisher, Guid.NewGuid(), state.Epoch, options.Site, options.Rig);
        ITransport transport = provider.GetRequiredService<ITransport>();
        return new DerivedLoop(
            provider.GetRequiredService<DerivedFeed>(),
            () => transport.Publish(endpoint),
            new ReadySignal(),
            identity,
            new DerivedCatalogue(identity, state),
            provider.GetRequiredService<SerializerRegistry>().Create("columns")!,
            time);
    }

    /// <summary>Waits at start until the socket is bound, and announces where.</summary>
    private sealed class DerivedStart(DerivedLoop loop, ListeningLines lines) : IHostedService
    {
        public async Task StartAsync(CancellationToken cancellationToken) =>
            lines.Announce(ListeningLines.Derived, await loop.Ready.WaitAsync(cancellationToken));

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
