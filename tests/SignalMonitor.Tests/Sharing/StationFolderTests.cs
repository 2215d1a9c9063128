using SignalMonitor.Sharing;
using Testing;

namespace SignalMonitor.Tests.Sharing;

public sealed class StationFolderTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);
    private readonly TemporaryFolder _root = new();
    private readonly StationFolder _folder;

    public StationFolderTests()
    {
        SharedRoot root = new(_root.Path);
        root.Prepare();
        _folder = new StationFolder(root, "lab/rig1");
    }

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

        Should.Throw<IOException>(() => File.WriteAllText(Path.Combine(first.State, "position.json"), "late"));
    }

    [Fact]
    public void Take_Second_TheFirstOneCannotMakeItsFolderAgain()
    {
        TakenStation first = Take("pc1");
        Take("pc2");

        Should.Throw<IOException>(() => Directory.CreateDirectory(Path.Combine(first.State, "recordings")));
    }

    [Fact]
    public void TakeState_WhenAnotherHasTakenIt_LeavesTheStateOfThatOne()
    {
        Write(Take("pc1"), "all of it");
        StationClaim slow = _folder.Claim("pc2", 7, Now);
        TakenStation fast = Take("pc3");

        Should.Throw<IOException>(() => _folder.TakeState(slow, () => { })).Message.ShouldContain("another monitor took it");

        Read(fast).ShouldBe("all of it");
    }

    [Fact]
    public void TakeState_WhenTheFormerHolderMadeItsFolderAgain_TheNextOneHasTheStateOfTheNewest()
    {
        TakenStation first = Take("pc1");
        Write(first, "all of it");
        StationClaim slow = _folder.Claim("pc2", 7, Now);
        Take("pc3");
        File.Delete(first.State);
        Directory.CreateDirectory(first.State);
        Write(first, "of the former holder");

        Should.Throw<IOException>(() => _folder.TakeState(slow, () => { })).Message.ShouldContain("another monitor took it");

        Read(Take("pc4")).ShouldBe("all of it");
    }

    [Fact]
    public void TakeState_WhenAnotherHasTakenIt_MakesNoFolder()
    {
        StationClaim slow = _folder.Claim("pc2", 7, Now);
        Take("pc3");

        Should.Throw<IOException>(() => _folder.TakeState(slow, () => { }));

        Directory.GetDirectories(_folder.Path, "state-*").ShouldHaveSingleItem();
    }

    [Fact]
    public void Take_AfterOneThatEndedBeforeItsFence_FencesTheFormerHolder()
    {
        TakenStation first = Take("pc1");
        TakenStation second = Take("pc2");
        File.Delete(first.State);

        Take("pc3");

        (File.Exists(first.State), File.Exists(second.State)).ShouldBe((true, true));
    }

    [Fact]
    public void Take_WithoutTheSignOfTheRoot_MakesNothing()
    {
        File.Delete(_root.File(SharedRoot.SignName));

        Should.Throw<IOException>(() => Take("pc1")).Message.ShouldContain("mount the folder");

        Directory.EnumerateFileSystemEntries(_root.Path).ShouldBeEmpty();
    }

    [Fact]
    public void Take_CopyThatSomebodyMade_IsNotTaken()
    {
        Write(Take("pc1"), "all of it");
        Directory.CreateDirectory(Path.Combine(_folder.Path, "state-20261128"));
        Directory.CreateDirectory(Path.Combine(_folder.Path, "state-999999999"));

        Read(Take("pc2")).ShouldBe("all of it");
    }

    [Fact]
    public void Take_ClaimsThatSomebodyRemoved_TheStateIsContinued()
    {
        Take("pc1");
        Write(Take("pc2"), "all of it");
        Directory.Delete(Path.Combine(_folder.Path, "claims"), recursive: true);

        TakenStation taken = Take("pc3");

        taken.Claim.Generation.ShouldBe(3);
        Read(taken).ShouldBe("all of it");
    }

    [Fact]
    public void Take_AfterManyThatFailed_HasTheState()
    {
        Write(Take("pc1"), "all of it");
        for (int i = 0; i < 2 * StationFolder.KeptClaims; i++)
            _folder.Claim("pc2", 7, Now);

        Read(Take("pc3")).ShouldBe("all of it");
    }

    [Fact]
    public void Take_AfterTheLastGeneration_SaysSo()
    {
        Take("pc1");
        File.WriteAllText(PathOf(StationClaim.MaxGeneration), "");

        Should.Throw<IOException>(() => Take("pc2")).Message.ShouldContain("generation 99999999 is the last one");
    }

    [Fact]
    public void IsCurrent_ClaimThatHasGone_Throws()
    {
        StationClaim claim = Take("pc1").Claim;
        File.Delete(PathOf(1));

        Should.Throw<IOException>(() => _folder.IsCurrent(claim)).Message.ShouldContain("has gone");
    }

    [Fact]
    public void IsCurrent_FolderThatHasGone_Throws()
    {
        StationClaim claim = Take("pc1").Claim;
        Directory.Delete(_folder.Path, recursive: true);

        Should.Throw<IOException>(() => _folder.IsCurrent(claim));
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
    public void Take_ByManyAtOnce_TheNewestHasTheState()
    {
        Write(Take("pc0"), "all of it");
        TakenStation?[] taken = new TakenStation?[32];
        Parallel.For(0, taken.Length, i =>
        {
            try
            {
                taken[i] = _folder.Take($"pc{i}", i, Now, () => { });
            }
            catch (IOException)
            {
                // Another one was first.
            }
        });

        TakenStation[] whole = [.. taken.OfType<TakenStation>()];
        whole.Select(one => one.Claim.Generation).ShouldBeUnique();
        whole.Where(one => File.Exists(FileOf(one))).ShouldAllBe(one => _folder.IsCurrent(one.Claim));
        Read(Take("pc33")).ShouldBe("all of it");
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
    public void FindNewest_WithoutTheSignOfTheRoot_Throws()
    {
        Take("pc1");
        File.Delete(_root.File(SharedRoot.SignName));

        Should.Throw<IOException>(() => _folder.FindNewest()).Message.ShouldContain(SharedRoot.SignName);
    }

    [Fact]
    public void Take_Often_KeepsTheLastClaims()
    {
        for (int i = 0; i < StationFolder.KeptClaims + 5; i++)
            Take("pc1");

        Directory.GetFiles(Path.Combine(_folder.Path, "claims")).Length.ShouldBe(StationFolder.KeptClaims);
        _folder.FindNewest()!.Generation.ShouldBe(StationFolder.KeptClaims + 5);
    }

    private TakenStation Take(string holder) => _folder.Take(holder, 7, Now, () => { });

    private static string FileOf(TakenStation taken) => Path.Combine(taken.State, "position.json");

    private static void Write(TakenStation taken, string content) => File.WriteAllText(FileOf(taken), content);

    private static string Read(TakenStation taken) => File.ReadAllText(FileOf(taken));

    private string PathOf(long generation) =>
        Path.Combine(_folder.Path, "claims", StationClaim.FileOf(generation));
}
