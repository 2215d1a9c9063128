using System.Globalization;
using System.Net.Sockets;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using FuncLibs.Runtime.Diagnostics;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;
using MimeKit;

namespace SignalMonitor.Notifications.Targets;

/// <summary>Sends each message as a mail, on a connection of its own.</summary>
/// <param name="options">Server, account and receivers.</param>
internal sealed class EmailTarget(EmailOptions options) : INotificationTarget
{
    /// <inheritdoc/>
    public string Name => options.Name;

    /// <inheritdoc/>
    public string Description => string.Create(CultureInfo.InvariantCulture, $"email {options.Host}:{options.Port}");

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
            using SmtpClient client = new();
            if (trust.IsOwn)
                client.CheckCertificateRevocation = false;
            client.ServerCertificateValidationCallback =
                (_, shown, chain, errors) => server.Accepts(shown, chain, errors);
            await client.ConnectAsync(options.Host, options.Port, SecurityOf(options.Security), stop);
            if (options.User.Length > 0)
                await client.AuthenticateAsync(options.User, password, stop);
            using MimeMessage mail = Compose(message);
            await client.SendAsync(mail, stop);

            // The server has the mail; how the connection ends changes nothing.
            await client.DisconnectAsync(quit: false, stop);
            return null;
        }
        catch (SslHandshakeException e)
        {
            // The library says the same when it is told to stop while the server is silent.
            stop.ThrowIfCancellationRequested();
            return server.Fault ?? ExplainNoTls(e);
        }
        catch (ServiceNotAuthenticatedException e)
        {
            return $"{OneLine.Format(e)}: the server demands an account: User and PasswordFile";
        }
        catch (Exception e) when (e is ProtocolException or CommandException or AuthenticationException
            or SocketException or IOException or NotSupportedException or ParseException)
        {
            return OneLine.Format(e);
        }
    }

    /// <summary>The mail of a message.</summary>
    public MimeMessage Compose(Notification message)
    {
        string stream = message.Stream.Length > 0 ? $" {message.Stream}" : "";
        MimeMessage mail = new();
        mail.From.Add(MailboxAddress.Parse(options.From));
        mail.To.AddRange(options.To.Select(MailboxAddress.Parse));
        mail.MessageId = $"{message.Id:N}@telemetry.invalid";
        mail.Date = DateTimeOffset.UnixEpoch.AddTicks(message.UtcNs / 100);
        mail.Subject = OneLine.Format(
            $"[{message.Monitor}{stream}] {MessageDocument.NameOf(message.Severity)}: {message.Title}");
        mail.Priority = message.Severity == NotificationSeverity.Critical
            ? MessagePriority.Urgent : MessagePriority.Normal;
        mail.Body = new TextPart("plain")
        {
            Text = $"{message.Text}\n\ntime     {MessageDocument.TimeOf(message)} (UTC)\nmonitor  {message.Monitor}\n"
                + $"stream   {message.Stream}\nkind     {MessageDocument.NameOf(message.Kind)}\n",
        };
        return mail;
    }

    // The library's own text is a page long, and guesses.
    private string ExplainNoTls(SslHandshakeException e) => OneLine.Format(ServerTrust.ExplainNoTls(
        $"{e.InnerException?.Message ?? e.Message} (Security tls is for a port with TLS from the first byte, such as "
        + $"465; startTls for one that begins in clear, such as 587; this is {options.Port})"));

    private static SecureSocketOptions SecurityOf(MailSecurity security) => security switch
    {
        MailSecurity.StartTls => SecureSocketOptions.StartTls,
        MailSecurity.Tls => SecureSocketOptions.SslOnConnect,
        _ => SecureSocketOptions.None,
    };
}
