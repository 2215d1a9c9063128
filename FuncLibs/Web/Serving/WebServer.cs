using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Security;
using FuncLibs.Web.Access;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Configuration;
using FuncLibs.Web.Sessions;
using FuncLibs.Web.Tls;
using FuncLibs.Web.Users;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.DependencyInjection;

namespace FuncLibs.Web.Serving;

/// <summary>The web server of a host: TLS, and who may use it.</summary>
internal static class WebServer
{
    /// <summary>Adds the web server and what decides who may use it.</summary>
    /// <param name="builder">The host.</param>
    /// <param name="http">Its address and certificate.</param>
    /// <param name="security">Its accounts and tokens.</param>
    /// <param name="maxConnections">Connections at a time.</param>
    public static void AddWeb(
        this WebApplicationBuilder builder,
        HttpServerOptions http,
        SecurityOptions security,
        int maxConnections = int.MaxValue)
    {
        builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration().UseUrls(http.Url);
        builder.Services.AddRoutingCore();
        RefusalCounts counts = new();
        builder.Services
            .AddSingleton(counts)
            .AddSingleton(new ConnectionCount(maxConnections))
            .AddSingleton<IConnectionListenerFactory, LimitedListenerFactory>()
            .AddSingleton(_ => new AccessDirectory(security))
            .AddSingleton(provider => new SessionStore(
                provider.GetRequiredService<AccessDirectory>(),
                new SessionLimits(TimeSpan.FromMinutes(http.SessionIdleMinutes), TimeSpan.FromHours(http.SessionHours)),
                provider.GetRequiredService<TimeProvider>()))
            .AddSingleton<LogInLimits>()
            .AddSingleton(_ => new PasswordHashes())
            .AddSingleton(provider => new AccessEdits(
                security, provider.GetRequiredService<PasswordHashes>(), provider.GetRequiredService<TimeProvider>()))
            .AddSingleton<AccessGate>()
            .AddSingleton<SessionHttp>()
            .AddSingleton(provider => new WebStatus(
                provider.GetRequiredService<AccessDirectory>(),
                provider.GetRequiredService<SessionStore>(),
                counts,
                provider.GetRequiredService<ConnectionCount>(),
                provider.GetService<ServerTls>(),
                HttpUrl.IsLoopback(http.Url) ? null : HttpCheck<ISecuredOptions>.FindOpen(http, security) is { } open
                    ? $"{http.Url} {open}"
                    : null))
            .AddHostedService<WebReport>();
        if (!http.HasTls)
            return;
        builder.Services.AddSingleton(provider => new ServerTls(
            http,
            provider.GetRequiredService<TimeProvider>(),
            fault => counts.Add(Refusal.Certificate, fault)));
        builder.WebHost.ConfigureKestrel(
            kestrel => kestrel.ConfigureEndpointDefaults(listen => UseTls(kestrel, listen)));
    }

    /// <summary>Puts the check of who may use a route behind routing.</summary>
    public static void UseWeb(this WebApplication host)
    {
        AccessGate gate = host.Services.GetRequiredService<AccessGate>();
        host.UseRouting();
        host.Use(gate.Serve);
        host.Services.GetRequiredService<SessionHttp>().Map(host);
    }

    // HTTP/1.1 only: a browser would open WebSockets over HTTP/2 with another method, which no route here has.
    private static void UseTls(KestrelServerOptions kestrel, ListenOptions listen)
    {
        ServerTls tls = kestrel.ApplicationServices.GetRequiredService<ServerTls>();
        listen.Protocols = HttpProtocols.Http1;
        listen.UseHttps(new TlsHandshakeCallbackOptions
        {
            OnConnection = _ => ValueTask.FromResult(tls.Current),
        });
    }
}
