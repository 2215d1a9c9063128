using FuncLibs.Messaging.Keys;
using Testing;

namespace FuncLibs.Tests.Messaging.Keys;

public sealed class AllowedPeersEditsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Allowed => _folder.File("allowed");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Allow_KeyWithASecret_WritesThePublicPartWithItsRights()
    {
        KeyFile key = Create("office1", 1) with { Secret = Key(9), Rights = AccessRights.Live };

        AllowedPeersEdits.Allow(Allowed, key, out string path).ShouldBeNull();

        path.ShouldBe(Path.Combine(Allowed, "office1.pub"));
        File.ReadAllText(path).ShouldNotContain("secret: ");
        new AllowedPeers(Allowed).Current.Find(key.Public)!.Rights.ShouldBe(AccessRights.Live);
        Directory.GetFiles(Allowed).Length.ShouldBe(1);
    }

    [Fact]
    public void Allow_AgainWithOtherRights_ReplacesThem()
    {
        KeyFile key = Create("office1", 1);
        AllowedPeersEdits.Allow(Allowed, key, out _).ShouldBeNull();

        AllowedPeersEdits.Allow(Allowed, key with { Rights = AccessRights.Replay }, out _).ShouldBeNull();

        new AllowedPeers(Allowed).Current.Peers.Single().Rights.ShouldBe(AccessRights.Replay);
    }

    [Theory]
    [InlineData("office1", 2, "another key is allowed as office1 in ")]
    [InlineData("office2", 1, "this key is allowed already, as office1 in ")]
    public void Allow_KeyOrNameThatIsTaken_IsRefused(string name, byte key, string reason)
    {
        AllowedPeersEdits.Allow(Allowed, Create("office1", 1), out _).ShouldBeNull();

        AllowedPeersEdits.Allow(Allowed, Create(name, key), out _)!.ShouldStartWith(reason);
        new AllowedPeers(Allowed).Current.Find(Key(1))!.Name.ShouldBe("office1");
    }

    [Fact]
    public void Allow_FileThatCannotBeReplaced_SaysWhyAndLeavesNothingBehind()
    {
        Directory.CreateDirectory(Path.Combine(Allowed, "office1.pub"));

        AllowedPeersEdits.Allow(Allowed, Create("office1", 1), out _).ShouldNotBeNull();

        Directory.GetFiles(Allowed).ShouldBeEmpty();
    }

    [Fact]
    public void Revoke_Peer_IsAllowedNoMore()
    {
        AllowedPeersEdits.Allow(Allowed, Create("office1", 1), out _).ShouldBeNull();

        AllowedPeersEdits.Revoke(Allowed, "office1").ShouldBeNull();

        new AllowedPeers(Allowed).Current.Peers.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("office9")]
    [InlineData("../office1")]
    [InlineData("")]
    public void Revoke_Unknown_NamesThoseThatAreAllowed(string name)
    {
        AllowedPeersEdits.Allow(Allowed, Create("office1", 1), out _).ShouldBeNull();

        AllowedPeersEdits.Revoke(Allowed, name).ShouldBe($"'{name}' is not allowed; allowed are: office1");
        new AllowedPeers(Allowed).Current.Peers.Length.ShouldBe(1);
    }

    private static KeyFile Create(string name, byte key) => new() { Name = name, Public = Key(key) };

    private static CurveKey Key(byte value)
    {
        CurveKey.TryCreate([.. Enumerable.Repeat(value, CurveKey.Size)], out CurveKey? key, out _).ShouldBeTrue();
        return key!;
    }
}
