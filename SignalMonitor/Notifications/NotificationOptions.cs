using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Notifications;

/// <summary>Messages to people who are not in front of the rig. Off until a target is given.</summary>
public sealed class NotificationOptions
{
    /// <summary>Mail servers and their receivers.</summary>
    public EmailOptions[] Email { get; set; } = [];

    /// <summary>HTTP servers that get each message as JSON.</summary>
    public WebhookOptions[] Webhooks { get; set; } = [];

    /// <summary>MQTT brokers.</summary>
    public MqttOptions[] Mqtt { get; set; } = [];

    /// <summary>True with a target.</summary>
    internal bool Any => Email.Length + Webhooks.Length + Mqtt.Length > 0;

    /// <summary>true: a message when an alarm is over.</summary>
    [Description("tell when an alarm is over")]
    public bool Cleared { get; set; } = true;

    /// <summary>true: a message when an operator acknowledges an alarm.</summary>
    [Description("tell when an operator acknowledges an alarm")]
    public bool Acknowledged { get; set; }

    /// <summary>Seconds without a block while a test run is open, after which the test counts as stopped.</summary>
    [Description("seconds without a block, during a test run, after which the test counts as stopped")]
    [Range(1, 86_400)]
    public int StoppedSeconds { get; set; } = 10;

    /// <summary>Seconds that a trouble must last before it is told.</summary>
    [Description("seconds that a trouble lasts before it is told")]
    [Range(0, 3600)]
    public int TroubleSeconds { get; set; } = 10;

    /// <summary>Messages that wait for one target at most; then the oldest is dropped and counted.</summary>
    [Description("messages that wait for a target; one more drops the oldest")]
    [Range(1, 10_000)]
    public int QueueMessages { get; set; } = 256;

    /// <summary>Messages to one target in a minute at most; what comes beyond is told in one summary.</summary>
    [Description("messages to a target in a minute; more are told in one summary")]
    [Range(1, 600)]
    public int PerMinute { get; set; } = 10;

    /// <summary>Seconds that one attempt to send may take.</summary>
    [Description("seconds that one attempt to send may take")]
    [Range(1, 300)]
    public int TimeoutSeconds { get; set; } = 15;

    /// <summary>Hours after which a message that could not be sent is dropped and counted.</summary>
    [Description("hours after which a message that could not be sent is dropped")]
    [Range(1, 720)]
    public int KeepHours { get; set; } = 24;
}

/// <summary>What every target has.</summary>
public abstract class TargetOptions
{
    /// <summary>Name of the target in health, metrics and `notify test`; of all targets unique.</summary>
    [Description("name of the target: 1 to 32 of a-z 0-9 _ -")]
    [RegularExpression("^[a-z0-9_-]{1,32}$")]
    public string Name { get; set; } = "";

    /// <summary>Severity from which on messages go to this target.</summary>
    [Description("least severity that goes to this target: info, warning or critical")]
    public NotificationSeverity MinSeverity { get; set; } = NotificationSeverity.Info;

    /// <summary>Kinds that go to this target.</summary>
    [Description("kinds that go to this target, by comma: alarm, test, trouble")]
    public NotificationKind[] Kinds { get; set; } =
        [NotificationKind.Alarm, NotificationKind.Test, NotificationKind.Trouble];

    /// <summary>PEM file with the authority of the server's certificate; empty: those of the system.</summary>
    [Description("PEM file with the authority that signed the server's certificate; empty = those of the system")]
    public string CaFile { get; set; } = "";
}

/// <summary>A mail server and the receivers of its messages.</summary>
public sealed class EmailOptions : TargetOptions
{
    /// <summary>The mail server.</summary>
    [Description("host name of the mail server")]
    public string Host { get; set; } = "";

    /// <summary>Its port.</summary>
    [Description("port of the mail server: 587 with startTls, 465 with tls, 25 without")]
    [Range(1, 65_535)]
    public int Port { get; set; } = 587;

    /// <summary>How the connection is protected.</summary>
    [Description("startTls, tls, or none (without a password, or on this machine)")]
    public MailSecurity Security { get; set; } = MailSecurity.StartTls;

    /// <summary>Name of the account; empty: the server demands none.</summary>
    [Description("account at the mail server; empty = none")]
    public string User { get; set; } = "";

    /// <summary>File with the password, readable by its owner only.</summary>
    [Description("file with the password of the account, mode 600")]
    public string PasswordFile { get; set; } = "";

    /// <summary>Sender.</summary>
    [Description("address of the sender")]
    public string From { get; set; } = "";

    /// <summary>Receivers.</summary>
    [Description("addresses of the receivers, by comma")]
    public string[] To { get; set; } = [];
}

/// <summary>How a connection to a mail server is protected.</summary>
public enum MailSecurity
{
    /// <summary>Begins in clear, then TLS; a server without it is refused.</summary>
    StartTls,

    /// <summary>TLS from the first byte.</summary>
    Tls,

    /// <summary>Not at all.</summary>
    None,
}

/// <summary>An HTTP server that gets each message.</summary>
public sealed class WebhookOptions : TargetOptions
{
    /// <summary>Where each message is posted.</summary>
    [Description("address to which each message is posted as JSON: https, or http on this machine")]
    public string Url { get; set; } = "";

    /// <summary>File with the key of the signature; empty: messages are not signed.</summary>
    [Description("file with the key of the signature, mode 600; empty = no signature")]
    public string KeyFile { get; set; } = "";
}

/// <summary>An MQTT broker.</summary>
public sealed class MqttOptions : TargetOptions
{
    /// <summary>The broker.</summary>
    [Description("host name of the broker")]
    public string Host { get; set; } = "";

    /// <summary>Its port.</summary>
    [Description("port of the broker: 8883 with TLS, 1883 without")]
    [Range(1, 65_535)]
    public int Port { get; set; } = 8883;

    /// <summary>true: TLS.</summary>
    [Description("TLS; false only without a password, or on this machine")]
    public bool Tls { get; set; } = true;

    /// <summary>Name of the account; empty: none.</summary>
    [Description("account at the broker; empty = none")]
    public string User { get; set; } = "";

    /// <summary>File with the password, readable by its owner only.</summary>
    [Description("file with the password of the account, mode 600")]
    public string PasswordFile { get; set; } = "";

    /// <summary>Topic above the kind.</summary>
    [Description("messages go to TOPIC/KIND")]
    [RegularExpression("^[^#+\\0]{1,200}$")]
    public string Topic { get; set; } = "telemetry/notifications";
}
