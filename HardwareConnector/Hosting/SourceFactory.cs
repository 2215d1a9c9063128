using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting;
using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.RigLink;
using HardwareConnector.Configuration;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Links;
using HardwareConnector.Sources.Recordings;
using HardwareConnector.Sources.Simulated;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Hosting;

/// <summary>Creates the configured sources, each with its feed and its thread.</summary>
internal static class SourceFactory
{
    // Prefill limit over all sources; a burst beyond it allocates on the thread of its source.
    private const long MaxPrefillBytes = 128 << 20;

    /// <summary>Creates a feed for each source.</summary>
    public static SourceFeeds NewFeeds(IServiceProvider provider, ConnectorOptions options)
    {
        Recorder recorder = provider.GetRequiredService<Recorder>();
        PublisherState state = provider.GetRequiredService<PublisherState>();

        // Streams that an earlier run numbered. Those of this run are numbered on the publish thread and have no mark
        // yet.
        Dictionary<string, uint> known =
            state.Streams.ToDictionary(stream => stream.Name, stream => stream.Id, StringComparer.Ordinal);
        SampleMark? MarkOf(string name) => known.TryGetValue(name, out uint id) ? recorder.Samples?.TakeLeft(id) : null;
        int sources = options.Sources.Length;
        StreamQuota quota = new(options.Publish.Frames);
        return new SourceFeeds(sources, (number, signal) => new SourceFeed(options.Sources[number].QueueBlocks, signal)
        {
            Naming = new StreamNaming(SourceNames.Find(options, number)),
            MaxStreams = StreamNaming.MaxStreams / sources,
            Left = MarkOf,
            NumberStreams = names => state.Prepare(names),
            Quota = quota,
            IsReplay = ReplaySet.IsReplay(options.Sources[number]),
            PrefillBytes = Math.Min(RigDescription.PrefillBytes, MaxPrefillBytes / sources),
        });
    }

    /// <summary>Creates the sources.</summary>
    public static RigSources NewSources(IServiceProvider provider, ConnectorOptions options)
    {
        SourceFeeds feeds = provider.GetRequiredService<SourceFeeds>();
        return new RigSources(
            [.. options.Sources.Select((source, number) => NewSource(provider, feeds.All[number], options, number))],
            provider.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping);
    }

    /// <summary>Adds the thread of a source: `source`, or with several `source0`, `source1` and so on.</summary>
    public static void AddThread(IServiceCollection services, ConnectorOptions options, int number) =>
        services.AddLoop<RigSources>(
            options.Sources.Length == 1 ? "source" : $"source{number}",
            sources => stop => sources.Run(number, stop),
            sources => sources.All[number].Counters.Allocation);

    private static IRigSource NewSource(
        IServiceProvider provider, SourceFeed feed, ConnectorOptions options, int number)
    {
        SourceOptions source = options.Sources[number];
        return source.Type switch
        {
            SourceType.Simulator => NewSimulated(provider, feed, source, number),
            SourceType.Replay => NewReplay(provider, feed, options, source),
            _ => NewLink(provider, feed, source, number),
        };
    }

    private static LinkSource NewLink(IServiceProvider provider, SourceFeed feed, SourceOptions source, int number)
    {
        TimeProvider time = provider.GetRequiredService<TimeProvider>();
        if (!LinkAddress.TryParse(source.Endpoint, out LinkAddress? address, out string? fault))
            throw new StartupException($"Sources:{number}:Endpoint: {fault}");
        if (RigAddress.Resolve(address, out fault) is not { } endpoint)
            throw new StartupException($"Sources:{number}:Endpoint: {fault}");
        return new LinkSource(
            feed,
            endpoint,
            address.IsTls ? new RigTls(address.Host, source.Tls, time) : null,
            provider.GetRequiredService<SerializerRegistry>(),
            time,
            provider.GetRequiredService<ILogger<LinkSource>>());
    }

    private static SimulatorSource NewSimulated(
        IServiceProvider provider, SourceFeed feed, SourceOptions options, int number)
    {
        SimulatorSource source = new(
            feed,
            options,
            provider.GetRequiredService<TimeProvider>(),
            provider.GetRequiredService<ILogger<SimulatorSource>>());
        if (source.OpenGroundTruth() is not { } fault)
            return source;
        source.Dispose();
        throw new StartupException($"Sources:{number}:Truth: {fault}");
    }

    // Half of the ring: the disk always has something to write, and no frame finds the ring full.
    private static RecordedSource NewReplay(
        IServiceProvider provider, SourceFeed feed, ConnectorOptions options, SourceOptions source)
    {
        Recorder recorder = provider.GetRequiredService<Recorder>();
        PublishLoop publish = provider.GetRequiredService<PublishLoop>();
        int maxWaiting = options.Journal.ToJournal().RingBytes / 2;
        return new RecordedSource(
            feed,
            provider.GetRequiredService<ReplaySet>().Select(source, provider.GetRequiredService<PublisherState>()),
            source.Loop,
            provider.GetRequiredService<SerializerRegistry>(),
            () => recorder.Journal.WaitingBytes > maxWaiting,
            provider.GetRequiredService<TimeProvider>(),
            provider.GetRequiredService<ILogger<RecordedSource>>())
        {
            MayBegin = source.Await ? () => publish.HasSubscriber : static () => true,
        };
    }
}
