using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Security;
using FuncLibs.Web.Serving;
using Testing.Certificates;

namespace FuncLibs.Web.Tests.Serving;

public sealed class HttpCheckTests : IDisposable
{
    private readonly AccessFolder _folder = new();
    private readonly TestHttp _http = new();
    private readonly SecurityOptions _security = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Check_LoopbackAlone_IsAllowed() => Faults().ShouldBeEmpty();

    [Theory]
    [InlineData("http://0.0.0.0:0")]
    [InlineData("http://192.0.2.7:80")]
    [InlineData("http://[::]:0")]
    public void Check_BeyondLoopback_IsRefused(string url)
    {
        _http.Url = url;

        Faults().ShouldHaveSingleItem().ShouldStartWith($"Http:Url '{url}' can be reached from other machines: anyone");
    }

    [Fact]
    public void Check_BeyondLoopbackWithAccountsWithoutTls_IsRefused()
    {
        (_http.Url, _security.UsersFile) = ("http://0.0.0.0:0", _folder.Options.UsersFile);

        Faults().ShouldHaveSingleItem().ShouldContain("passwords and tokens would cross the network readable");
    }

    [Fact]
    public void Check_BeyondLoopbackWithTlsWithoutAccounts_IsRefused()
    {
        UseTls("https://0.0.0.0:0");

        Faults().ShouldHaveSingleItem().ShouldContain("nobody has to say who they are");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Check_BeyondLoopbackWithTlsAndSomebody_IsAllowed(bool tokens)
    {
        UseTls("https://0.0.0.0:0");
        if (tokens)
            _security.TokensFile = _folder.Options.TokensFile;
        else
            _security.UsersFile = _folder.Options.UsersFile;

        Faults().ShouldBeEmpty();
    }

    [Fact]
    public void Check_AllowInsecure_IsAllowed()
    {
        (_http.Url, _security.AllowInsecure) = ("http://0.0.0.0:0", true);

        Faults().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("http://rig1.lab:80", "names a host")]
    [InlineData("ftp://127.0.0.1", "is not an http address")]
    [InlineData("http://127.0.0.1/x", "has more than a host and a port")]
    public void Check_AnotherForm_IsRefused(string url, string why)
    {
        _http.Url = url;

        Faults().ShouldHaveSingleItem().ShouldContain(why);
    }

    [Fact]
    public void Check_HttpsWithoutCertificate_IsRefused()
    {
        _http.Url = "https://127.0.0.1:0";

        Faults().ShouldHaveSingleItem().ShouldContain("is https without a certificate");
    }

    [Fact]
    public void Check_HttpWithCertificate_IsRefused()
    {
        UseTls("http://127.0.0.1:0");

        Faults().ShouldHaveSingleItem().ShouldContain("is http with a certificate");
    }

    [Fact]
    public void Check_CertificateExpired_IsRefused()
    {
        UseTls("https://127.0.0.1:0", untilDays: -1);

        Faults().ShouldHaveSingleItem().ShouldContain("expired on");
    }

    [Fact]
    public void Check_ClientCertificatesThatCannotBeRead_IsRefused()
    {
        UseTls("https://127.0.0.1:0");
        _http.ClientCertificates = _folder.Path("missing");

        Faults().ShouldHaveSingleItem().ShouldStartWith("Http:ClientCertificates");
    }

    [Theory]
    [InlineData(true, "Http:CertificateKey")]
    [InlineData(false, "Http:ClientCertificates")]
    public void Check_PartsOfTlsAlone_AreRefused(bool key, string option)
    {
        if (key)
            _http.CertificateKey = "x";
        else
            _http.ClientCertificates = "x";

        Faults().ShouldHaveSingleItem().ShouldStartWith(option);
    }

    [Fact]
    public void Check_UsersFileMissing_IsRefused()
    {
        _security.UsersFile = _folder.Path("missing.json");

        Faults().ShouldHaveSingleItem().ShouldContain("users add NAME");
    }

    [Fact]
    public void Check_NobodyInTheFiles_IsRefused()
    {
        _security.TokensFile = _folder.Options.TokensFile;
        _folder.Edits.RemoveToken("graph").ShouldBeNull();

        Faults().ShouldHaveSingleItem().ShouldStartWith("Security:TokensFile has nobody in it");
    }

    private void UseTls(string url, int untilDays = 30)
    {
        (string path, string key) = TestCertificates
            .Create(TimeProvider.System.GetUtcNow(), fromDays: -5, untilDays: untilDays)
            .Write(Path.GetDirectoryName(_folder.Path("x"))!, "server");
        (_http.Url, _http.Certificate, _http.CertificateKey) = (url, path, key);
    }

    private string[] Faults() =>
        [.. new HttpCheck<Secured>(_ => _http, TimeProvider.System).Check(new Secured(_security)).Select(Text)];

    private static string Text(OptionFault fault) => $"{fault.Key} {fault.What}";

    private sealed record Secured(SecurityOptions Security) : ISecuredOptions;
}
