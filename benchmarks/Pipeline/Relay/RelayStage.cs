using System.Buffers.Binary;
using System.CommandLine;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Hosting;
using FuncLibs.Runtime.Platform;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Pipeline.Relay;

/// <summary>
/// One process of the bare relay: blocks of a fixed size over blocking TCP sockets, and nothing done with them. The
/// first eight bytes of a block are the UTC in ns at which it was due.
/// </summary>
internal static class RelayStage
{
    /// <summary>Name of the verb, which users are not shown.</summary>
    public const string VerbName = "relay-stage";

    /// <summary>Before the port on which a stage listens.</summary>
    public const string ListeningPrefix = "listening ";

    // As in the product: a whole block fits.
    private const int KernelBufferBytes = 1 << 20;

    /// <summary>
    /// The verb: <c>source RATE COUNT BYTES</c>, <c>relay PORT BYTES-IN BYTES-OUT</c>, <c>sink PORT BYTES SKIP</c>.
    /// </summary>
    public static Command Create()
    {
        var words = new Argument<string[]>("words");
        var verb = new Command(VerbName, "One process of `pipeline --only limit`.") { words };
        verb.Hidden = true;
        verb.SetAction(result => Run(result.GetValue(words)!));
        return verb;
    }

    private static int Run(string[] words)
    {
        TimerSlack.UseFinest();
        TimeSlice.UseShortest();
        int[] numbers = [.. words[1..].Select(word => int.Parse(word, CultureInfo.InvariantCulture))];
        switch (words[0])
        {
            case "source":
                Send(numbers[0], numbers[1], numbers[2]);
                break;
            case "relay":
                PassOn(numbers[0], numbers[1], numbers[2]);
                break;
            default:
                Receive(numbers[0], numbers[1], numbers[2]);
                break;
        }

        return ExitCodes.Ok;
    }

    private static void Send(int rate, int count, int bytes)
    {
        using Socket relay = Accept();
        byte[] block = new byte[bytes];
        PacedClock clock = new(1, rate, TimeProvider.System);
        clock.Start();
        for (long tick = 1; tick <= count; tick++)
        {
            clock.WaitFor(tick, CancellationToken.None);

            // A tick is due at the end of its sample.
            BinaryPrimitives.WriteInt64LittleEndian(block, clock.FirstSampleDueUtcNs(tick + 1));
            SendAll(relay, block);
        }
    }

    // Connected to its source last: a block is not sent before the whole way is there.
    private static void PassOn(int port, int bytesIn, int bytesOut)
    {
        using Socket sink = Accept();
        using Socket source = Connect(port);
        byte[] received = new byte[bytesIn];
        byte[] block = new byte[bytesOut];
        while (ReceiveAll(source, received))
        {
            received.AsSpan(0, sizeof(long)).CopyTo(block);
            SendAll(sink, block);
        }
    }

    private static void Receive(int port, int bytes, int skip)
    {
        using Socket relay = Connect(port);
        byte[] block = new byte[bytes];
        LatencyHistogram latencies = new();
        int received = 0;
        for (; ReceiveAll(relay, block); received++)
        {
            if (received >= skip)
                latencies.Record(TimeProvider.System.NowNs() - BinaryPrimitives.ReadInt64LittleEndian(block));
        }

        Console.WriteLine(
            JsonSerializer.Serialize(new RelayResult(received, latencies.Buckets), RelayJson.Default.RelayResult));
    }

    private static Socket Accept()
    {
        using Socket listener = NewSocket();
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{ListeningPrefix}{((IPEndPoint)listener.LocalEndPoint!).Port}"));
        Socket accepted = listener.Accept();
        accepted.NoDelay = true;
        return accepted;
    }

    private static Socket Connect(int port)
    {
        Socket socket = NewSocket();
        socket.Connect(IPAddress.Loopback, port);
        return socket;
    }

    private static Socket NewSocket() => new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
    {
        NoDelay = true,
        SendBufferSize = KernelBufferBytes,
        ReceiveBufferSize = KernelBufferBytes,
    };

    private static void SendAll(Socket socket, ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
            bytes = bytes[socket.Send(bytes)..];
    }

    // False at the end of the stream.
    private static bool ReceiveAll(Socket socket, Span<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            int got = socket.Receive(bytes);
            if (got == 0)
                return false;
            bytes = bytes[got..];
        }

        return true;
    }
}

/// <summary>What the sink of a bare relay received.</summary>
/// <param name="Received">Blocks, warm-up included.</param>
/// <param name="Latencies">From due to received, without warm-up.</param>
internal sealed record RelayResult(int Received, IReadOnlyList<LatencyBucket> Latencies);

/// <summary>Generated JSON of the result.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(RelayResult))]
internal sealed partial class RelayJson : JsonSerializerContext;
