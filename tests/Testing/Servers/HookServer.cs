using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Testing.Servers;

/// <summary>A web server on loopback that keeps what is sent to it.</summary>
public sealed class HookServer : IAsyncDisposable
{
    private readonly WebApplication _host;
    private readonly List<(string Body, string Signature)> _received = [];

    private HookServer()
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddRoutingCore();
        _host = builder.Build();
        _host.UseRouting();
        _host.MapPost("/hook", Take);
        _host.MapGet("/health", context => context.Response.WriteAsync(Health));
    }

    public HttpStatusCode Answer { get; set; } = HttpStatusCode.NoContent;

    public string Health { get; set; } = """{"status":"ok"}""";

    public string Url => _host.Urls.First();

    public (string Body, string Signature)[] Received
    {
        get
        {
            lock (_received)
                return [.. _received];
        }
    }

    public static async Task<HookServer> Start()
    {
        HookServer server = new();
        await server._host.StartAsync();
        return server;
    }

    public ValueTask DisposeAsync() => _host.DisposeAsync();

    private async Task Take(HttpContext context)
    {
        using StreamReader reader = new(context.Request.Body);
        string body = await reader.ReadToEndAsync();
        lock (_received)
            _received.Add((body, context.Request.Headers["X-Telemetry-Signature"].ToString()));
        context.Response.StatusCode = (int)Answer;
    }
}
