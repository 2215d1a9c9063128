using System.Net.WebSockets;

namespace SignalMonitor.Viewers.Foxglove;

/// <summary>
/// The WebSocket of one viewer: one task reads what it says, another sends what its outbox has. Whatever goes wrong
/// ends this connection and nothing else.
/// </summary>
/// <param name="socket">The WebSocket; stays the caller's.</param>
/// <param name="client">The viewer; stays the caller's.</param>
/// <param name="sink">What there is.</param>
internal sealed class FoxgloveConversation(WebSocket socket, FoxgloveClient client, FoxgloveSink sink)
{
    private const int FirstBytes = 4096;
    private static readonly TimeSpan CloseLimit = TimeSpan.FromSeconds(2);

    /// <summary>Runs until the viewer is gone, or the outbox is closed and the viewer had time to answer.</summary>
    public async Task Run(CancellationToken aborted)
    {
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(aborted);
        Task sending = Guard(Send(end.Token));
        Task receiving = Guard(Receive(end.Token));
        await Task.WhenAny(sending, receiving, client.Outbox.Closing);
        client.Outbox.CloseWith(WebSocketCloseStatus.NormalClosure, "");
        end.CancelAfter(CloseLimit);
        await Task.WhenAll(sending, receiving);
    }

    // A connection that breaks has ended: no message can be sent.
    private static async Task Guard(Task task)
    {
        try
        {
            await task;
        }
        catch (Exception e) when (e is WebSocketException or OperationCanceledException or IOException
            or ObjectDisposedException)
        {
            return;
        }
    }

    private async Task Send(CancellationToken end)
    {
        FoxgloveOutbox outbox = client.Outbox;
        while (outbox.Close is null)
        {
            await outbox.Wait(end);
            byte[]? channels;
            do
            {
                (ReadOnlyMemory<byte> waiting, channels) = client.TakeAll();
                await SendAll(waiting, end);
                if (channels is not null)
                    await SendMessage(channels, isText: true, end);
            }
            while (channels is not null && outbox.Close is null);
        }

        (WebSocketCloseStatus status, string reason) = outbox.Close.Value;
        await socket.CloseOutputAsync(status, reason, end);
    }

    private async Task SendAll(ReadOnlyMemory<byte> rest, CancellationToken end)
    {
        while (!rest.IsEmpty && client.Outbox.Close is null)
        {
            (ReadOnlyMemory<byte> message, bool isText, rest) = FoxgloveOutbox.First(rest);
            await SendMessage(message, isText, end);
        }
    }

    // To give up a message is to give up the connection: half of it may be on its way.
    private async Task SendMessage(ReadOnlyMemory<byte> message, bool isText, CancellationToken end)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(end);
        limit.CancelAfter(FoxgloveLimits.Patience);
        await socket.SendAsync(
            message, isText ? WebSocketMessageType.Text : WebSocketMessageType.Binary, true, limit.Token);
    }

    private async Task Receive(CancellationToken end)
    {
        byte[] message = new byte[FirstBytes];
        int length = 0;
        while (true)
        {
            ValueWebSocketReceiveResult part = await socket.ReceiveAsync(message.AsMemory(length), end);
            if (part.MessageType == WebSocketMessageType.Close)
                return;
            length += part.Count;
            string? fault = part.MessageType == WebSocketMessageType.Binary
                ? "this server takes no binary messages: it has no capability clientPublish or services"
                : null;
            if (part.EndOfMessage)
            {
                fault ??= Take(message.AsMemory(0, length));
                length = 0;
            }
            else if (length == message.Length && length < FoxgloveLimits.MessageBytes)
            {
                Array.Resize(ref message, Math.Min(2 * length, FoxgloveLimits.MessageBytes));
            }
            else if (length == message.Length)
            {
                fault ??= $"a message may have {FoxgloveLimits.MessageBytes} bytes";
            }

            if (fault is not null)
            {
                client.Reject(fault);
                return;
            }
        }
    }

    // What is wrong with the message; null when it was taken.
    private string? Take(ReadOnlyMemory<byte> message)
    {
        if (FoxgloveCommandReader.Read(message, out string fault) is not { } command)
            return fault;
        client.Serve(command, sink.Knows);
        return null;
    }
}
