using System.Net.WebSockets;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// The WebSocket of one browser: one task reads its messages, another sends what its outbox has. Whatever goes wrong
/// ends this connection and nothing else.
/// </summary>
/// <param name="socket">The WebSocket; stays the caller's.</param>
/// <param name="session">The browser; stays the caller's.</param>
/// <param name="loop">The live thread.</param>
internal sealed class LiveConversation(WebSocket socket, LiveSession session, LiveLoop loop)
{
    private const int FirstBytes = 4096;
    private static readonly TimeSpan CloseLimit = TimeSpan.FromSeconds(2);

    /// <summary>Runs until the browser is gone, or the outbox is closed and the browser had time to answer.</summary>
    public async Task Run(CancellationToken aborted)
    {
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(aborted);
        Task sending = Guard(Send(end.Token));
        Task receiving = Guard(Receive(end.Token));
        await Task.WhenAny(sending, receiving, session.Outbox.Closing);
        session.Outbox.CloseWith(WebSocketCloseStatus.NormalClosure, "");
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
        LiveOutbox outbox = session.Outbox;
        while (outbox.Close is null)
        {
            await outbox.Wait(end);
            while (outbox.TryTake(out byte[]? text, out bool isBatch))
            {
                // To give up a message is to give up the connection: half of it may be on its way.
                using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(end);
                limit.CancelAfter(LiveLimits.Patience);
                ReadOnlyMemory<byte> bytes = isBatch ? outbox.Batch.Written : text;
                WebSocketMessageType type = isBatch ? WebSocketMessageType.Binary : WebSocketMessageType.Text;
                await socket.SendAsync(bytes, type, endOfMessage: true, limit.Token);
                if (isBatch)
                    outbox.BatchSent();
            }
        }

        (WebSocketCloseStatus status, string reason) = outbox.Close.Value;
        await socket.CloseOutputAsync(status, reason, end);
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
            string? fault = part.MessageType == WebSocketMessageType.Binary ? "a message must be text" : null;
            if (part.EndOfMessage)
            {
                fault ??= await Receive(message.AsMemory(0, length), end);
                length = 0;
            }
            else if (length == message.Length && length < LiveLimits.MessageBytes)
            {
                Array.Resize(ref message, Math.Min(2 * length, LiveLimits.MessageBytes));
            }
            else if (length == message.Length)
            {
                fault ??= $"a message may have {LiveLimits.MessageBytes} bytes";
            }

            if (fault is not null)
            {
                session.Outbox.CloseWith(WebSocketCloseStatus.PolicyViolation, fault);
                return;
            }
        }
    }

    // What is wrong with the message; null when it was taken.
    private async Task<string?> Receive(ReadOnlyMemory<byte> message, CancellationToken end)
    {
        switch (LiveCommandReader.Read(message, out string fault))
        {
            case null:
                return fault;
            case LiveCommand.Acknowledge { } taken:
                return session.Acknowledge(taken.Batch)
                    ? null
                    : $"batch {taken.Batch} is acknowledged, which was not sent";
            case { } command:
                await session.WaitForRoom(end);
                loop.Post(session, command);
                return null;
        }
    }
}
