using FuncLibs.Tests.Transport.Contract;
using FuncLibs.Transport;
using FuncLibs.NetMq;

namespace FuncLibs.Tests.Transport.NetMq;

/// <summary>NetMQ, for the suites that every transport passes.</summary>
public sealed class NetMqLibrary : ITransportUnderTest
{
    public static IReadOnlyCollection<string> FatalAttacks => ["READY with a property of a negative length", "an empty command"];

    public static ITransport Make(SocketLimits limits, TimeProvider time) => new NetMqTransport(limits, time);
}
