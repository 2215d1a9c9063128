using System.Net.WebSockets;
using System.Text;

namespace Testing;

/// <summary>Whole messages of a WebSocket.</summary>
public static class SocketMessages
{
    /// <summary>Sends a text.</summary>
    public static Task SendAsync(this WebSocket socket, string text) =>
        socket.SendAsync(Encoding.UTF8.GetBytes(text), WebSocketMessageType.Text, true, CancellationToken.None);

    /// <summary>Waits for the next message; empty when the other side closes.</summary>
    public static async Task<(byte[] Bytes, bool IsBinary)> NextAsync(this WebSocket socket)
    {
        using MemoryStream whole = new();
        byte[] part = new byte[8192];
        WebSocketReceiveResult received;
        do
        {
            received = await socket.ReceiveAsync(part, CancellationToken.None);
            whole.Write(part, 0, received.Count);
        }
        while (!received.EndOfMessage);

        return (whole.ToArray(), received.MessageType == WebSocketMessageType.Binary);
    }
}
