using System.Text.Json;
using FuncLibs.Hosting.State;
using FuncLibs.Runtime.Files;
using Testing;
using Testing.Journal;

namespace FuncLibs.Hosting.Tests.State;

public sealed class PublisherStateTests : IDisposable
{
    private const ulong Now = 1_700_000_000_000;
    private readonly TemporaryFolder _temporary = new();
    private readonly StateFolder _folder;

    public PublisherStateTests() => _folder = StateFolder.Open(_temporary.Path);

    public void Dispose()
    {
        _folder.Dispose();
        _temporary.Dispose();
    }

    private PublisherState Begin(ulong now = Now, bool replays = false) =>
        PublisherState.Open(_folder, new FixedTime((long)now), replays);

    private StateFolder Reopen(IDiskFiles files)
    {
        _folder.Dispose();
        return StateFolder.Open(_temporary.Path, files);
    }

    private void Store(string json) => File.WriteAllText(_folder.File(PublisherState.FileName), json);

    [Fact]
    public void Begin_FirstRun_TakesTimeAsEpoch() => Begin().Epoch.ShouldBe(Now);

    [Fact]
    public void Begin_ClockWentBack_EpochStillGrows()
    {
        Begin();
        Begin(now: 5).Epoch.ShouldBe(Now + 1);
    }

    [Fact]
    public void Begin_SecondRun_KeepsPublisherStreamsAndRevision()
    {
        PublisherState first = Begin();
        first.StreamId("main").ShouldBe(1u);
        first.StreamId("aux").ShouldBe(2u);
        first.NextCatalogueRevision().ShouldBe(1u);
        first.Save().IsOk.ShouldBeTrue();
        PublisherState second = Begin(Now + 10);
        second.Publisher.ShouldBe(first.Publisher);
        second.StreamId("main").ShouldBe(1u);
        second.NextCatalogueRevision().ShouldBe(PublisherState.RevisionsAhead + 2);
    }

    [Fact]
    public void Prepare_ManyStreams_TakesOneSave()
    {
        FaultyFiles files = new(_temporary.Path);
        using StateFolder folder = Reopen(files);
        PublisherState state = PublisherState.Open(folder, new FixedTime((long)Now));
        int before = files.Operations;
        state.Prepare(Enumerable.Range(1, 64).Select(n => $"rig{n}")).IsOk.ShouldBeTrue();

        (files.Operations - before).ShouldBe(3, "a write, an fsync of the file, one of the folder");
    }

    [Fact]
    public void NextCatalogueRevision_OfPreparedStreams_WaitsForNoDisk()
    {
        FaultyFiles files = new(_temporary.Path);
        using StateFolder folder = Reopen(files);
        PublisherState state = PublisherState.Open(folder, new FixedTime((long)Now));
        state.Prepare(["main"]);
        int before = files.Operations;
        (state.StreamId("main"), state.NextCatalogueRevision(), state.NextCatalogueRevision()).ShouldBe((1u, 1u, 2u));
        state.Prepare(["main"]).IsOk.ShouldBeTrue();

        files.Operations.ShouldBe(before);
    }

    [Fact]
    public void Prepare_DiskFull_GivesNumbersAndSavesThemLater()
    {
        FaultyFiles files = new(_temporary.Path);
        using StateFolder folder = Reopen(files);
        PublisherState state = PublisherState.Open(folder, new FixedTime((long)Now));
        (files.FailAt, files.FailCount) = (files.Operations + 1, 1000);
        state.Prepare(["main"]).Fault.ShouldBe(FileFault.Full);
        (state.StreamId("main"), state.NextCatalogueRevision(), state.Outcome.Fault).ShouldBe((1u, 1u, FileFault.Full));
        File
            .Exists(folder.File(PublisherState.FileName + PendingFile.Ending))
            .ShouldBeFalse("what was begun takes no space");

        files.FailAt = 0;
        state.Save().IsOk.ShouldBeTrue();
        state.Outcome.IsOk.ShouldBeTrue();
        PublisherState.Open(folder, new FixedTime((long)Now)).Streams.ShouldBe([new StateStream(1, "main")]);
    }

    [Fact]
    public void Begin_KilledWhileTheDiskWasFull_GivesNoRevisionTwice()
    {
        FaultyFiles files = new(_temporary.Path);
        using StateFolder folder = Reopen(files);
        PublisherState state = PublisherState.Open(folder, new FixedTime((long)Now));
        (files.FailAt, files.FailCount) = (files.Operations + 1, 1000);
        uint last = 0;
        for (int i = 0; i < (int)PublisherState.RevisionsAhead; i++)
            last = state.NextCatalogueRevision();
        state.Save().IsOk.ShouldBeFalse();

        files.FailAt = 0;
        PublisherState.Open(folder, new FixedTime((long)Now)).NextCatalogueRevision().ShouldBeGreaterThan(last);
    }

    [Fact]
    public void Begin_DiskFull_KnownPublisherGoesOnAndANewOneIsRefused()
    {
        FaultyFiles files = new(_temporary.Path);
        using StateFolder folder = Reopen(files);
        (files.FailAt, files.FailCount) = (files.Operations + 1, 1000);
        Should.Throw<StartupException>(() => PublisherState.Open(folder, new FixedTime((long)Now)))
            .Message.ShouldContain("cannot be written");

        files.FailAt = 0;
        Guid publisher = PublisherState.Open(folder, new FixedTime((long)Now)).Publisher;
        files.FailAt = files.Operations + 1;
        PublisherState next = PublisherState.Open(folder, new FixedTime((long)Now + 10));
        (next.Publisher, next.Epoch, next.Outcome.Fault).ShouldBe((publisher, Now + 10, FileFault.Full));
    }

    [Fact]
    public void Begin_OneReadFails_IsReadAgain()
    {
        FaultyFiles files = new(_temporary.Path);
        using StateFolder folder = Reopen(files);
        Guid publisher = PublisherState.Open(folder, new FixedTime((long)Now)).Publisher;
        files.FailReads = 1;

        PublisherState.Open(folder, new FixedTime((long)Now)).Publisher.ShouldBe(publisher);
    }

    [Fact]
    public void LastEpoch_IsThatOfTheRunBefore()
    {
        Begin().LastEpoch.ShouldBe(0UL);
        Begin(Now + 10).LastEpoch.ShouldBe(Now);
    }

    [Fact]
    public void TakeOver_LaterNumbers_AreKeptForever()
    {
        PublisherState state = Begin();
        state.StreamId("main");
        state.Adopt(Now + 50, 9, [new StateStream(1, "main"), new StateStream(4, "aux")]);

        (state.Epoch, state.CatalogueRevision).ShouldBe((Now + 50, 9u));
        PublisherState next = Begin();
        (next.Epoch, next.StreamId("aux"), next.StreamId("new")).ShouldBe((Now + 51, 4u, 5u));
        next.NextCatalogueRevision().ShouldBe(10u + PublisherState.RevisionsAhead);
    }

    [Fact]
    public void TakeOver_EarlierNumbers_ChangeNothing()
    {
        PublisherState state = Begin();
        state.StreamId("main");
        state.NextCatalogueRevision();
        state.Adopt(Now - 50, 0, [new StateStream(1, "other")]);

        (state.Epoch, state.CatalogueRevision).ShouldBe((Now, 1u));
        state.Streams.ShouldBe([new StateStream(1, "main")]);
    }

    [Fact]
    public void TakeOver_NameThatIsTakenOrUnknown_KeepsTheNumberUnderAnotherName()
    {
        PublisherState state = Begin();
        state.StreamId("main");
        state.Adopt(Now, 0, [new StateStream(3, ""), new StateStream(2, "main"), new StateStream(0, "no number")]);

        state.Streams.ShouldBe(
            [new StateStream(1, "main"), new StateStream(2, "unknown-2"), new StateStream(3, "unknown-3")]);
        state.StreamId("next").ShouldBe(4u);
    }

    [Fact]
    public void Begin_File_HasTheNamesOfTheDesign()
    {
        Begin().Prepare(["main"]);
        using var document = JsonDocument.Parse(File.ReadAllText(_folder.File(PublisherState.FileName)));
        document.RootElement.EnumerateObject().Select(property => property.Name)
            .ShouldBe(["format", "publisher", "replays", "epoch", "catalogueRevision", "streams"]);
        document.RootElement.GetProperty("streams")[0].GetRawText().ReplaceLineEndings("").Replace(" ", "")
            .ShouldBe("""{"id":1,"name":"main"}""");
    }

    [Theory]
    [InlineData(false, "of a live publisher; give a replay another State:Folder")]
    [InlineData(true, "of a replay; give a live publisher another State:Folder")]
    public void Begin_OfTheOtherKind_IsRefusedAndChangesNothing(bool replays, string reason)
    {
        Begin(replays: replays);
        byte[] before = File.ReadAllBytes(_folder.File(PublisherState.FileName));

        Should.Throw<StartupException>(
            () => Begin(Now + 10, !replays)).Message.ShouldBe($"the state folder {_folder.Path} is {reason}");
        File.ReadAllBytes(_folder.File(PublisherState.FileName)).ShouldBe(before);
        Begin(Now + 10, replays).Epoch.ShouldBe(Now + 10);
    }

    [Fact]
    public void Begin_OldFileWithStreams_IsLive()
    {
        Store($$"""{"format":1,"publisher":"{{Guid.NewGuid()}}","epoch":1,"streams":[{"id":1,"name":"main"}]}""");

        Should.Throw<StartupException>(() => Begin(replays: true)).Message.ShouldContain("is of a live publisher");
        Begin().StreamId("main").ShouldBe(1u);
    }

    [Fact]
    public void Begin_OldFileWithoutStreams_BecomesWhatItIsStartedAs()
    {
        Store($$"""{"format":1,"publisher":"{{Guid.NewGuid()}}","epoch":1,"streams":[]}""");
        Begin(replays: true);

        Should.Throw<StartupException>(() => Begin()).Message.ShouldContain("is of a replay");
    }

    [Fact]
    public void Begin_NewerFormat_IsRefused()
    {
        Store($$"""{"format":2,"publisher":"{{Guid.NewGuid()}}","epoch":1}""");
        Should.Throw<StartupException>(() => Begin()).Message.ShouldContain("has format 2, this program supports 1");
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("""{"format":1}""")]
    [InlineData("""{"format":1,"publisher":"00000000-0000-0000-0000-000000000000","epoch":1}""")]
    [InlineData("""{"format":1,"publisher":"00112233-4455-6677-8899-aabbccddeeff","epoch":18446744073709551615}""")]
    [InlineData("""{"format":1,"epoch":1,"publisher":"00112233-4455-6677-8899-aabbccddeeff",""" +
        "\"streams\":[{\"id\":1,\"name\":\"a\"},{\"id\":1,\"name\":\"b\"}]}")]
    [InlineData("""{"format":1,"publisher":"00112233-4455-6677-8899-aabbccddeeff","epoch":1,"streams":null}""")]
    [InlineData("""{"format":1,"publisher":"00112233-4455-6677-8899-aabbccddeeff","epoch":1,"streams":[null]}""")]
    public void Begin_DamagedFile_ReportsWhatToDo(string json)
    {
        Store(json);
        Should.Throw<StartupException>(() => Begin()).Message.ShouldContain(
            "restore it from a backup, or move it away");
    }

    private sealed class FixedTime(long unixMs) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => DateTimeOffset.FromUnixTimeMilliseconds(unixMs);
    }
}
