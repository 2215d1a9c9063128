using System.Security.Cryptography.X509Certificates;
using MQTTnet.Server;
using SignalMonitor.Notifications;
using SignalMonitor.Notifications.Targets;
using Testing;
using Testing.Certificates;
using Testing.Servers;

namespace SignalMonitor.Tests.Notifications.Targets;

/// <summary>Each kind of target at a real server with TLS, whose certificate is good, bad, or never comes.</summary>
public sealed class TargetTlsTests : IAsyncLifetime, IDisposable
{
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    private static readonly string[] Kinds = ["email startTls", "email tls", "webhook", "mqtt"];

    private readonly TemporaryFolder _folder = new();
    private readonly X509Certificate2 _authority = TestCertificates.Authority("lab authority", Now);
    private readonly MailServer _mail = new();
    private readonly List<IDisposable> _open = [];
    private HookServer _hook = null!;
    private MqttServer _broker = null!;
    private int _published;
    private int _brokerPort;

    public static TheoryData<string> Targets => [.. Kinds];

    public static TheoryData<string, string, string> Faults
    {
        get
        {
            var cases = new TheoryData<string, string, string>();
            foreach (string target in Kinds)
            {
                cases.Add(target, "expired", "the certificate CN=lab expired on .*Z: put a new certificate there");
                cases.Add(
                    target,
                    "other name",
                    "CN=lab is for other.lab, not for 127.0.0.1: use one of its names, or give the server a certificate");
                cases.Add(target, "other authority", "signed by nobody who is trusted .*name a file with its authority");
                cases.Add(target, "for clients", "is not for a server: its extended key usage is");
            }

            return cases;
        }
    }

    public async Task InitializeAsync()
    {
        await File.WriteAllTextAsync(Authority, _authority.ExportCertificatePem());
        _hook = await HookServer.Start();
        (_broker, _brokerPort) = await TargetTests.Broker();
        _broker.InterceptingPublishAsync += _ =>
        {
            Interlocked.Increment(ref _published);
            return Task.CompletedTask;
        };
    }

    public async Task DisposeAsync()
    {
        await _hook.DisposeAsync();
        await _broker.StopAsync();
        _broker.Dispose();
    }

    public void Dispose()
    {
        _open.ForEach(one => one.Dispose());
        _mail.Dispose();
        _authority.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public async Task Send_CertificateOfTheLab_IsTaken(string kind)
    {
        INotificationTarget target = Create(kind, Certificate("good"), out _);

        (await target.Send(Messages.Create(), default)).ShouldBeNull();
        Taken.ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(Faults))]
    public async Task Send_BadCertificate_SaysWhyAndWhatToDoAndSendsNothing(string kind, string fault, string reason)
    {
        INotificationTarget target = Create(kind, Certificate(fault), out _);

        (await target.Send(Messages.Create(), default)).ShouldNotBeNull()
            .ShouldMatch($"^no TLS with the server: the certificate CN=lab .*{reason["the certificate CN=lab ".Length..]}");
        Taken.ShouldBe(0);
    }

    // A session that TLS resumes has no certificate to check.
    [Theory]
    [MemberData(nameof(Targets))]
    public async Task Send_BadCertificateAgainAndAgain_IsRefusedEachTime(string kind)
    {
        INotificationTarget target = Create(kind, Certificate("other authority"), out _);
        for (int i = 0; i < 5; i++)
            (await target.Send(Messages.Create(), default)).ShouldNotBeNull().ShouldContain("signed by nobody");
        Taken.ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public async Task Send_CertificateThatIsMended_IsTaken(string kind)
    {
        INotificationTarget target = Create(kind, Certificate("expired"), out Action<X509Certificate2> show);
        (await target.Send(Messages.Create(), default)).ShouldNotBeNull();

        show(Certificate("good"));
        (await target.Send(Messages.Create(), default)).ShouldBeNull();
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public async Task Send_AuthorityThatIsMended_IsTakenWithoutARestart(string kind)
    {
        using X509Certificate2 other = TestCertificates.Authority("other authority", Now);
        await File.WriteAllTextAsync(Authority, other.ExportCertificatePem());
        INotificationTarget target = Create(kind, Certificate("good"), out _);
        (await target.Send(Messages.Create(), default)).ShouldNotBeNull();

        await File.WriteAllTextAsync(Authority, _authority.ExportCertificatePem());
        (await target.Send(Messages.Create(), default)).ShouldBeNull();
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public async Task Send_AuthorityThatCannotBeRead_TrustsNobody(string kind)
    {
        INotificationTarget target = Create(kind, Certificate("good"), out _);
        File.Delete(Authority);

        (await target.Send(Messages.Create(), default)).ShouldNotBeNull().ShouldContain($"{Authority} cannot be read");
        Taken.ShouldBe(0);
    }

    [Fact]
    public async Task Email_TlsAtAPortInClear_NamesTheSettingAndThePort()
    {
        EmailTarget target = new(Mail(MailSecurity.Tls, _mail.Port));

        (await target.Send(Messages.Create(), default)).ShouldNotBeNull().ShouldMatch(
            $"^no TLS with the server: .*Security tls is for a port with TLS from the first byte.*this is {_mail.Port}");
    }

    [Theory]
    [InlineData("email startTls")]
    [InlineData("email tls")]
    [InlineData("webhook")]
    [InlineData("mqtt")]
    public async Task Send_ServerThatHangsInItsHandshake_EndsWithItsTime(string kind)
    {
        INotificationTarget target = Create(kind, null, out _);
        using CancellationTokenSource limit = new(TimeSpan.FromMilliseconds(100));

        await Should.ThrowAsync<OperationCanceledException>(() => target.Send(Messages.Create(), limit.Token));
    }

    private string Authority => _folder.File("authority.pem");

    private int Taken => _mail.Mails.Length + _hook.Received.Length + Volatile.Read(ref _published);

    private X509Certificate2 Certificate(string fault)
    {
        X509Certificate2 made = fault switch
        {
            "expired" => TestCertificates.Create(Now, fromDays: -9, untilDays: -1, authority: _authority),
            "other name" => TestCertificates.Create(Now, authority: _authority, host: "other.lab"),
            "other authority" => TestCertificates.Create(Now),
            "for clients" => TestCertificates.Create(Now, purpose: TestCertificates.ClientPurpose, authority: _authority),
            _ => TestCertificates.Create(Now, authority: _authority),
        };
        _open.Add(made);
        return made;
    }

    // The certificate null: the server never gets beyond the first byte of TLS.
    private INotificationTarget Create(
        string kind, X509Certificate2? certificate, out Action<X509Certificate2> show)
    {
        if (kind == "email startTls")
        {
            (_mail.HangsInTls, _mail.Certificate) = (certificate is null, certificate ?? _authority);
            show = next => _mail.Certificate = next;
            return new EmailTarget(Mail(MailSecurity.StartTls, _mail.Port));
        }

        int plain = kind switch { "email tls" => _mail.Port, "webhook" => new Uri(_hook.Url).Port, _ => _brokerPort };
        TlsFront front = new(plain, certificate);
        _open.Add(front);
        show = next => front.Certificate = next;
        if (kind == "email tls")
            return new EmailTarget(Mail(MailSecurity.Tls, front.Port));
        if (kind == "mqtt")
            return new MqttTarget(
                new MqttOptions { Name = "mqtt", Host = "127.0.0.1", Port = front.Port, CaFile = Authority });
        WebhookTarget hook = new(
            new WebhookOptions { Name = "hook", Url = $"https://127.0.0.1:{front.Port}/hook", CaFile = Authority });
        _open.Add(hook);
        return hook;
    }

    private EmailOptions Mail(MailSecurity security, int port) => new()
    {
        Name = "mail",
        Host = "127.0.0.1",
        Port = port,
        Security = security,
        From = "rig1@lab.example",
        To = ["night@lab.example"],
        CaFile = Authority,
    };
}
