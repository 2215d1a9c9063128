using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using Testing;
using Testing.Certificates;
using Testing.Processes;
using Testing.Servers;

namespace Integration.Notifications;

/// <summary>
/// A monitor and the servers of its notifications, with real TLS. Its certificate for tests is one of `keys
/// certificate`; a watched monitor that is not there gives it something to tell.
/// </summary>
public sealed class TlsTargetTests : IAsyncLifetime, IDisposable
{
    // The first handshake of a monitor compiles much; a busy machine takes more than a second for it.
    private const int TimeoutSeconds = 4;
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    private readonly TemporaryFolder _folder = new();
    private readonly MailServer _mail = new();
    private readonly MailServer _inner = new();
    private readonly X509Certificate2 _authority = TestCertificates.Authority("lab authority", Now);
    private readonly X509Certificate2 _good;
    private readonly TlsFront _securedMail;
    private HookServer _hook = null!;
    private TlsFront _securedHook = null!;

    public TlsTargetTests()
    {
        using HostProcess made = HostProcess.Start(
            Hosts.Monitor, "keys", "certificate", "--name", "lab", "--out", _folder.Path);
        made.WaitForExit().ShouldBe(0, made.Everything);
        _good = X509Certificate2.CreateFromPemFile(_folder.File("lab.pem"), _folder.File("lab-key.pem"));
        File.WriteAllText(
            _folder.File("trusted.pem"), _good.ExportCertificatePem() + "\n" + _authority.ExportCertificatePem());
        _securedMail = new TlsFront(_inner.Port, _good);
        _mail.Certificate = _good;
    }

    public async Task InitializeAsync()
    {
        _hook = await HookServer.Start();
        _securedHook = new TlsFront(new Uri(_hook.Url).Port, _good);
    }

    [Fact]
    public void Monitor_TargetsWithBadCertificates_SaysWhyAndSendsAllOnceTheyAreMended()
    {
        using X509Certificate2 expired =
            TestCertificates.Create(Now, fromDays: -9, untilDays: -1, authority: _authority);
        using X509Certificate2 ofAnotherHost = TestCertificates.Create(Now, authority: _authority, host: "other.lab");
        using X509Certificate2 ofNobody = TestCertificates.Create(Now);
        (_mail.Certificate, _securedMail.Certificate, _securedHook.Certificate) = (expired, ofAnotherHost, ofNobody);
        using HostProcess connector = Hosts.StartSelfFed(_folder.File("connector"));
        using HostProcess monitor = StartMonitor(connector);
        MonitorView view = new(monitor);

        const string NoTls = "FAIL: no TLS with the server: the certificate CN=lab";
        monitor.WaitForError($"notifications to night (email 127.0.0.1:{_mail.Port}) {NoTls} expired on ");
        monitor.WaitForError($"notifications to day (email 127.0.0.1:{_securedMail.Port}) {NoTls} is for other.lab, ");
        monitor.WaitForError(
            $"notifications to hook (webhook https://127.0.0.1:{_securedHook.Port}) {NoTls} is signed by nobody ");
        view.WaitForMore(Hosts.Rate);
        (_mail.Mails.Length, _inner.Mails.Length, _hook.Received.Length).ShouldBe((0, 0, 0));

        (_mail.Certificate, _securedMail.Certificate, _securedHook.Certificate) = (_good, _good, _good);
        WaitUntilAllIsSent(view);
    }

    [Fact]
    public void Monitor_ServersThatHangInTheirHandshakes_NeverWaitsAndSendsAllOnceTheyAnswer()
    {
        (_mail.HangsInTls, _securedMail.Certificate) = (true, null);
        using HostProcess connector = Hosts.StartSelfFed(_folder.File("connector"));
        using HostProcess monitor = StartMonitor(connector);
        MonitorView view = new(monitor);

        monitor.WaitForError(
            $"notifications to night (email 127.0.0.1:{_mail.Port}) FAIL: no answer within {TimeoutSeconds} s");
        monitor.WaitForError(
            $"notifications to day (email 127.0.0.1:{_securedMail.Port}) FAIL: no answer within {TimeoutSeconds} s");
        Eventually.True(() => _hook.Received.Length > 0, "the target beside them has the message");
        view.WaitForMore(Hosts.Rate);
        view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));

        (_mail.HangsInTls, _securedMail.Certificate) = (false, _good);
        WaitUntilAllIsSent(view);
    }

    public Task DisposeAsync() => _hook.DisposeAsync().AsTask();

    public void Dispose()
    {
        _securedMail.Dispose();
        _securedHook.Dispose();
        _mail.Dispose();
        _inner.Dispose();
        _good.Dispose();
        _authority.Dispose();
        _folder.Dispose();
    }

    private void WaitUntilAllIsSent(MonitorView view)
    {
        Eventually.True(
            () => view.Health.GetProperty("notifications").EnumerateArray().All(IsSent), "nothing waits any more");
        const string Title = "a watched monitor is gone";
        _mail.Mails.ShouldContain(mail => mail.Contains(Title, StringComparison.Ordinal));
        _inner.Mails.ShouldContain(mail => mail.Contains(Title, StringComparison.Ordinal));
        _hook.Received.ShouldContain(one => one.Body.Contains(Title, StringComparison.Ordinal));
    }

    private static bool IsSent(JsonElement target)
    {
        target.GetProperty("dropped").GetInt64().ShouldBe(0);
        return target.GetProperty("sent").GetInt64() > 0 && target.GetProperty("held").GetInt64() == 0;
    }

    private HostProcess StartMonitor(HostProcess connector) => Hosts.StartMonitor(
        _folder.File("monitor"),
        connector,
        [
            .. Mail(0, "night", "startTls", _mail.Port), .. Mail(1, "day", "tls", _securedMail.Port),
            "--Notifications:Webhooks:0:Name", "hook", "--Notifications:Webhooks:0:Url",
            $"https://127.0.0.1:{_securedHook.Port}/hook", "--Notifications:Webhooks:0:CaFile",
            _folder.File("trusted.pem"), "--Notifications:TroubleSeconds", "0", "--Notifications:TimeoutSeconds",
            $"{TimeoutSeconds}",
            "--Watch:Monitors:0:Name", "gone", "--Watch:Monitors:0:Url", "http://127.0.0.1:1",
            "--Watch:IntervalSeconds", "1", "--Watch:GoneSeconds", "1",
        ]);

    private string[] Mail(int number, string name, string security, int port)
    {
        string option = $"--Notifications:Email:{number}:";
        return
        [
            option + "Name", name, option + "Host", "127.0.0.1", option + "Port", $"{port}", option + "Security",
            security, option + "From", "rig1@lab.example", option + "To", "night@lab.example", option + "CaFile",
            _folder.File("trusted.pem"),
        ];
    }
}
