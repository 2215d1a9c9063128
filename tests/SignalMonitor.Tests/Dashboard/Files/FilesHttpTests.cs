using System.Net;
using SignalMonitor.Dashboard.Files;

namespace SignalMonitor.Tests.Dashboard.Files;

public class FilesHttpTests
{
    [Theory]
    [InlineData("/")]
    [InlineData("/index.html")]
    public async Task Get_Page_IsTheIndexAndIsRevalidatedEachTime(string path)
    {
        await using DashboardServer server = await Start();

        using HttpResponseMessage answer = await server.Get(path);

        (answer.StatusCode, answer.Content.Headers.ContentType!.ToString()).ShouldBe(
            (HttpStatusCode.OK, "text/html; charset=utf-8"));
        (await answer.Content.ReadAsByteArrayAsync()).ShouldBe(IndexPage.Content.ToArray());
        answer.Headers.GetValues("Cache-Control").ShouldBe(["no-cache"]);
    }

    [Fact]
    public async Task Get_GzipIsAccepted_IsPacked()
    {
        await using DashboardServer server = await Start();

        using HttpResponseMessage answer = await server.Get("/", ("Accept-Encoding", "br, gzip;q=0.8"));

        answer.Content.Headers.ContentEncoding.ShouldBe(["gzip"]);
        (await answer.Content.ReadAsByteArrayAsync()).ShouldBe(IndexPage.Packed.ToArray());
        answer.Headers.Vary.ShouldBe(["Accept-Encoding"]);
    }

    [Fact]
    public async Task Get_GzipIsRefused_IsPlain()
    {
        await using DashboardServer server = await Start();

        using HttpResponseMessage answer = await server.Get("/", ("Accept-Encoding", "gzip;q=0"));

        answer.Content.Headers.ContentEncoding.ShouldBeEmpty();
    }

    [Fact]
    public async Task Get_TagIsTheSame_HasNoBody()
    {
        await using DashboardServer server = await Start();
        using HttpResponseMessage first = await server.Get("/app.js", ("Accept-Encoding", "gzip"));

        using HttpResponseMessage again = await server.Get(
            "/app.js", ("Accept-Encoding", "gzip"), ("If-None-Match", $"\"other\", {first.Headers.ETag}"));

        again.StatusCode.ShouldBe(HttpStatusCode.NotModified);
        (await again.Content.ReadAsByteArrayAsync()).ShouldBeEmpty();
    }

    [Fact]
    public async Task Head_Page_HasItsLengthAndNoBody()
    {
        await using DashboardServer server = await Start();

        using HttpResponseMessage answer = await server.Send(HttpMethod.Head, "/", null);

        answer.Content.Headers.ContentLength.ShouldBe(IndexPage.Content.Length);
        (await answer.Content.ReadAsByteArrayAsync()).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("/nothing.js")]
    [InlineData("/../SignalMonitor.csproj")]
    [InlineData("/%2e%2e/appsettings.json")]
    public async Task Get_WhatIsNotInTheBundle_IsNotFound(string path)
    {
        await using DashboardServer server = await Start();

        using HttpResponseMessage answer = await server.Get(path);

        answer.StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    private static BundleFile IndexPage => Bundle.Read().Single(file => file.Path == Bundle.Index);

    private static Task<DashboardServer> Start() => DashboardServer.Start(host => host.MapDashboardFiles());
}
