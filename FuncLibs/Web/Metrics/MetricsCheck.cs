using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;

namespace FuncLibs.Web.Metrics;

/// <summary>Checks where metrics are exported to.</summary>
/// <param name="metricsOf">The metrics of the program.</param>
/// <typeparam name="TOptions">The root option class.</typeparam>
internal sealed class MetricsCheck<TOptions>(Func<TOptions, MetricsOptions> metricsOf) : IOptionsCheck<TOptions>
    where TOptions : class
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(TOptions options)
    {
        OtlpOptions otlp = metricsOf(options).Otlp;
        if (otlp.Endpoint.Length == 0)
        {
            if (otlp.TokenFile.Length + otlp.CaFile.Length > 0)
                yield return new OptionFault("Metrics:Otlp:Endpoint", "is missing", "http:// or https://HOST:4318");
            yield break;
        }

        if (otlp.Target is not { } target)
        {
            yield return new OptionFault(
                "Metrics:Otlp:Endpoint", $"'{otlp.Endpoint}' is no address", "http:// or https://HOST:4318");
            yield break;
        }

        if (otlp.TokenFile.Length > 0 && SecretFile.Read(otlp.TokenFile, out _) is { } secret)
            yield return new OptionFault("Metrics:Otlp:TokenFile", secret, "a file of its owner alone, mode 600");
        if (otlp.TokenFile.Length > 0 && target.Scheme == Uri.UriSchemeHttp && !target.IsLoopback)
            yield return new OptionFault(
                "Metrics:Otlp:Endpoint", $"'{otlp.Endpoint}' would send the token in clear", "https, with a token");
        if (ServerTrust.Load(otlp.CaFile, out _) is { } fault)
            yield return new OptionFault("Metrics:Otlp:CaFile", fault, "a PEM file, or empty");
    }
}
