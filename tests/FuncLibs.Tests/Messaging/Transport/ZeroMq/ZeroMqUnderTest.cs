using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Tests.Messaging.Transport.Contract;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

/// <summary>libzmq, for the suites that every transport passes.</summary>
public sealed class ZeroMqUnderTest : ITransportUnderTest
{
    public static IReadOnlyCollection<string> FatalAttacks => [];

    public static ITransport Make(SocketLimits limits, TimeProvider time) => new ZeroMqTransport(limits, time);
}
