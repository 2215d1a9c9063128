using FuncLibs.Tests.Transport.Contract;
using FuncLibs.Transport;
using FuncLibs.Transport.ZeroMq;

namespace FuncLibs.Tests.Transport.ZeroMq;

/// <summary>libzmq, for the suites that every transport passes.</summary>
public sealed class ZeroMqLibrary : ITransportUnderTest
{
    public static IReadOnlyCollection<string> FatalAttacks => [];

    public static ITransport Make(SocketLimits limits, TimeProvider time) => new ZeroMqTransport(limits, time);
}
