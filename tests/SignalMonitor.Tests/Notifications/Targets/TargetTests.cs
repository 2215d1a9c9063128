using System.Net;
using System.Text;
using System.Text.Json;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using MQTTnet.Server;
using SignalMonitor.Notifications;
using SignalMonitor.Notifications.Targets;
using Testing;
using Testing.Servers;

namespace SignalMonitor.Tests.Notifications.Targets;

public sealed class TargetTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Email_ServerThatTakesIt_HasSubjectTextAndTime()
    {
        using MailServer server = new();
        (await new EmailTarget(Mail(server.Port)).Send(Messages.Create(), default)).ShouldBeNull();

        string mail = server.Mails.ShouldHaveSingleItem();
        mail.ShouldContain("Subject: [monitor1 main] critical: alarm 1");
        mail.ShouldContain("To: night@lab.example, boss@lab.example");
        mail.ShouldContain("servo1.force upper 100 kN: 103.2 kN");
        mail.ShouldContain("2026-01-01T00:00:00.000Z");
    }

    [Fact]
    public async Task Email_ServerThatRefusesIt_IsAFaultWithItsWords()
    {
        using MailServer server = new() { Answer = "554 no room" };

        (await new EmailTarget(Mail(server.Port)).Send(Messages.Create(), default)).ShouldBe("no room");
    }

    [Fact]
    public async Task Email_ServerWithoutStartTls_IsRefused()
    {
        using MailServer server = new();
        EmailOptions options = Mail(server.Port);
        options.Security = MailSecurity.StartTls;

        string? fault = await new EmailTarget(options).Send(Messages.Create(), default);
        fault.ShouldNotBeNull().ShouldContain("STARTTLS");
        server.Mails.ShouldBeEmpty();
    }

    [Fact]
    public async Task Email_ServerThatDemandsAnAccount_IsAFaultThatNamesTheOptions()
    {
        using MailServer server = new() { AnswerToSender = "530 5.7.0 authentication required" };

        string? fault = await new EmailTarget(Mail(server.Port)).Send(Messages.Create(), default);
        fault.ShouldBe("5.7.0 authentication required: the server demands an account: User and PasswordFile");
    }

    [Fact]
    public async Task Email_NoServer_IsAFault() =>
        (await new EmailTarget(Mail(1)).Send(Messages.Create(), default)).ShouldNotBeNull();

    [Fact]
    public async Task Webhook_WithAKey_SignsTheBody()
    {
        await using HookServer server = await HookServer.Start();
        string key = Secret("top secret\n");
        using WebhookTarget target = new(new WebhookOptions { Name = "hook", Url = $"{server.Url}/hook", KeyFile = key });
        (await target.Send(Messages.Create(), default)).ShouldBeNull();

        (string body, string signature) = server.Received.ShouldHaveSingleItem();
        signature.ShouldBe(WebhookTarget.Sign("top secret", Encoding.UTF8.GetBytes(body)));
        JsonElement json = JsonDocument.Parse(body).RootElement;
        json.EnumerateObject().Select(member => member.Name).ShouldBe(
            ["id", "time", "utcNs", "kind", "severity", "monitor", "stream", "title", "text", "count"]);
        (json.GetProperty("kind").GetString(), json.GetProperty("severity").GetString())
            .ShouldBe(("alarm", "critical"));
    }

    [Fact]
    public void Sign_KnownKeyAndBody_IsTheHmacOfRfc4231() =>
        WebhookTarget.Sign("Jefe", Encoding.ASCII.GetBytes("what do ya want for nothing?"))
            .ShouldBe("sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");

    [Fact]
    public async Task Webhook_Redirect_IsAFault()
    {
        await using HookServer server = await HookServer.Start();
        server.Answer = HttpStatusCode.TemporaryRedirect;
        using WebhookTarget target = new(new WebhookOptions { Name = "hook", Url = $"{server.Url}/hook" });

        (await target.Send(Messages.Create(), default)).ShouldBe("the server answered 307 Temporary Redirect");
    }

    [Fact]
    public async Task Mqtt_RealBroker_GetsTheMessageOnTheTopicOfItsKindWithQos1()
    {
        (MqttServer broker, int port) = await Broker();
        using (broker)
        {
            TaskCompletionSource<(string Topic, string Qos)> taken = new();
            broker.InterceptingPublishAsync += met =>
            {
                taken.TrySetResult(
                    (met.ApplicationMessage.Topic, met.ApplicationMessage.QualityOfServiceLevel.ToString()));
                return Task.CompletedTask;
            };
            MqttTarget target = new(new MqttOptions { Name = "mqtt", Host = "127.0.0.1", Port = port, Tls = false });

            (await target.Send(Messages.Create(), default)).ShouldBeNull();
            (await taken.Task).ShouldBe(("telemetry/notifications/alarm", "AtLeastOnce"));
            await broker.StopAsync();
        }
    }

    [Fact]
    public async Task Mqtt_WrongPassword_IsAFaultWithTheReason()
    {
        (MqttServer broker, int port) = await Broker();
        using (broker)
        {
            broker.ValidatingConnectionAsync += met =>
            {
                met.ReasonCode = met.Password == "right" ? MQTTnet.Protocol.MqttConnectReasonCode.Success
                    : MQTTnet.Protocol.MqttConnectReasonCode.BadUserNameOrPassword;
                return Task.CompletedTask;
            };
            MqttOptions options = new()
            {
                Name = "mqtt",
                Host = "127.0.0.1",
                Port = port,
                Tls = false,
                User = "rig",
                PasswordFile = Secret("wrong"),
            };

            string? fault = await new MqttTarget(options).Send(Messages.Create(), default);
            fault.ShouldNotBeNull().ShouldContain("BadUserNameOrPassword");
            File.WriteAllText(options.PasswordFile, "right");
            (await new MqttTarget(options).Send(Messages.Create(), default)).ShouldBeNull();
            await broker.StopAsync();
        }
    }

    [Fact]
    public async Task Mqtt_NoBroker_IsAFault() =>
        (await new MqttTarget(new MqttOptions { Name = "mqtt", Host = "127.0.0.1", Port = 1, Tls = false })
            .Send(Messages.Create(), default)).ShouldNotBeNull();

    [Fact]
    public void Secret_FileOfOthers_IsRefusedWithWhatToDo()
    {
        string path = Secret("password");
        if (OperatingSystem.IsWindows())
            return;
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.GroupRead);

        SecretFile.Read(path, out string secret).ShouldNotBeNull().ShouldEndWith($"run: chmod 600 {path}");
        secret.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("", "is empty")]
    [InlineData(" \n", "is empty")]
    public void Secret_EmptyFile_IsRefused(string content, string reason) =>
        SecretFile.Read(Secret(content), out _).ShouldNotBeNull().ShouldEndWith(reason);

    [Fact]
    public void Secret_LongFile_IsRefused() =>
        SecretFile.Read(Secret(new string('a', 5000)), out _).ShouldNotBeNull().ShouldContain("5000 bytes");

    [Fact]
    public void Trust_FileThatIsNoCertificate_IsRefused() =>
        ServerTrust.Load(Secret("nothing"), out _).ShouldNotBeNull().ShouldContain("no certificate");

    private string Secret(string content)
    {
        string path = _folder.File($"{Guid.NewGuid():N}");
        File.WriteAllText(path, content);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        return path;
    }

    private static EmailOptions Mail(int port) => new()
    {
        Name = "mail",
        Host = "127.0.0.1",
        Port = port,
        Security = MailSecurity.None,
        From = "rig1@lab.example",
        To = ["night@lab.example", "boss@lab.example"],
    };

    internal static async Task<(MqttServer Broker, int Port)> Broker()
    {
        // The broker cannot say which port it got of 0.
        using System.Net.Sockets.TcpListener probe = new(IPAddress.Loopback, 0);
        probe.Start();
        int port = ((IPEndPoint)probe.LocalEndpoint).Port;
        probe.Stop();
        MqttServerFactory factory = new();
        MqttServer broker = factory.CreateMqttServer(factory.CreateServerOptionsBuilder()
            .WithDefaultEndpoint()
            .WithDefaultEndpointBoundIPAddress(IPAddress.Loopback)
            .WithDefaultEndpointBoundIPV6Address(IPAddress.None)
            .WithDefaultEndpointPort(port)
            .Build());
        await broker.StartAsync();
        return (broker, port);
    }
}
