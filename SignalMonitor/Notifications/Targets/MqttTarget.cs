using System.Globalization;
using System.Net.Sockets;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using FuncLibs.Runtime.Diagnostics;
using MQTTnet;
using MQTTnet.Exceptions;
using MQTTnet.Protocol;

namespace SignalMonitor.Notifications.Targets;

/// <summary>
/// Publishes each message with QoS 1, so the broker has confirmed it. A connection a message: they are few, and one
/// that was kept open would be found dead only with the next.
/// </summary>
/// <param name="options">Broker and topic.</param>
internal sealed class MqttTarget(MqttOptions options) : INotificationTarget
{
    private readonly MqttClientFactory _factory = new();

    /// <inheritdoc/>
    public string Name => options.Name;

    /// <inheritdoc/>
    public string Description =>
        string.Create(CultureInfo.InvariantCulture, $"mqtt {options.Host}:{options.Port} {options.Topic}");

    /// <inheritdoc/>
    public async Task<string?> Send(Notification message, CancellationToken stop)
    {
        string password = "";
        if (ServerTrust.Load(options.CaFile, out ServerTrust trust) is { } untrusted)
            return untrusted;
        if (options.User.Length > 0 && SecretFile.Read(options.PasswordFile, out password) is { } fault)
            return fault;
        ServerCheck server = new(trust, options.Host);
        try
        {
            using IMqttClient client = _factory.CreateMqttClient();
            MqttClientConnectResult met = await client.ConnectAsync(Connection(server, password), stop);
            if (met.ResultCode != MqttClientConnectResultCode.Success)
                return OneLine.Format($"the broker refused the connection: {met.ResultCode} {met.ReasonString}");
            MqttClientPublishResult answer = await client.PublishAsync(Publication(message), stop);
            await client.DisconnectAsync(new MqttClientDisconnectOptions(), stop);
            return answer.IsSuccess
                ? null : OneLine.Format($"the broker refused the message: {answer.ReasonCode} {answer.ReasonString}");
        }
        catch (Exception e) when (e is MqttCommunicationException or MqttProtocolViolationException or SocketException
            or IOException or InvalidOperationException)
        {
            return server.Fault
                ?? OneLine.Format(e.InnerException is { } cause ? $"{e.Message} {cause.Message}" : e.Message);
        }
    }

    private MqttClientOptions Connection(ServerCheck server, string password)
    {
        MqttClientOptionsBuilder builder = _factory.CreateClientOptionsBuilder()
            .WithTcpServer(options.Host, options.Port)
            .WithClientId($"telemetry-{Guid.NewGuid():N}");
        if (options.User.Length > 0)
            builder.WithCredentials(options.User, password);
        if (options.Tls)
        {
            builder.WithTlsOptions(tls => tls.UseTls().WithTargetHost(options.Host).WithCertificateValidationHandler(
                met => server.Accepts(met.Certificate, met.Chain, met.SslPolicyErrors)));
        }

        return builder.Build();
    }

    private MqttApplicationMessage Publication(Notification message) =>
        _factory.CreateApplicationMessageBuilder()
            .WithTopic($"{options.Topic}/{MessageDocument.NameOf(message.Kind)}")
            .WithPayload(MessageDocument.Encode(message))
            .WithContentType("application/json")
            .WithQualityOfServiceLevel(MqttQualityOfServiceLevel.AtLeastOnce)
            .Build();
}
