using System.Buffers.Binary;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Dashboard;

/// <summary>
/// A browser as the monitor sees it: subscribes to signals, takes every batch and acknowledges it, or never reads at
/// all. Looks at each bucket: a whole one must have as many samples as its signal's rate gives.
/// </summary>
internal sealed class LiveClient : IAsyncDisposable
{
    private const int HeaderBytes = 16;
    private const int SectionBytes = 48;

    private readonly ClientWebSocket _socket = new();
    private readonly CancellationTokenSource _end = new();
    private readonly List<double> _lagsMs = [];
    private Task _reading = Task.CompletedTask;

    /// <summary>Width of the buckets, ns.</summary>
    public const long WidthNs = 12_500_000;

    /// <summary>Batches that were taken.</summary>
    public long Batches { get; private set; }

    /// <summary>Bytes of them.</summary>
    public long Bytes { get; private set; }

    /// <summary>Whole buckets.</summary>
    public long Buckets { get; private set; }

    /// <summary>Whole buckets with another number of samples.</summary>
    public long Wrong { get; private set; }

    /// <summary>Sections that were wider than requested.</summary>
    public long Coarser { get; private set; }

    /// <summary>Blocks that live data did not take.</summary>
    public ulong Dropped { get; private set; }

    /// <summary>From the due time of the newest block of a batch to the batch being here, ms.</summary>
    public IReadOnlyList<double> LagsMs => _lagsMs;

    /// <summary>Why it ended early; null when it did not.</summary>
    public string? Fault => _reading.IsFaulted ? _reading.Exception!.GetBaseException().Message : null;

    /// <summary>Connects and subscribes.</summary>
    /// <param name="live">Where.</param>
    /// <param name="signals">What, all of one rate.</param>
    /// <param name="rateHz">That rate.</param>
    /// <param name="isStalled">True for one that never reads.</param>
    /// <param name="stop">Ends it.</param>
    public static async Task<LiveClient> StartAsync(
        Uri live, string[] signals, double rateHz, bool isStalled, CancellationToken stop)
    {
        LiveClient client = new();
        client._socket.Options.AddSubProtocol("telemetry.live.v1");
        await client._socket.ConnectAsync(live, stop);
        await client.SendAsync(
            JsonSerializer.Serialize(
                new { op = "subscribe", id = 1, stream = "main", signals, widthNs = $"{WidthNs}" }),
            stop);
        await client.SendAsync(
            JsonSerializer.Serialize(
                new { op = "pairs", id = 2, stream = "main", x = signals[0], y = signals[1], perSecond = 2000 }), stop);
        if (!isStalled)
            client._reading =
                client.ReadAsync((uint)Math.Round(rateHz * WidthNs / UtcClock.NanosecondsPerSecond), client._end.Token);
        return client;
    }

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _reading.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _socket.Dispose();
        _end.Dispose();
    }

    private async Task ReadAsync(uint expected, CancellationToken end)
    {
        byte[] message = new byte[1 << 22];
        try
        {
            while (true)
            {
                int length = 0;
                ValueWebSocketReceiveResult part;
                do
                {
                    part = await _socket.ReceiveAsync(message.AsMemory(length), end);
                    length += part.Count;
                }
                while (!part.EndOfMessage);

                if (part.MessageType == WebSocketMessageType.Close)
                    throw new InvalidDataException($"the monitor closed a client: {_socket.CloseStatusDescription}");
                if (part.MessageType != WebSocketMessageType.Binary)
                    continue;
                Receive(message.AsSpan(0, length), expected);
                await SendAsync(
                    $$"""{"op":"ack","batch":{{BinaryPrimitives.ReadUInt32LittleEndian(message.AsSpan(4))}}}""", end);
            }
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            return;
        }
    }

    private void Receive(ReadOnlySpan<byte> batch, uint expected)
    {
        Batches++;
        Bytes += batch.Length;
        long nowNs = TimeProvider.System.NowNs();
        ReadOnlySpan<byte> section = batch[HeaderBytes..];
        _lagsMs.Add((nowNs - BinaryPrimitives.ReadInt64LittleEndian(section[32..])) / 1e6);
        while (!section.IsEmpty)
        {
            Coarser += (section[1] >> 1) & 1;
            Dropped = BinaryPrimitives.ReadUInt64LittleEndian(section[40..]);
            if (section[0] == 1)
                Count(section, expected);
            section = section[BinaryPrimitives.ReadInt32LittleEndian(section[28..])..];
        }
    }

    // The newest bucket is still filling, and comes again.
    private void Count(ReadOnlySpan<byte> section, uint expected)
    {
        int signals = BinaryPrimitives.ReadUInt16LittleEndian(section[2..]);
        int count = BinaryPrimitives.ReadInt32LittleEndian(section[24..]);
        ReadOnlySpan<byte> counts = section[(SectionBytes + (32 * signals * count))..];
        for (int cell = 0; cell < signals * count; cell++)
        {
            if (cell % count == count - 1)
                continue;
            Buckets++;
            Wrong += BinaryPrimitives.ReadUInt32LittleEndian(counts[(4 * cell)..]) == expected ? 0 : 1;
        }
    }

    private Task SendAsync(string text, CancellationToken stop) =>
        _socket.SendAsync(Encoding.UTF8.GetBytes(text), WebSocketMessageType.Text, true, stop);
}
