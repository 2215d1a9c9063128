using FuncLibs.Amqp;
using FuncLibs.Hosting;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Publishing;
using HardwareConnector.Bridge;
using HardwareConnector.Configuration;
using HardwareConnector.Publishing;
using Microsoft.Extensions.DependencyInjection;

namespace HardwareConnector.Hosting;

/// <summary>Registers the bridge with the host, where a broker is configured.</summary>
internal static class BridgeRegistration
{
    // Beyond what the loop takes for itself: the end of a connection that does not answer.
    private static readonly TimeSpan CloseLimit = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Adds it. Before the journal's thread, which therefore ends first: then the bridge publishes what it wrote last.
    /// </summary>
    public static IServiceCollection AddBridge(this IServiceCollection services, ConnectorOptions options) =>
        !options.Bridge.IsOn ? services : services
            .AddSingleton(provider => Create(provider, options.Bridge))
            .AddBackgroundLoop<BridgeLoop>("bridge", loop => loop.Run, BridgeLoop.StopLimit + CloseLimit);

    private static BridgeLoop Create(IServiceProvider provider, BridgeOptions options)
    {
        if (options.Load(out BrokerAddress? broker) is { } fault)
            throw new StartupException($"the bridge cannot start: {fault}");
        BrokerAddress Find() => options.Load(out BrokerAddress? now) is { } later
            ? throw new BrokerException(later) : now!;
        StateFolder folder = provider.GetRequiredService<StateFolder>();
        PublisherIdentity identity = provider.GetRequiredService<PublisherIdentity>();
        BridgePlan plan = new(
            broker!.ToString(), Find, options.QueueOf(identity.Site, identity.Rig), options.Window);
        return ActivatorUtilities.CreateInstance<BridgeLoop>(
            provider,
            plan,
            BridgeCursor.Open(folder, identity.Publisher, identity.Epoch, plan.Queue.Name),
            new BridgeRequestFile(folder.Files),
            provider.GetRequiredService<PublishLoop>().Link);
    }
}
