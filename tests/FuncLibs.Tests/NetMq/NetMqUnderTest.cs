using FuncLibs.Messaging.Transport;
using FuncLibs.NetMq;
using FuncLibs.Tests.Messaging.Transport.Contract;

namespace FuncLibs.Tests.NetMq;

/// <summary>NetMQ, for the suites that every transport passes.</summary>
public sealed class NetMqUnderTest : ITransportUnderTest
{
    public static IReadOnlyCollection<string> FatalAttacks =>
        ["READY with a property of a negative length", "an empty command"];

    public static ITransport Make(SocketLimits limits, TimeProvider time) => new NetMqTransport(limits, time);
}
