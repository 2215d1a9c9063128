using System.Net.WebSockets;
using FuncLibs.Web.Access;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// The endpoint `/live`: takes the WebSockets of browsers, no more than there may be.
/// </summary>
/// <param name="loop">The live thread.</param>
/// <param name="stopping">The monitor stops.</param>
internal sealed class LiveSocket(LiveLoop loop, CancellationToken stopping)
{
    /// <summary>The subprotocol that a browser must name.</summary>
    public const string Protocol = "telemetry.live.v1";

    /// <summary>Serves a request: 400 when it is no WebSocket, 503 when there are too many browsers.</summary>
    public async Task Serve(HttpContext context)
    {
        if (!context.WebSockets.IsWebSocketRequest)
        {
            await HttpJson.Refuse(
                context,
                StatusCodes.Status400BadRequest,
                $"/live is a WebSocket of subprotocol {Protocol}; the dashboard is at /");
            return;
        }

        if (loop.TryJoin() is not { } session)
        {
            await HttpJson.Refuse(
                context,
                StatusCodes.Status503ServiceUnavailable,
                $"{loop.MaxBrowsers} browsers are connected, which is all there may be (Dashboard:MaxBrowsers); close "
                    + $"one");
            return;
        }

        try
        {
            await Serve(context, session);
        }
        finally
        {
            loop.Leave(session);
        }
    }

    private async Task Serve(HttpContext context, LiveSession session)
    {
        // A browser that does not read is closed by us, after a time that is known.
        if (context.Features.Get<IHttpMinResponseDataRateFeature>() is { } rate)
            rate.MinDataRate = null;
        bool isOurs = context.WebSockets.WebSocketRequestedProtocols.Contains(Protocol);
        using WebSocket socket = isOurs
            ? await context.WebSockets.AcceptWebSocketAsync(Protocol)
            : await context.WebSockets.AcceptWebSocketAsync();
        if (!isOurs)
            session.Outbox.CloseWith(WebSocketCloseStatus.PolicyViolation, $"the subprotocol must be {Protocol}");
        using CancellationTokenRegistration stop = stopping.Register(
            () => session.Outbox.CloseWith(WebSocketCloseStatus.EndpointUnavailable, "the monitor stops"));
        using IDisposable access = AccessGate.CallerOf(context).Watch(
            why => session.Outbox.CloseWith(WebSocketCloseStatus.PolicyViolation, why));
        loop.Enter(session);
        await new LiveConversation(socket, session, loop).Run(context.RequestAborted);
    }
}
