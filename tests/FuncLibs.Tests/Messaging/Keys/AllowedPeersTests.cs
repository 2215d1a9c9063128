using FuncLibs.Messaging.Keys;
using Testing;

namespace FuncLibs.Tests.Messaging.Keys;

public sealed class AllowedPeersTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void Current_MissingFolder_AllowsNobody() =>
        new AllowedPeers(_folder.File("none")).Current.Peers.ShouldBeEmpty();

    [Fact]
    public void Current_KeyFile_AllowsItsKeyWithItsRights()
    {
        KeyFile key = Allow("office1", AccessRights.Live);
        AllowedPeer peer = new AllowedPeers(_folder.Path).Current.Find(key.Public).ShouldNotBeNull();
        peer.Name.ShouldBe("office1");
        peer.Rights.ShouldBe(AccessRights.Live);
    }

    [Fact]
    public void Reload_NothingChanged_KeepsTheView()
    {
        Allow("office1");
        AllowedPeers allowed = new(_folder.Path);
        AllowedPeersView before = allowed.Current;
        allowed.Reload().ShouldBeFalse();
        allowed.Current.ShouldBeSameAs(before);
    }

    [Fact]
    public void Reload_FileRemoved_AllowsItNoLonger()
    {
        KeyFile key = Allow("office1");
        AllowedPeers allowed = new(_folder.Path);
        File.Delete(_folder.File("office1.pub"));
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Find(key.Public).ShouldBeNull();
    }

    [Fact]
    public void Reload_FileHalfWritten_StaysAllowedUntilTheNextReload()
    {
        KeyFile key = Allow("office1");
        AllowedPeers allowed = new(_folder.Path);
        File.WriteAllText(_folder.File("office1.pub"), "name: office1\npub");
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Find(key.Public).ShouldNotBeNull();
        allowed.Current.Faults.ShouldHaveSingleItem().ShouldContain("office1.pub");
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Find(key.Public).ShouldBeNull();
    }

    [Fact]
    public void Current_KeyInTwoFiles_IsAllowedInNeither()
    {
        KeyFile key = Allow("office1");
        File.WriteAllText(_folder.File("office2.pub"), (key with { Name = "office2", Secret = null }).ToString());
        AllowedPeersView allowed = new AllowedPeers(_folder.Path).Current;
        allowed.Find(key.Public).ShouldBeNull();
        allowed.Faults.ShouldHaveSingleItem().ShouldContain("the same key is in");
    }

    [Fact]
    public void Current_NameInTwoFiles_IsAllowedInNeither()
    {
        Allow("office1");
        File.WriteAllText(_folder.File("copy.pub"), (KeyFileTests.NewKey("office1") with { Secret = null }).ToString());
        AllowedPeersView allowed = new AllowedPeers(_folder.Path).Current;
        allowed.Peers.ShouldBeEmpty();
        allowed.Faults.ShouldHaveSingleItem().ShouldContain("the same name is in");
    }

    [Fact]
    public void Current_DamagedFileBesideAGoodOne_AllowsTheGoodOne()
    {
        KeyFile key = Allow("office1");
        File.WriteAllText(_folder.File("other.pub"), "garbage");
        AllowedPeersView allowed = new AllowedPeers(_folder.Path).Current;
        allowed.Find(key.Public).ShouldNotBeNull();
        allowed.Faults.ShouldHaveSingleItem().ShouldContain("other.pub");
    }

    public void Dispose() => _folder.Dispose();

    private KeyFile Allow(string name, AccessRights rights = AccessRights.All)
    {
        KeyFile key = KeyFileTests.NewKey(name);
        File.WriteAllText(_folder.File(name + ".pub"), (key with { Secret = null, Rights = rights }).ToString());
        return key;
    }
}
