using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.NetMq;

namespace Benchmarks.Transports;

/// <summary>What is measured: a library, its I/O threads, and the size of the payload.</summary>
/// <param name="Library">`libzmq`, `libzmq-keys` (the same with CURVE), `direct` or `netmq`.</param>
/// <param name="IOThreads">Threads that read and write connections, for all sockets of the publisher's side, and again
/// of the subscriber's with libzmq and the direct transport; NetMQ has one context a process, whose threads both sides
/// share.</param>
/// <param name="PayloadBytes">Third frame.</param>
internal sealed record TransportCase(string Library, int IOThreads, int PayloadBytes)
{
    private const string WithKeys = "libzmq-keys";
    private const int MaxAhead = 1000;
    private const int LargeFrom = 100_000;

    // The sender waits for the sink in steps: PUB drops what a subscriber does not take.
    private const int AheadBytes = 8 << 20;

    /// <summary>All, so that the libraries of one size and setting come one after the other.</summary>
    public static IReadOnlyList<TransportCase> All { get; } =
    [
        .. from size in (int[])[100, 10_000, 121_000, 600_000]
           from threads in (int[])[1, 2]
           from library in (string[])[
               TransportLibrary.Libzmq, WithKeys, TransportLibrary.Direct, TransportLibrary.Netmq]

           // The direct transport has one I/O thread.
           where threads == 1 || library != TransportLibrary.Direct
           select new TransportCase(library, threads, size),
    ];

    public string Name => $"transport.{Library}.{PayloadBytes}.io{IOThreads}";

    /// <summary>Messages a second at which the delay is measured.</summary>
    public double RateHz => PayloadBytes < LargeFrom ? 1000 : 300;

    /// <summary>Messages that may be under way.</summary>
    public int Ahead => Math.Clamp(AheadBytes / PayloadBytes, 8, MaxAhead);

    /// <summary>The key that the publisher has; null for the cases without keys.</summary>
    public CurveKey? ServerKey => Library == WithKeys ? BenchmarkKeys.Publisher.Public : null;

    /// <summary>The transport of the publisher.</summary>
    public ITransport CreatePublishers() => Create(BenchmarkKeys.OfPublisher);

    /// <summary>The transport of the subscriber.</summary>
    public ITransport CreateSubscribers() => Create(BenchmarkKeys.OfSubscriber);

    private ITransport Create(Func<TransportKeys> keys)
    {
        SocketLimits limits = new() { ExpectedFrameBytes = PayloadBytes };
        return Library switch
        {
            TransportLibrary.Netmq => new NetMqTransport(limits, TimeProvider.System, IOThreads),
            TransportLibrary.Direct => new DirectTransport(limits, TimeProvider.System),
            _ => new ZeroMqTransport(limits, TimeProvider.System, IOThreads, Library == WithKeys ? keys() : null),
        };
    }
}

/// <summary>Keys of a publisher and of a subscriber, made once for a run.</summary>
internal static class BenchmarkKeys
{
    private static readonly KeyFile Subscriber = Create("subscriber");
    private static readonly string Allowed = CreateAllowed();

    /// <summary>The publisher's key.</summary>
    public static KeyFile Publisher { get; } = Create("publisher");

    /// <summary>The keys of the publisher's process.</summary>
    public static TransportKeys OfPublisher() => new() { Own = Publisher, Allowed = new AllowedPeers(Allowed) };

    /// <summary>The keys of the subscriber's process.</summary>
    public static TransportKeys OfSubscriber() => new() { Own = Subscriber };

    private static KeyFile Create(string name) => CurveKeys.TryCreate(out CurveKey? known, out CurveKey? secret)
        ? new KeyFile { Name = name, Public = known, Secret = secret }
        : throw new InvalidDataException("this libzmq was built without CURVE");

    private static string CreateAllowed()
    {
        string folder = Directory.CreateTempSubdirectory("telemetry-keys-").FullName;
        string text = (Subscriber with { Secret = null }).ToString();
        File.WriteAllText(Path.Combine(folder, Subscriber.Name + KeyFile.PublicEnding), text);
        return folder;
    }
}
