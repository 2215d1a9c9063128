using System.Net;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;
using SignalMonitor.Dashboard.Files;

namespace SignalMonitor.Tests.Dashboard.Files;

public class OwnSiteTests
{
    private const int Port = 5080;

    [Theory]
    [InlineData("127.0.0.1:5080")]
    [InlineData("127.8.9.10:5080")]
    [InlineData("localhost:5080")]
    [InlineData("LOCALHOST:5080")]
    [InlineData("[::1]:5080")]
    [InlineData("")]
    public void FindFault_HostIsLoopbackWithOurPort_IsNone(string host) =>
        OwnSite.FindFault(new HostString(host), StringValues.Empty, Port).ShouldBeNull();

    [Theory]
    [InlineData("evil.example:5080")]
    [InlineData("127.0.0.1.evil.example:5080")]
    [InlineData("localhost.evil.example:5080")]
    [InlineData("192.168.1.7:5080")]
    [InlineData("127.0.0.1:5081")]
    [InlineData("localhost")]
    public void FindFault_HostIsSomethingElse_NamesItAndWhatToOpen(string host)
    {
        string? fault = OwnSite.FindFault(new HostString(host), StringValues.Empty, Port);

        fault.ShouldBe(
            $"Host '{host}' is not this monitor; open http://127.0.0.1:5080/ (through a tunnel: with the same port at "
                + $"both ends)");
    }

    [Fact]
    public void FindFault_PortOfHttp_MayBeLeftOut() =>
        OwnSite.FindFault(new HostString("localhost"), "http://localhost", 80).ShouldBeNull();

    [Fact]
    public void FindFault_OriginIsTheSame_IsNone() =>
        OwnSite.FindFault(new HostString("localhost:5080"), "http://localhost:5080", Port).ShouldBeNull();

    [Theory]
    [InlineData("http://evil.example")]
    [InlineData("null")]
    [InlineData("https://localhost:5080")]
    [InlineData("http://localhost:5081")]
    [InlineData("http://127.0.0.1:5080")]
    [InlineData("")]
    public void FindFault_OriginIsAnotherSite_NamesIt(string origin) =>
        OwnSite.FindFault(new HostString("localhost:5080"), origin, Port)
            .ShouldBe($"Origin '{origin}' is another site; requests of its pages are refused");

    [Fact]
    public void FindFault_TwoOrigins_IsAnotherSite() =>
        OwnSite.FindFault(
            new HostString("localhost:5080"),
            new StringValues(["http://localhost:5080", "http://localhost:5080"]),
            Port)
            .ShouldNotBeNull();

    [Theory]
    [InlineData("Host", "evil.example")]
    [InlineData("Origin", "http://evil.example")]
    public async Task UseOwnSite_ForeignRequest_Is403WithOneLineAndReachesNoRoute(string header, string value)
    {
        bool reached = false;
        await using DashboardServer server =
            await DashboardServer.Start(host => host.MapGet("/health", () => reached = true));

        (HttpStatusCode status, JsonElement json) = await server.Ask(HttpMethod.Get, "/health", null, (header, value));

        (status, reached).ShouldBe((HttpStatusCode.Forbidden, false));
        json.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(value);
    }

    [Theory]
    [InlineData("rig1.lab:5080", HostRule.Any, true)]
    [InlineData("192.0.2.7:5080", HostRule.Addresses, true)]
    [InlineData("192.0.2.7:5081", HostRule.Addresses, false)]
    [InlineData("rig1.lab:5080", HostRule.Addresses, false)]
    [InlineData("192.0.2.7:5080", HostRule.Loopback, false)]
    internal void FindFault_HostUnderARule_IsAsTheRuleSays(string host, HostRule rule, bool isAllowed) =>
        (OwnSite.FindFault(new HostString(host), StringValues.Empty, Port, null, rule) is null).ShouldBe(isAllowed);

    [Theory]
    [InlineData("https://rig1.lab:5080", true)]
    [InlineData("http://rig1.lab:5080", false)]
    [InlineData("https://evil.example", false)]
    public void FindFault_OriginOverTls_MustHaveTheScheme(string origin, bool isAllowed) =>
        (OwnSite.FindFault(new HostString("rig1.lab:5080"), origin, Port, null, HostRule.Any, isHttps: true) is null)
            .ShouldBe(isAllowed);

    [Fact]
    public async Task UseOwnSite_EveryAnswer_HasTheHeadersThatBrowsersProtectBy()
    {
        await using DashboardServer server = await DashboardServer.Start(_ => { });

        using HttpResponseMessage answer = await server.Get("/no/such/page");

        answer.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        answer.Headers.GetValues("Content-Security-Policy").ShouldBe([OwnSite.ContentSecurityPolicy]);
        answer.Headers.GetValues("X-Content-Type-Options").ShouldBe(["nosniff"]);
        answer.Headers.GetValues("Referrer-Policy").ShouldBe(["no-referrer"]);
    }
}
