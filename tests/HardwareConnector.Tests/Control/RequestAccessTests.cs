using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Control;
using Testing;

namespace HardwareConnector.Tests.Control;

public sealed class RequestAccessTests : IDisposable
{
    private const string Key = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID";
    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("live", ControlOp.Catalogue, null)]
    [InlineData("live", ControlOp.History, null)]
    [InlineData("live", ControlOp.Replay, "replay")]
    [InlineData("live", ControlOp.Credit, "replay")]
    [InlineData("live", ControlOp.Status, "status")]
    [InlineData("replay", ControlOp.Replay, null)]
    [InlineData("replay", ControlOp.Snapshot, "live")]
    [InlineData("status", ControlOp.Hello, null)]
    [InlineData("status", ControlOp.Time, null)]
    [InlineData("live replay status", ControlOp.Replay, null)]
    public void FindMissingRight_Request_NamesTheRight(string rights, ControlOp op, string? missing)
    {
        TransportKeys keys = Keys(rights);
        string? found = new RequestAccess(keys).FindMissingRight(new PeerId([1], "office1"), op);
        found.ShouldBe(missing is null ? null : $"the key office1 lacks the right {missing}");
        keys.Counts.MissingRights.ShouldBe(missing is null ? 0 : 1);
    }

    [Fact]
    public void FindMissingRight_RequestThatIsNotListed_NeedsEveryRight() => new RequestAccess(Keys("live replay"))
        .FindMissingRight(new PeerId([1], "office1"), (ControlOp)200).ShouldNotBeNull();

    [Fact]
    public void FindMissingRight_NameThatWasRevoked_HasNone() => new RequestAccess(Keys("live"))
        .FindMissingRight(new PeerId([1], "office9"), ControlOp.Catalogue).ShouldNotBeNull();

    [Theory]
    [InlineData(ControlOp.Hello)]
    [InlineData(ControlOp.Replay)]
    public void FindMissingRight_PeerWithoutAKeyWhereKeysAreDemanded_MayDoNothing(ControlOp op) =>
        new RequestAccess(Keys("live")).FindMissingRight(new PeerId([1]), op).ShouldNotBeNull();

    [Fact]
    public void FindMissingRight_WithoutKeys_IsNull() => new RequestAccess(TransportKeys.None)
        .FindMissingRight(new PeerId([1]), ControlOp.Replay).ShouldBeNull();

    public void Dispose() => _folder.Dispose();

    private TransportKeys Keys(string rights)
    {
        File.WriteAllText(_folder.File("office1.pub"), $"name: office1\npublic: {Key}\nrights: {rights}\n");
        return new TransportKeys { Allowed = new AllowedPeers(_folder.Path) };
    }
}
