using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Tests.Messaging.Transport.Contract;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

/// <summary>The direct transport, for the suites that every transport passes.</summary>
public sealed class DirectUnderTest : ITransportUnderTest
{
    public static IReadOnlyCollection<string> FatalAttacks => [];

    public static ITransport Make(SocketLimits limits, TimeProvider time) => new DirectTransport(limits, time);
}
