using System.Diagnostics.Metrics;
using FuncLibs.Web.Access;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Sessions;
using FuncLibs.Web.Tls;

namespace FuncLibs.Web.Serving;

/// <summary>How the web server is: for `/health`, metrics and the log.</summary>
/// <param name="directory">The accounts and tokens.</param>
/// <param name="sessions">Who is logged in.</param>
/// <param name="counts">What was refused.</param>
/// <param name="connections">Its connections.</param>
/// <param name="tls">TLS; null without.</param>
/// <param name="open">What everyone on the network may do; null for nothing.</param>
internal sealed class WebStatus(
    AccessDirectory directory,
    SessionStore sessions,
    RefusalCounts counts,
    ConnectionCount connections,
    ServerTls? tls,
    string? open)
{
    private const string Full =
        "the web server has as many connections as it takes, and ends new ones: raise the limit of open files "
            + "(ulimit -n), or find who connects";

    /// <summary>What everyone on the network may do; null for nothing.</summary>
    public string? Open => open;

    /// <summary>True when somebody has to say who they are.</summary>
    public bool IsNamed => !directory.IsOpen;

    /// <summary>What needs a person.</summary>
    public IEnumerable<string> Warnings =>
        open is null ? Faults : Faults.Prepend($"Security:AllowInsecure: {open}");

    /// <summary>Warnings of what is wrong, which an option does not allow on purpose.</summary>
    public IEnumerable<string> Faults =>
    [
        .. new[] { tls?.Warning, connections.IsFull ? Full : null }.OfType<string>(),
        .. directory.Current.Faults,
    ];

    /// <summary>
    /// The state now; null where everything is as on a machine of one person: plain, on loopback, for everyone, and no
    /// connection was ended.
    /// </summary>
    public WebHealth? Health => IsPlain ? null : new WebHealth(
        tls is not null,
        tls?.Expires,
        directory.Current.Users.Length,
        directory.Current.Tokens.Length,
        sessions.Count,
        Enum.GetValues<Refusal>().ToDictionary(RefusalCounts.NameOf, counts.Of),
        counts.Last,
        [.. Warnings])
    {
        BeyondLimit = connections.BeyondLimit,
    };

    private bool IsPlain => tls is null && directory.IsOpen && open is null && connections.BeyondLimit == 0;

    /// <summary>Adds the instruments.</summary>
    public void AddTo(Meter meter)
    {
        meter.CreateObservableCounter(
            "telemetry.http.refused",
            () => Enum.GetValues<Refusal>().Select(cause => new Measurement<long>(
                counts.Of(cause), new KeyValuePair<string, object?>("cause", RefusalCounts.NameOf(cause)))),
            "{request}",
            "Requests over HTTP that were refused, by cause.");
        meter.CreateObservableCounter(
            "telemetry.http.beyond_limit",
            () => connections.BeyondLimit,
            "{connection}",
            "Connections ended because the web server had as many as it takes.");
        meter.CreateObservableGauge(
            "telemetry.http.sessions", () => sessions.Count, "{session}", "Log-ins that are in use.");
        if (tls is not null)
            meter.CreateObservableGauge(
                "telemetry.http.certificate_expires",
                () => tls.Expires.ToUnixTimeSeconds(),
                "s",
                "End of the certificate, seconds since 1970.");
    }
}

/// <summary>The web server in `/health`.</summary>
/// <param name="Tls">Whether it is https.</param>
/// <param name="CertificateExpires">End of the certificate; null without.</param>
/// <param name="Accounts">Number of accounts.</param>
/// <param name="Tokens">Number of tokens.</param>
/// <param name="Sessions">Number of log-ins in use.</param>
/// <param name="Refused">Refusals by cause.</param>
/// <param name="LastRefusal">The newest one; null for none.</param>
/// <param name="Warnings">What needs a person.</param>
internal sealed record WebHealth(
    bool Tls,
    DateTimeOffset? CertificateExpires,
    int Accounts,
    int Tokens,
    int Sessions,
    IReadOnlyDictionary<string, long> Refused,
    string? LastRefusal,
    IReadOnlyList<string> Warnings)
{
    /// <summary>Connections ended because the web server had as many as it takes.</summary>
    public long BeyondLimit { get; init; }
}
