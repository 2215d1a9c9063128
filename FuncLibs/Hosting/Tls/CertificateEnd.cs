namespace FuncLibs.Hosting.Tls;

/// <summary>The end of a certificate that a person has to replace in time.</summary>
internal static class CertificateEnd
{
    /// <summary>Time before the end from which on it is a warning.</summary>
    public static readonly TimeSpan Soon = TimeSpan.FromDays(14);

    /// <summary>What to say of it, after its name; null while there is time.</summary>
    /// <param name="expires">The end; null = no certificate.</param>
    /// <param name="now">The time.</param>
    public static string? FindWarning(DateTimeOffset? expires, DateTimeOffset now) =>
        expires is not { } end || end - now >= Soon
            ? null
            : FormattableString.Invariant(
                $"{(end <= now ? "expired" : "expires")} on {end:yyyy-MM-dd HH:mm}Z: put a new one there");
}
