using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using MimeKit;

namespace SignalMonitor.Notifications.Targets;

/// <summary>What a target must have before anything is sent to it.</summary>
internal static class TargetRules
{
    private const string Section = "Notifications";

    /// <summary>Every fault of every target.</summary>
    public static IEnumerable<OptionFault> Check(NotificationOptions options) =>
    [
        .. options.Email.SelectMany((one, i) => OfEmail(one, $"{Section}:Email:{i}")),
        .. options.Webhooks.SelectMany((one, i) => OfWebhook(one, $"{Section}:Webhooks:{i}")),
        .. options.Mqtt.SelectMany((one, i) => OfMqtt(one, $"{Section}:Mqtt:{i}")),
        .. OfNames(options),
    ];

    private static IEnumerable<OptionFault> OfNames(NotificationOptions options)
    {
        TargetOptions[] all = [.. options.Email, .. options.Webhooks, .. options.Mqtt];
        return all.GroupBy(one => one.Name).Where(same => same.Count() > 1).Select(same => new OptionFault(
            Section, $"{same.Count()} targets are called '{same.Key}'", "a name of its own for each target"));
    }

    private static IEnumerable<OptionFault> OfEmail(EmailOptions one, string key)
    {
        foreach (OptionFault fault in OfAll(one, key).Concat(OfAccount(one.Host, one.User, one.PasswordFile, key)))
            yield return fault;
        if (one.User.Length > 0 && one.Security == MailSecurity.None && !HttpUrl.IsLoopbackHost(one.Host))
            yield return new OptionFault(
                $"{key}:Security", "none would send the password in clear", "startTls or tls, with an account");
        if (!MailboxAddress.TryParse(one.From, out _))
            yield return new OptionFault($"{key}:From", $"'{one.From}' is no mail address", "such as rig1@lab.example");
        if (one.To.Length == 0)
            yield return new OptionFault($"{key}:To", "nobody receives the mails", "addresses by comma");
        foreach (string to in one.To.Where(to => !MailboxAddress.TryParse(to, out _)))
            yield return new OptionFault($"{key}:To", $"'{to}' is no mail address", "addresses by comma");
    }

    private static IEnumerable<OptionFault> OfWebhook(WebhookOptions one, string key)
    {
        foreach (OptionFault fault in OfAll(one, key))
            yield return fault;
        bool isUrl = Uri.TryCreate(one.Url, UriKind.Absolute, out Uri? url);
        if (!isUrl || (url!.Scheme != Uri.UriSchemeHttps
            && !(url.Scheme == Uri.UriSchemeHttp && HttpUrl.IsLoopbackHost(url.Host))))
            yield return new OptionFault(
                $"{key}:Url", $"'{one.Url}' is not allowed", "https://HOST/PATH, or http:// on this machine");
        else if (url.UserInfo.Length > 0)
            yield return new OptionFault(
                $"{key}:Url", "has a password in it", "an address without one; sign messages with KeyFile");
        if (one.KeyFile.Length > 0 && SecretFile.Read(one.KeyFile, out _) is { } secret)
            yield return new OptionFault($"{key}:KeyFile", secret, "a file of its owner alone, mode 600");
    }

    private static IEnumerable<OptionFault> OfMqtt(MqttOptions one, string key)
    {
        foreach (OptionFault fault in OfAll(one, key).Concat(OfAccount(one.Host, one.User, one.PasswordFile, key)))
            yield return fault;
        if (one.User.Length > 0 && !one.Tls && !HttpUrl.IsLoopbackHost(one.Host))
            yield return new OptionFault(
                $"{key}:Tls", "false would send the password in clear", "true, with an account");
    }

    private static IEnumerable<OptionFault> OfAll(TargetOptions one, string key)
    {
        if (one.Name.Length == 0)
            yield return new OptionFault($"{key}:Name", "is missing", "1 to 32 of a-z 0-9 _ -");
        if (ServerTrust.Load(one.CaFile, out _) is { } fault)
            yield return new OptionFault($"{key}:CaFile", fault, "a PEM file, or empty");
    }

    private static IEnumerable<OptionFault> OfAccount(string host, string user, string passwordFile, string key)
    {
        if (Uri.CheckHostName(host) == UriHostNameType.Unknown)
            yield return new OptionFault($"{key}:Host", $"'{host}' is no host name", "a host name or an IP address");
        if (user.Length > 0 && SecretFile.Read(passwordFile, out _) is { } secret)
            yield return new OptionFault($"{key}:PasswordFile", secret, "a file of its owner alone, mode 600");
        if (user.Length == 0 && passwordFile.Length > 0)
            yield return new OptionFault($"{key}:User", "is missing beside a password", "the name of the account");
    }
}
