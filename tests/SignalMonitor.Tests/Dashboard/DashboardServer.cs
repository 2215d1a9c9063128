using System.Net;
using System.Text;
using System.Text.Json;
using FuncLibs.Hosting.Security;
using FuncLibs.Web.Serving;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Configuration;
using SignalMonitor.Dashboard.Files;

namespace SignalMonitor.Tests.Dashboard;

/// <summary>A real web server on loopback with the check of Host and Origin, and the routes that a test maps.</summary>
internal sealed class DashboardServer : IAsyncDisposable
{
    private readonly WebApplication _host;
    private readonly HttpClient _client;

    private DashboardServer(WebApplication host)
    {
        _host = host;
        Address = new Uri(host.Urls.First());
        _client = new HttpClient { BaseAddress = Address };
    }

    public IServiceProvider Services => _host.Services;

    public Uri Address { get; }

    /// <summary>Starts a server.</summary>
    /// <param name="map">Maps the routes.</param>
    /// <param name="security">Accounts and tokens; null = nobody has to log in.</param>
    public static async Task<DashboardServer> Start(Action<WebApplication> map, SecurityOptions? security = null)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.AddWeb(new HttpOptions { Url = "http://127.0.0.1:0" }, security ?? new SecurityOptions());
        builder.Services.AddSingleton(TimeProvider.System).AddLogging();
        WebApplication host = builder.Build();
        host.UseOwnSite(security is null ? HostRule.Loopback : HostRule.Any);
        host.UseWeb();
        map(host);
        await host.StartAsync();
        return new DashboardServer(host);
    }

    public Task<HttpResponseMessage> Get(string path, params (string Name, string Value)[] headers) =>
        Send(HttpMethod.Get, path, null, headers);

    /// <summary>A request as a browser's page of this server would send it, unless headers say otherwise.</summary>
    public async Task<HttpResponseMessage> Send(
        HttpMethod method, string path, string? body, params (string Name, string Value)[] headers)
    {
        using HttpRequestMessage request = new(method, path);
        if (body is not null)
            request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        foreach ((string name, string value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);
        return await _client.SendAsync(request);
    }

    /// <summary>Status and JSON of an answer.</summary>
    public async Task<(HttpStatusCode Status, JsonElement Json)> Ask(
        HttpMethod method, string path, string? body = null, params (string Name, string Value)[] headers)
    {
        using HttpResponseMessage answer = await Send(method, path, body, headers);
        string text = await answer.Content.ReadAsStringAsync();
        return (answer.StatusCode, text.Length == 0 ? default : JsonSerializer.Deserialize<JsonElement>(text));
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _host.DisposeAsync();
    }
}
