using System.Diagnostics.CodeAnalysis;
using System.Net;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>The address of an endpoint that is known without a look-up.</summary>
internal static class EndpointAddress
{
    /// <summary>Reads an address, or the name of this machine for itself.</summary>
    public static bool TryRead(Endpoint endpoint, [NotNullWhen(true)] out IPAddress? address)
    {
        if (endpoint.Host != "localhost")
            return IPAddress.TryParse(endpoint.Host, out address);
        address = IPAddress.Loopback;
        return true;
    }
}
