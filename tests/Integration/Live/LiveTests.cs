using System.Buffers.Binary;
using System.Globalization;
using System.Net.WebSockets;
using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Live;

/// <summary>A browser of a real monitor, by the bytes of docs/wire-format.md.</summary>
public sealed class LiveTests(RunningSystem system) : IClassFixture<RunningSystem>
{
    private const long WidthNs = 100_000_000;
    private static readonly string[] Signals = ["servo1.force", "servo1.count", "ad1", "bitin1", "cycles"];

    [Fact]
    public async Task Buckets_OfARunningRig_AreThoseOfTheHistory()
    {
        using ClientWebSocket socket = await Connect();
        await socket.SendAsync(
            JsonSerializer.Serialize(
                new { op = "subscribe", id = 1, stream = "main", signals = Signals, widthNs = $"{WidthNs}" }));
        string[] found = [];
        Dictionary<(string Signal, long Start), (double Min, double Max, double First, double Last, long Count)> shown =
            [];
        Drops drops = new();
        while (shown.Count < Signals.Length * 25)
        {
            (byte[] message, bool isBinary) = await socket.NextAsync();
            if (isBinary)
            {
                Show(message, found, shown, drops);
                await socket.SendAsync(
                    $$"""{"op":"ack","batch":{{BinaryPrimitives.ReadUInt32LittleEndian(message.AsSpan(4))}}}""");
                continue;
            }

            JsonElement text = JsonSerializer.Deserialize<JsonElement>(message);
            text.GetProperty("type").GetString().ShouldNotBe("refused");
            if (text.GetProperty("type").GetString() == "subscribed")
                found =
                [
                    .. text
                        .GetProperty("signals")
                        .EnumerateArray()
                        .Select(signal => signal.GetProperty("name").GetString()!),
                ];
        }

        found.ShouldBe(Signals);
        JsonElement history = system.Monitor.Json("/history?stream=main&seconds=60&buckets=2048");
        history.GetProperty("bucketNs").GetInt64().ShouldBe(WidthNs);
        foreach (JsonElement channel in history.GetProperty("channels").EnumerateArray())
            Compare(channel, history.GetProperty("t0").GetInt64(), shown);
    }

    [Fact]
    public async Task Events_AtTheBeginning_AreThoseOfTheRunSoFar()
    {
        using ClientWebSocket socket = await Connect();
        List<string> kinds = [];
        while (!kinds.Contains("connection") || !kinds.Contains("variables"))
        {
            (byte[] message, _) = await socket.NextAsync();
            JsonElement text = JsonSerializer.Deserialize<JsonElement>(message);
            if (text.GetProperty("type").GetString() == "events")
                kinds.AddRange(
                    text.GetProperty("events").EnumerateArray().Select(one => one.GetProperty("kind").GetString()!));
        }
    }

    private static void Compare(
        JsonElement channel,
        long t0,
        Dictionary<(string Signal, long Start), (double Min, double Max, double First, double Last, long Count)> shown)
    {
        string name = channel.GetProperty("name").GetString()!;
        long[] starts = [.. shown.Keys.Where(key => key.Signal == name).Select(key => key.Start).Order()];
        if (!Signals.Contains(name))
            return;
        starts.Length.ShouldBeGreaterThan(20);

        // The newest bucket was still filling.
        foreach (long start in starts.SkipLast(1))
        {
            int b = (int)((start - t0) / WidthNs);
            (Number("min", b), Number("max", b), Number("first", b), Number("last", b), channel.GetProperty("count")[b].GetInt64())
                .ShouldBe(shown[(name, start)], $"{name} at {start}");
        }

        double Number(string plane, int b)
        {
            JsonElement value = channel.GetProperty(plane)[b];
            return value.ValueKind == JsonValueKind.String
                ? double.Parse(value.GetString()!, CultureInfo.InvariantCulture)
                : value.GetDouble();
        }
    }

    private static void Show(
        byte[] batch,
        string[] signals,
        Dictionary<(string Signal, long Start), (double Min, double Max, double First, double Last, long Count)> shown,
        Drops drops)
    {
        ReadOnlySpan<byte> section = batch.AsSpan(16);
        BinaryPrimitives.ReadUInt16LittleEndian(batch.AsSpan(2)).ShouldBe((ushort)1);
        (section[0], BinaryPrimitives.ReadUInt16LittleEndian(section[2..])).ShouldBe(((byte)1, (ushort)signals.Length));
        (section[1] & 2).ShouldBe(0, "a browser that takes everything is not behind");
        long t0 = BinaryPrimitives.ReadInt64LittleEndian(section[8..]);
        int count = BinaryPrimitives.ReadInt32LittleEndian(section[24..]);
        int cells = signals.Length * count;
        if (drops.Grew(
            BinaryPrimitives.ReadUInt64LittleEndian(section[40..]),
            BinaryPrimitives.ReadInt64LittleEndian(section[32..])))
            shown.Clear();
        ReadOnlySpan<byte> body = section[48..];
        for (int i = 0; i < cells; i++)
        {
            uint samples = BinaryPrimitives.ReadUInt32LittleEndian(body[((32 * cells) + (4 * i))..]);
            if (samples > 0 && t0 + (i % count * WidthNs) >= drops.WholeFrom)
            {
                shown[(signals[i / count], t0 + (i % count * WidthNs))] = (
                    Plane(body, i), Plane(body, cells
                        + i), Plane(body, (2 * cells) + i), Plane(body, (3 * cells) + i), samples);
            }
        }
    }

    private static double Plane(ReadOnlySpan<byte> body, int at) =>
        BinaryPrimitives.ReadDoubleLittleEndian(body[(8 * at)..]);

    // On a busy machine live data drops blocks, and counts them: a dropped block is after those that wait, at most
    // half a second of them. Buckets up to there may have fewer samples than the history.
    private sealed class Drops
    {
        private const long WaitingNs = 1_000_000_000;
        private ulong _dropped;

        public long WholeFrom { get; private set; } = long.MinValue;

        public bool Grew(ulong dropped, long untilNs)
        {
            bool grew = dropped > _dropped;
            _dropped = dropped;
            if (grew)
                WholeFrom = untilNs + WaitingNs;
            return grew;
        }
    }

    private async Task<ClientWebSocket> Connect()
    {
        ClientWebSocket socket = new();
        socket.Options.AddSubProtocol("telemetry.live.v1");
        await socket.ConnectAsync(
            new Uri(system.Monitor.Endpoint("http").Replace("http", "ws", StringComparison.Ordinal) + "/live"),
            CancellationToken.None);
        return socket;
    }
}
