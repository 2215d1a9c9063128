using System.Net.WebSockets;
using FuncLibs.Web.Access;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using SignalMonitor.Http;

namespace SignalMonitor.Viewers.Foxglove;

/// <summary>The endpoint `/foxglove`: takes the WebSockets of viewers, no more than there may be.</summary>
/// <param name="sink">What there is.</param>
/// <param name="stopping">The monitor stops.</param>
internal sealed class FoxgloveSocket(FoxgloveSink sink, CancellationToken stopping)
{
    /// <summary>Its path.</summary>
    public const string Path = "/foxglove";

    /// <summary>The subprotocol that a viewer must name.</summary>
    public const string Protocol = "foxglove.websocket.v1";

    /// <summary>
    /// Serves a request: 400 when it is no WebSocket of the subprotocol, 503 when there are too many viewers.
    /// </summary>
    public async Task Serve(HttpContext context)
    {
        if (!context.WebSockets.IsWebSocketRequest
            || !context.WebSockets.WebSocketRequestedProtocols.Contains(Protocol))
        {
            await HttpJson.Refuse(
                context,
                StatusCodes.Status400BadRequest,
                $"{Path} is a WebSocket of subprotocol {Protocol}; open it in Foxglove as ws://{context.Request.Host}"
                    + Path);
            return;
        }

        if (sink.TryJoin() is not { } client)
        {
            await HttpJson.Refuse(
                context,
                StatusCodes.Status503ServiceUnavailable,
                $"{sink.MaxClients} viewers are connected, which is all there may be (Viewers:Foxglove:MaxClients); "
                    + $"close one");
            return;
        }

        try
        {
            await Serve(context, client);
        }
        finally
        {
            sink.Leave(client);
        }
    }

    private async Task Serve(HttpContext context, FoxgloveClient client)
    {
        // A viewer that does not read is closed by us, after a time that is known.
        if (context.Features.Get<IHttpMinResponseDataRateFeature>() is { } rate)
            rate.MinDataRate = null;
        using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync(Protocol);
        using CancellationTokenRegistration stop = stopping.Register(
            () => client.Outbox.CloseWith(WebSocketCloseStatus.EndpointUnavailable, "the monitor stops"));
        using IDisposable access = AccessGate.CallerOf(context).Watch(
            why => client.Outbox.CloseWith(WebSocketCloseStatus.PolicyViolation, why));
        await new FoxgloveConversation(socket, client, sink).Run(context.RequestAborted);
    }
}
