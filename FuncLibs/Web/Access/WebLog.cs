using Microsoft.Extensions.Logging;

namespace FuncLibs.Web.Access;

/// <summary>Log events of the web server of both hosts; ids 40-59.</summary>
internal static partial class WebLog
{
    /// <summary>A person logged in.</summary>
    [LoggerMessage(40, LogLevel.Information, "{Name} logged in from {Address}")]
    public static partial void LoggedIn(ILogger logger, string name, string address);

    /// <summary>A person logged out.</summary>
    [LoggerMessage(41, LogLevel.Information, "{Name} logged out from {Address}")]
    public static partial void LoggedOut(ILogger logger, string name, string address);

    /// <summary>Who may use HTTP, at the start and after each change.</summary>
    [LoggerMessage(42, LogLevel.Information, "{Accounts} accounts and {Tokens} tokens may use HTTP")]
    public static partial void Access(ILogger logger, int accounts, int tokens);

    /// <summary>A file of accounts or tokens cannot be used.</summary>
    [LoggerMessage(43, LogLevel.Warning, "not used: {Fault}")]
    public static partial void FileNotUsed(ILogger logger, string fault);

    /// <summary>Requests were refused.</summary>
    [LoggerMessage(44, LogLevel.Warning, "{Count} requests over HTTP were refused; the last: {Last}")]
    public static partial void Refused(ILogger logger, long count, string last);

    /// <summary>A certificate is in force.</summary>
    [LoggerMessage(45, LogLevel.Information, "the certificate of https is {Subject}, valid until {Expires:yyyy-MM-dd}")]
    public static partial void Certificate(ILogger logger, string subject, DateTimeOffset expires);

    /// <summary>A certificate needs a person.</summary>
    [LoggerMessage(46, LogLevel.Warning, "{Warning}")]
    public static partial void CertificateWarning(ILogger logger, string warning);

    /// <summary>HTTP may be used by everyone on the network.</summary>
    [LoggerMessage(47, LogLevel.Warning, "Security:AllowInsecure is true: {Open}")]
    public static partial void OpenToAll(ILogger logger, string open);

    /// <summary>The web server has as many connections as it takes.</summary>
    [LoggerMessage(
        48,
        LogLevel.Warning,
        "{Count} connections of HTTP were ended: the web server takes {Limit}; raise the limit of open files "
            + "(ulimit -n 65536; systemd: LimitNOFILE=65536), or find who connects")]
    public static partial void BeyondLimit(ILogger logger, long count, int limit);

    /// <summary>Metrics do not reach the collector.</summary>
    [LoggerMessage(
        49,
        LogLevel.Warning,
        "metrics do not reach {Collector}: {Fault}; the next export has newer values (Metrics:Otlp)")]
    public static partial void MetricsNotExported(ILogger logger, string collector, string fault);

    /// <summary>Metrics reach the collector again.</summary>
    [LoggerMessage(50, LogLevel.Information, "metrics reach {Collector} again")]
    public static partial void MetricsExported(ILogger logger, string collector);
}
