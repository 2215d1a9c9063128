using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Transport;

namespace HardwareConnector.Configuration;

/// <summary>Checks that every address can be used, and that nothing binds where other machines could reach it.</summary>
public sealed class EndpointCheck : IOptionsCheck<ConnectorOptions>
{
    private const string Bindable = "tcp on 127.0.0.1, localhost or [::1], or ipc://PATH; port 0 = any free one";
    private const string Reachable = "tcp://HOST:PORT";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        if (TransportFactory.BindFault(options.Transport, options.Publish.Endpoint) is { } publish)
            yield return new OptionFault("Publish:Endpoint", publish, Bindable);
        if (TransportFactory.BindFault(options.Transport, options.Control.Endpoint) is { } control)
            yield return new OptionFault("Control:Endpoint", control, Bindable);
        if (SameAddress(options.Publish.Endpoint, options.Control.Endpoint))
            yield return new OptionFault("Control:Endpoint", $"'{options.Control.Endpoint}' is where blocks are published", "another port");
        if (HttpUrl.FaultOf(options.Http.Url) is { } http)
            yield return new OptionFault("Http:Url", http, HttpUrl.Allowed);
        for (int i = 0; i < options.Sources.Length; i++)
        {
            if (options.Sources[i].Type == SourceType.Link && LinkFault(options.Sources[i].Endpoint) is { } link)
                yield return new OptionFault($"Sources:{i}:Endpoint", link, Reachable);
        }
    }

    private static string? LinkFault(string text)
    {
        if (!Endpoint.TryParse(text, out Endpoint? endpoint, out string? fault))
            return fault;
        return endpoint.Path is null ? endpoint.ConnectFault : $"'{text}' is not tcp, which the controller link needs";
    }

    private static bool SameAddress(string first, string second) =>
        first == second && Endpoint.TryParse(first, out Endpoint? endpoint, out _) && (endpoint.Path is not null || endpoint.Port != 0);
}
