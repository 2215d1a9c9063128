using System.Net;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Web.Access;
using FuncLibs.Web.Serving;
using FuncLibs.Web.Sessions;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Testing;
using Testing.Certificates;

namespace FuncLibs.Web.Tests.Serving;

/// <summary>Real requests over loopback.</summary>
public sealed class WebServerTests : IAsyncLifetime, IDisposable
{
    private readonly AccessFolder _folder = new();
    private RunningWeb _web = null!;

    public async Task InitializeAsync() => _web = await RunningWeb.Start(_folder.Options);

    public async Task DisposeAsync() => await _web.DisposeAsync();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Request_NobodyConfigured_NeedsNoLogIn()
    {
        await using RunningWeb open = await RunningWeb.Start(new());

        (await Text(await open.Send(HttpMethod.Post, "/do", isOurs: false))).ShouldBe("local Admin");
        open.Status.Health.ShouldBeNull();
    }

    [Fact]
    public async Task Request_NoSession_Is401WithWhatToDo()
    {
        using HttpResponseMessage answer = await _web.Send(HttpMethod.Get, "/see");

        answer.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        answer.Headers.WwwAuthenticate.ShouldHaveSingleItem().Scheme.ShouldBe("Bearer");
        (await Text(answer)).ShouldContain("log in at /");
        _web.Counts.Of(Refusal.NoSession).ShouldBe(1);
    }

    [Fact]
    public async Task Request_RouteThatIsNotThere_Is401Too() =>
        (await _web.Send(HttpMethod.Get, "/nothing")).StatusCode.ShouldBe(HttpStatusCode.Unauthorized);

    [Fact]
    public async Task Request_RouteForEveryone_IsNobody() =>
        (await Text(await _web.Send(HttpMethod.Get, "/page"))).ShouldBe(" None");

    [Theory]
    [InlineData("vic", "GET", "/see", HttpStatusCode.OK)]
    [InlineData("vic", "POST", "/ask", HttpStatusCode.OK)]
    [InlineData("vic", "POST", "/do", HttpStatusCode.Forbidden)]
    [InlineData("kim", "POST", "/do", HttpStatusCode.OK)]
    [InlineData("kim", "GET", "/keep", HttpStatusCode.Forbidden)]
    [InlineData("ann", "GET", "/keep", HttpStatusCode.OK)]
    [InlineData("ann", "POST", "/do", HttpStatusCode.OK)]
    public async Task Request_OfARole_IsAsItsRoleAllows(string name, string method, string path, HttpStatusCode status)
    {
        using HttpResponseMessage session = await _web.LogIn(name, AccessFolder.Password);
        session.StatusCode.ShouldBe(HttpStatusCode.OK);

        (await _web.Send(new HttpMethod(method), path)).StatusCode.ShouldBe(status);
    }

    [Fact]
    public async Task Request_RoleTooLow_SaysWhichIsNeeded()
    {
        await _web.LogIn("vic", AccessFolder.Password);

        (await Text(await _web.Send(HttpMethod.Post, "/do")))
            .ShouldBe("""{"error":"this needs the role control; vic has view"}""");
        _web.Counts.Of(Refusal.Role).ShouldBe(1);
    }

    [Fact]
    public async Task Request_SessionWithoutTheHeader_Is403()
    {
        await _web.LogIn("kim", AccessFolder.Password);

        using HttpResponseMessage answer = await _web.Send(HttpMethod.Post, "/do", isOurs: false);

        answer.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
        (await Text(answer)).ShouldContain("X-Telemetry: 1");
        _web.Counts.Of(Refusal.Forgery).ShouldBe(1);
    }

    [Fact]
    public async Task Request_Token_NeedsNoHeader() =>
        (await Text(await _web.Send(HttpMethod.Get, "/see", isOurs: false, token: _folder.Token)))
            .ShouldBe("token:graph View");

    [Fact]
    public async Task Request_UnknownToken_Is401EvenWithASession()
    {
        await _web.LogIn("kim", AccessFolder.Password);

        using HttpResponseMessage answer = await _web.Send(HttpMethod.Get, "/see", token: "tlm_guess");

        answer.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        _web.Counts.Of(Refusal.Token).ShouldBe(1);
    }

    [Theory]
    [InlineData("Basic YW5uOg==")]
    [InlineData("Bearer ")]
    public async Task Request_AnotherAuthorization_Is401(string header)
    {
        using HttpRequestMessage request = new(HttpMethod.Get, "/see");
        request.Headers.TryAddWithoutValidation("Authorization", header);

        (await _web.Client.SendAsync(request)).StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    [Fact]
    public async Task LogIn_Right_GivesACookieThatScriptsAndOtherSitesDoNotGet()
    {
        using HttpResponseMessage answer = await _web.LogIn("kim", AccessFolder.Password);

        string cookie = answer.Headers.GetValues("Set-Cookie").ShouldHaveSingleItem();
        cookie.ShouldStartWith($"telemetry-{_web.Address.Port}=");
        cookie.ShouldContain("httponly");
        cookie.ShouldContain("samesite=strict");
        cookie.ShouldNotContain("expires");
        (await Text(answer)).ShouldBe("""{"accounts":true,"open":false,"name":"kim","role":"control"}""");
    }

    [Theory]
    [InlineData("kim", "wrong password")]
    [InlineData("nobody", "correct horse")]
    public async Task LogIn_Wrong_Is401WithTheSameLine(string name, string password)
    {
        using HttpResponseMessage answer = await _web.LogIn(name, password);

        answer.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        (await Text(answer)).ShouldBe("""{"error":"the account or the password is wrong"}""");
        _web.Counts.Of(Refusal.Password).ShouldBe(1);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("null")]
    [InlineData("""{"name":"kim"}""")]
    [InlineData("""{"name":null,"password":"x"}""")]
    [InlineData("""{"name":"kim","password":"x","more":1}""")]
    public async Task LogIn_AnotherBody_Is400(string body) =>
        (await _web.Send(HttpMethod.Post, SessionHttp.Path, body)).StatusCode.ShouldBe(HttpStatusCode.BadRequest);

    [Fact]
    public async Task LogIn_LongBody_Is400() =>
        (await _web.LogIn("kim", new string('x', 5000))).StatusCode.ShouldBe(HttpStatusCode.BadRequest);

    [Fact]
    public async Task LogIn_WithoutTheHeader_Is403() => (await _web.Send(
        HttpMethod.Post, SessionHttp.Path, """{"name":"kim","password":"correct horse"}""", isOurs: false))
            .StatusCode.ShouldBe(HttpStatusCode.Forbidden);

    [Fact]
    public async Task LogIn_Flood_Is429AndCounted()
    {
        HttpStatusCode[] answers = await Task.WhenAll(Enumerable.Range(0, 2 * LogInLimits.Burst).Select(async _ =>
        {
            using HttpResponseMessage answer = await _web.LogIn("kim", "wrong password");
            return answer.StatusCode;
        }));

        answers.ShouldContain(HttpStatusCode.TooManyRequests);
        _web.Counts.Of(Refusal.Rate).ShouldBe(answers.Count(status => status == HttpStatusCode.TooManyRequests));
        using HttpResponseMessage last = await _web.LogIn("kim", AccessFolder.Password);
        last.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        last.Headers.RetryAfter.ShouldNotBeNull();
    }

    [Fact]
    public async Task LogOut_EndsTheSession()
    {
        await _web.LogIn("kim", AccessFolder.Password);

        (await _web.Send(HttpMethod.Delete, SessionHttp.Path)).StatusCode.ShouldBe(HttpStatusCode.NoContent);

        (await _web.Send(HttpMethod.Get, "/see")).StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        _web.Services.GetRequiredService<SessionStore>().Count.ShouldBe(0);
    }

    [Fact]
    public async Task Request_AccountRemoved_Is401AsSoonAsTheFileIsRead()
    {
        await _web.LogIn("kim", AccessFolder.Password);
        _folder.Edits.RemoveUser("kim").ShouldBeNull();

        Report(_web).Update();

        (await _web.Send(HttpMethod.Get, "/see")).StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    [Fact]
    public async Task Status_FileCannotBeUsedAnyMore_NamesIt()
    {
        File.WriteAllText(_folder.Options.UsersFile, "{");

        Report(_web).Update();

        _web.Status.Warnings.ShouldHaveSingleItem().ShouldContain(_folder.Options.UsersFile);
        (await _web.LogIn("kim", AccessFolder.Password)).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Tls_LogIn_GivesACookieForTlsOnly()
    {
        await using RunningWeb web = await StartTls();

        using HttpResponseMessage answer = await web.LogIn("kim", AccessFolder.Password);

        string cookie = answer.Headers.GetValues("Set-Cookie").ShouldHaveSingleItem();
        cookie.ShouldStartWith($"__Host-telemetry-{web.Address.Port}=");
        cookie.ShouldContain("secure");
        (await web.Send(HttpMethod.Get, "/see")).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Tls_NewCertificate_IsShownToTheNextConnection()
    {
        await using RunningWeb web = await StartTls();
        await web.Send(HttpMethod.Get, "/page");
        web.Shown.ShouldBe("CN=first");
        Write("second", "server");

        Report(web).Update();
        await web.Send(HttpMethod.Get, "/page", client: web.NewClient());

        web.Shown.ShouldBe("CN=second");
        web.Status.Warnings.ShouldBeEmpty();
    }

    [Fact]
    public async Task Tls_NewCertificateThatCannotBeUsed_LeavesTheFormerInForce()
    {
        await using RunningWeb web = await StartTls();
        File.WriteAllText(_folder.Path("server.pem"), "-----BEGIN CERTIFICATE-----");

        Report(web).Update();
        await web.Send(HttpMethod.Get, "/page", client: web.NewClient());

        web.Shown.ShouldBe("CN=first");
        web.Status.Warnings.ShouldHaveSingleItem().ShouldStartWith("the new certificate is not in use");
    }

    [Fact]
    public async Task Tls_ClientCertificates_LetInOnlyThoseThatAreAllowed()
    {
        using X509Certificate2 known = Client("known");
        using X509Certificate2 foreign = Client("foreign");
        File.WriteAllText(_folder.Path("clients.pem"), known.ExportCertificatePem());
        await using RunningWeb web = await StartTls(http => http.ClientCertificates = _folder.Path("clients.pem"));

        (await web.Send(HttpMethod.Get, "/page", client: web.NewClient(known))).StatusCode.ShouldBe(HttpStatusCode.OK);
        await Should.ThrowAsync<HttpRequestException>(
            () => web.Send(HttpMethod.Get, "/page", client: web.NewClient(foreign)));
        await Should.ThrowAsync<HttpRequestException>(() => web.Send(HttpMethod.Get, "/page", client: web.NewClient()));

        // A client may try again by itself.
        Eventually.True(() => web.Counts.Of(Refusal.Certificate) >= 2, "both refusals are counted");
    }

    private static X509Certificate2 Client(string name)
    {
        using X509Certificate2 made = TestCertificates.Create(
            TimeProvider.System.GetUtcNow(), name, TestCertificates.ClientPurpose);
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }

    private static WebReport Report(RunningWeb web) =>
        web.Services.GetServices<IHostedService>().OfType<WebReport>().Single();

    private static Task<string> Text(HttpResponseMessage answer) => answer.Content.ReadAsStringAsync();

    private Task<RunningWeb> StartTls(Action<TestHttp>? configure = null)
    {
        (string path, string key) = Write("first", "server");
        var http = new TestHttp { Url = "https://127.0.0.1:0", Certificate = path, CertificateKey = key };
        configure?.Invoke(http);
        return RunningWeb.Start(_folder.Options, http);
    }

    private (string Certificate, string Key) Write(string subject, string file) =>
        TestCertificates.Create(TimeProvider.System.GetUtcNow(), subject)
            .Write(Path.GetDirectoryName(_folder.Path(file))!, file);
}
