using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using FuncLibs.Hosting.Security;
using FuncLibs.Web.Access;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Configuration;
using FuncLibs.Web.Serving;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace FuncLibs.Web.Tests.Serving;

/// <summary>The web server of a host on loopback, with a route for each role.</summary>
internal sealed class RunningWeb : IAsyncDisposable
{
    private readonly WebApplication _host;
    private readonly List<IDisposable> _clients = [];

    private RunningWeb(WebApplication host)
    {
        _host = host;
        Client = NewClient();
    }

    public HttpClient Client { get; }

    public IServiceProvider Services => _host.Services;

    public RefusalCounts Counts => Services.GetRequiredService<RefusalCounts>();

    public WebStatus Status => Services.GetRequiredService<WebStatus>();

    public Uri Address => new(_host.Urls.First());

    public static async Task<RunningWeb> Start(
        SecurityOptions security, HttpServerOptions? http = null, int maxConnections = int.MaxValue)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.AddWeb(http ?? new TestHttp(), security, maxConnections);
        builder.Services.AddSingleton(TimeProvider.System).AddSingleton(AccessFolder.Hashes).AddLogging();
        WebApplication host = builder.Build();
        host.UseWeb();
        host.MapGet("/see", (RequestDelegate)Who);
        host.MapPost("/do", (RequestDelegate)Who);
        host.MapPost("/ask", (RequestDelegate)Who).Needs(Role.View);
        host.MapGet("/keep", (RequestDelegate)Who).Needs(Role.Admin);
        host.MapGet("/page", (RequestDelegate)Who).Needs(Role.None);
        await host.StartAsync();
        return new RunningWeb(host);
    }

    /// <summary>A client with cookies of its own.</summary>
    public HttpClient NewClient(X509Certificate2? certificate = null)
    {
        var handler = new SocketsHttpHandler { CookieContainer = new CookieContainer() };
        handler.SslOptions.RemoteCertificateValidationCallback = (_, shown, _, _) =>
        {
            Shown = shown?.Subject;
            return shown is not null;
        };
        if (certificate is not null)
            handler.SslOptions.ClientCertificates = [certificate];
        var client = new HttpClient(handler) { BaseAddress = Address };
        _clients.Add(client);
        return client;
    }

    /// <summary>Subject of the certificate that the server showed last.</summary>
    public string? Shown { get; private set; }

    public Task<HttpResponseMessage> LogIn(string name, string password, HttpClient? client = null) =>
        Send(HttpMethod.Post, SessionHttp.Path, JsonSerializer.Serialize(new { name, password }), client: client);

    public async Task<HttpResponseMessage> Send(
        HttpMethod method, string path, string? body = null, bool isOurs = true, string? token = null,
        HttpClient? client = null)
    {
        using HttpRequestMessage request = new(method, path);
        if (body is not null)
            request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        if (isOurs)
            request.Headers.Add(AccessGate.WriteHeader, "1");
        if (token is not null)
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        return await (client ?? Client).SendAsync(request);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (IDisposable client in _clients)
            client.Dispose();
        await _host.DisposeAsync();
    }

    private static Task Who(HttpContext context) =>
        context.Response.WriteAsync($"{AccessGate.CallerOf(context).Name} {AccessGate.CallerOf(context).Role}");
}

/// <summary>A web server on any port of loopback.</summary>
internal sealed class TestHttp : HttpServerOptions
{
    public override string Url { get; set; } = "http://127.0.0.1:0";
}
