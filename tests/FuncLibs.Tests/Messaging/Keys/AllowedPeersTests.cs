using FuncLibs.Messaging.Keys;
using Testing;

namespace FuncLibs.Tests.Messaging.Keys;

public sealed class AllowedPeersTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Aside => _folder.Path + "-aside";

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
    public void Reload_FolderUnreadableOnce_KeepsThePeers()
    {
        KeyFile key = Allow("office1");
        AllowedPeers allowed = new(_folder.Path);
        MakeUnreadable();
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Find(key.Public).ShouldNotBeNull();
        allowed.Current.Faults.ShouldHaveSingleItem().ShouldContain("cannot be read");
        MakeReadable();
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Find(key.Public).ShouldNotBeNull();
        allowed.Current.Faults.ShouldBeEmpty();
        allowed.Reload().ShouldBeFalse();
    }

    [Fact]
    public void Reload_FolderUnreadableTwice_AllowsNobody()
    {
        Allow("office1");
        AllowedPeers allowed = new(_folder.Path);
        MakeUnreadable();
        allowed.Reload();
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Peers.ShouldBeEmpty();
        allowed.Current.Faults.ShouldHaveSingleItem().ShouldContain("cannot be read");
        MakeReadable();
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Peers.ShouldHaveSingleItem();
    }

    [Fact]
    public void Reload_FolderMissingOnce_KeepsThePeers()
    {
        KeyFile key = Allow("office1");
        AllowedPeers allowed = new(_folder.Path);
        Directory.Move(_folder.Path, Aside);
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Find(key.Public).ShouldNotBeNull();
        allowed.Current.Faults.ShouldHaveSingleItem().ShouldContain("is missing");
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Peers.ShouldBeEmpty();
        Directory.Move(Aside, _folder.Path);
    }

    [Fact]
    public void Reload_TargetOfALinkRemoved_AllowsItNoLonger()
    {
        if (OperatingSystem.IsWindows())
            return;
        using TemporaryFolder links = new();
        Allow("office1");
        File.CreateSymbolicLink(links.File("office1.pub"), _folder.File("office1.pub"));
        AllowedPeers allowed = new(links.Path);
        allowed.Current.Peers.ShouldHaveSingleItem();
        File.Delete(_folder.File("office1.pub"));
        allowed.Reload().ShouldBeTrue();
        allowed.Current.Peers.ShouldBeEmpty();
    }

    [Fact]
    public void Reload_FilesRemovedWhileListed_KeepsTheOthers()
    {
        const int Reloads = 200;
        const int Files = 20;
        KeyFile key = Allow("office1");
        AllowedPeers allowed = new(_folder.Path);
        using CancellationTokenSource stop = new();
        var removing = new Thread(() =>
        {
            while (!stop.IsCancellationRequested)
            {
                for (int i = 0; i < Files; i++)
                    File.WriteAllText(_folder.File($"gone{i}.pub"), "");
                for (int i = 0; i < Files; i++)
                    File.Delete(_folder.File($"gone{i}.pub"));
            }
        });
        removing.Start();
        for (int i = 0; i < Reloads; i++)
        {
            allowed.Reload();
            allowed.Current.Find(key.Public).ShouldNotBeNull();
            allowed.Current.Faults.ShouldNotContain(fault => fault.StartsWith("folder", StringComparison.Ordinal));
        }

        stop.Cancel();
        removing.Join();
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

    // A link to itself in place of the folder: root cannot list it either.
    private void MakeUnreadable()
    {
        Directory.Move(_folder.Path, Aside);
        Directory.CreateSymbolicLink(_folder.Path, _folder.Path);
    }

    private void MakeReadable()
    {
        File.Delete(_folder.Path);
        Directory.Move(Aside, _folder.Path);
    }

    private KeyFile Allow(string name, AccessRights rights = AccessRights.All)
    {
        KeyFile key = KeyFileTests.NewKey(name);
        File.WriteAllText(_folder.File(name + ".pub"), (key with { Secret = null, Rights = rights }).ToString());
        return key;
    }
}
