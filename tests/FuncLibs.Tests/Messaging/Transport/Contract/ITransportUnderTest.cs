using FuncLibs.Messaging.Transport;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>
/// An implementation of the transport. All of them pass the suites of this folder, each by classes of five lines.
/// </summary>
public interface ITransportUnderTest
{
    /// <summary>Names of attacks that end the process, in <see cref="HostilePeerContract{TLibrary}"/>: they are tried
    /// on their own process.</summary>
    static abstract IReadOnlyCollection<string> FatalAttacks { get; }

    static abstract ITransport Make(SocketLimits limits, TimeProvider time);
}
