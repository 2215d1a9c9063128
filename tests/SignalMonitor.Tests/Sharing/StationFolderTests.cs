using SignalMonitor.Sharing;
using Testing;

namespace SignalMonitor.Tests.Sharing;

public sealed class StationFolderTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);
    private readonly TemporaryFolder _root = new();
    private readonly StationFolder _folder;

    public StationFolderTests() => _folder = new StationFolder(_root.Path, "lab/rig1");

    public void Dispose() => _root.Dispose();

    [Fact]
    public void Take_First_HasAnEmptyState()
    {
        TakenStation taken = Take("pc1");

        (taken.Claim.Generation, taken.Claim.Holder, taken.Claim.Process).ShouldBe((1, "pc1", 7));
        taken.State.ShouldBe(Path.Combine(_root.Path, "lab.rig1", "state-00000001"));
        Directory.EnumerateFileSystemEntries(taken.State).ShouldBeEmpty();
    }

    [Fact]
    public void Take_Second_HasTheStateOfTheFirst()
    {
        File.WriteAllText(Path.Combine(Take("pc1").State, "position.json"), "all of it");

        TakenStation taken = Take("pc2");

        File.ReadAllText(Path.Combine(taken.State, "position.json")).ShouldBe("all of it");
    }

    [Fact]
    public void Take_Second_TheFirstOneCannotWriteByItsPath()
    {
        TakenStation first = Take("pc1");
        Take("pc2");

        Should.Throw<DirectoryNotFoundException>(
            () => File.WriteAllText(Path.Combine(first.State, "position.json"), "late"));
    }

    [Fact]
    public void IsCurrent_UntilTheNextClaim()
    {
        StationClaim first = Take("pc1").Claim;
        _folder.IsCurrent(first).ShouldBeTrue();

        StationClaim second = Take("pc2").Claim;

        (_folder.IsCurrent(first), _folder.IsCurrent(second)).ShouldBe((false, true));
    }

    [Fact]
    public void Take_ClaimOfAProcessThatDiedBeforeItHadTheState_IsPassedOver()
    {
        File.WriteAllText(Path.Combine(Take("pc1").State, "position.json"), "all of it");
        File.WriteAllText(PathOf(2), "");

        TakenStation taken = Take("pc3");

        taken.Claim.Generation.ShouldBe(3);
        File.ReadAllText(Path.Combine(taken.State, "position.json")).ShouldBe("all of it");
    }

    [Fact]
    public void Take_ByManyAtOnce_EachGenerationIsOfOne()
    {
        TakenStation?[] taken = new TakenStation?[32];
        Parallel.For(0, taken.Length, i =>
        {
            try
            {
                taken[i] = _folder.Take($"pc{i}", i, Now);
            }
            catch (IOException)
            {
                // Another one was first.
            }
        });

        TakenStation[] whole = [.. taken.OfType<TakenStation>()];
        whole.Select(one => one.Claim.Generation).ShouldBeUnique();
        whole.Count(one => _folder.IsCurrent(one.Claim)).ShouldBeLessThanOrEqualTo(1);
    }

    [Fact]
    public void FindNewest_DamagedAndForeignFiles_ArePassedOver()
    {
        StationClaim claim = Take("pc1").Claim with { Page = "http://pc1:5081/" };
        _folder.Announce(claim);
        File.WriteAllText(PathOf(2), "{");
        File.WriteAllText(PathOf(3), """{"format":9,"generation":3,"holder":"pc9"}""");
        File.WriteAllText(Path.Combine(_folder.Path, "claims", "notes.txt"), "not a claim");

        _folder.FindNewest().ShouldBe(claim);
    }

    [Fact]
    public void FindNewest_NeverTaken_IsNull() => _folder.FindNewest().ShouldBeNull();

    [Fact]
    public void Take_Often_KeepsTheLastClaims()
    {
        for (int i = 0; i < StationFolder.KeptClaims + 5; i++)
            Take("pc1");

        Directory.GetFiles(Path.Combine(_folder.Path, "claims")).Length.ShouldBe(StationFolder.KeptClaims);
        _folder.FindNewest()!.Generation.ShouldBe(StationFolder.KeptClaims + 5);
    }

    private TakenStation Take(string holder) => _folder.Take(holder, 7, Now);

    private string PathOf(long generation) =>
        Path.Combine(_folder.Path, "claims", StationClaim.FileOf(generation));
}
