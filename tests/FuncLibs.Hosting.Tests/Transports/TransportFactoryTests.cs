using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;

namespace FuncLibs.Hosting.Tests.Transports;

public sealed class TransportFactoryTests
{
    private const string Elsewhere = "tcp://0.0.0.0:5556";
    private static readonly TransportOptions Direct = new() { Library = TransportChoice.Direct };

    [Theory]
    [InlineData(TransportChoice.Auto, false, true, null, TransportChoice.Direct)]
    [InlineData(TransportChoice.Auto, false, true, "not found", TransportChoice.Direct)]
    [InlineData(TransportChoice.Auto, true, true, null, TransportChoice.Libzmq)]
    [InlineData(TransportChoice.Auto, true, true, "not found", TransportChoice.Libzmq)]
    [InlineData(TransportChoice.Auto, false, false, null, TransportChoice.Libzmq)]
    [InlineData(TransportChoice.Auto, false, false, "not found", TransportChoice.Netmq)]
    [InlineData(TransportChoice.Libzmq, false, true, "not found", TransportChoice.Libzmq)]
    [InlineData(TransportChoice.Netmq, false, true, null, TransportChoice.Netmq)]
    [InlineData(TransportChoice.Direct, false, true, null, TransportChoice.Direct)]
    [InlineData(TransportChoice.Direct, false, false, "not found", TransportChoice.Direct)]
    public void Resolve_Choice_IsTheLibraryThatIsUsed(
        TransportChoice choice, bool hasKeys, bool isDirectPossible, string? libzmqFault, TransportChoice used) =>
        TransportFactory.Resolve(choice, hasKeys, isDirectPossible, () => libzmqFault).ShouldBe(used);

    [Fact]
    public void Resolve_AutoWhereDirectIsPossible_DoesNotLoadLibzmq() =>
        TransportFactory.Resolve(
                TransportChoice.Auto,
                hasKeys: false,
                isDirectPossible: true,
                () => throw new InvalidOperationException())
            .ShouldBe(TransportChoice.Direct);

    [Theory]
    [InlineData(TransportChoice.Libzmq, TransportLibrary.Libzmq)]
    [InlineData(TransportChoice.Netmq, TransportLibrary.Netmq)]
    [InlineData(TransportChoice.Direct, TransportLibrary.Direct)]
    public void Create_Choice_HasItsName(TransportChoice choice, string name)
    {
        using ITransport transport = TransportFactory.Create(
            new TransportOptions { Library = choice }, new SocketLimits { LingerMs = 0 }, TimeProvider.System);

        transport.Library.Name.ShouldBe(name);
    }

    [Theory]
    [InlineData(TransportChoice.Netmq)]
    [InlineData(TransportChoice.Direct)]
    public void Create_KeysWithoutLibzmq_IsRefused(TransportChoice choice)
    {
        CurveKeys.TryCreate(out CurveKey? known, out CurveKey? secret).ShouldBeTrue();
        TransportKeys keys = new() { Own = new KeyFile { Name = "rig1", Public = known!, Secret = secret } };

        Should.Throw<TransportException>(() => TransportFactory.Create(
                new TransportOptions { Library = choice }, new SocketLimits(), TimeProvider.System, keys))
            .Message.ShouldContain("has no keys");
    }

    [Theory]
    [InlineData(TransportChoice.Auto, null)]
    [InlineData(TransportChoice.Libzmq, null)]
    [InlineData(TransportChoice.Netmq, "hands plain text past its keys")]
    [InlineData(TransportChoice.Direct, "has no keys")]
    public void KeyFault_Choice_IsTheReason(TransportChoice choice, string? reason)
    {
        string? fault = TransportFactory.KeyFault(new TransportOptions { Library = choice });

        if (reason is null)
            fault.ShouldBeNull();
        else
            fault.ShouldNotBeNull().ShouldContain(reason);
    }

    [Theory]
    [InlineData(Elsewhere)]
    [InlineData("tcp://10.0.0.7:5557")]
    public void BindFault_DirectOffLoopback_IsThatOfLibzmqWithoutKeys(string endpoint)
    {
        string fault = TransportFactory.BindFault(Direct, endpoint, mayBeReached: false).ShouldNotBeNull();

        fault.ShouldBe(
            TransportFactory.BindFault(
                new TransportOptions { Library = TransportChoice.Libzmq }, endpoint, mayBeReached: false));
        TransportFactory.BindFault(Direct, endpoint, mayBeReached: true).ShouldBeNull();
    }

    [Theory]
    [InlineData("tcp://127.0.0.1:0")]
    [InlineData("ipc:///tmp/data")]
    public void BindFault_DirectOnThisMachine_IsNone(string endpoint) =>
        TransportFactory.BindFault(Direct, endpoint, mayBeReached: false).ShouldBeNull();

    [Theory]
    [InlineData("tcp://rig.lab:5556", null)]
    [InlineData("ipc:///tmp/data", null)]
    [InlineData("tcp://rig.lab:0", "names no port")]
    [InlineData("rig.lab", "does not begin with tcp://")]
    public void ConnectFault_Direct_IsThatOfTheEndpointAlone(string endpoint, string? reason)
    {
        string? fault = TransportFactory.ConnectFault(Direct, endpoint);

        if (reason is null)
            fault.ShouldBeNull();
        else
            fault.ShouldNotBeNull().ShouldContain(reason);
    }

    [Fact]
    public void FallbackReason_Direct_IsNone() => TransportFactory.FallbackReason(Direct).ShouldBeNull();
}
