using FuncLibs.Hosting.Configuration;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Recordings;
using Testing;

namespace HardwareConnector.Tests.Sources.Recordings;

public sealed class RecordingCheckTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly RecordedRun _run = new(0, 1, 2, 3, 4);
    private readonly ConnectorOptions _options;

    public RecordingCheckTests()
    {
        _options = new ConnectorOptions { Sources = [Replay()] };
        _options.State.Folder = _folder.File("state");
    }

    public void Dispose()
    {
        _run.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Check_Recording_HasNoFaultAndItsOwnName()
    {
        Faults().ShouldBeEmpty();
        new ReplaySet(_options).Rig.ShouldBe("rig1-replay");
    }

    [Fact]
    public void Rig_NoReplay_IsTheDefault() => new ReplaySet(new ConnectorOptions()).Rig.ShouldBe("rig1");

    [Fact]
    public void Check_StateFolderAroundTheJournal_IsFoundToo()
    {
        _options.Sources[0].Folder = Path.GetDirectoryName(_run.Folder)!;

        Faults().ShouldBeEmpty();
    }

    [Fact]
    public void Check_NameOfTheRecordedRig_IsRefusedAndReportsWhatToSet()
    {
        _options.Rig = "rig1";

        Faults().ShouldBe([new OptionFault(
            "Rig",
            "'rig1' at site 'lab' is the rig that was recorded; a replay must not look like it",
            "another name, for example 'rig1-replay', or another Site")]);
    }

    [Fact]
    public void Check_AnotherSite_IsAllowed()
    {
        (_options.Rig, _options.Site) = ("rig1", "desk");

        Faults().ShouldBeEmpty();
    }

    [Fact]
    public void Check_FolderThatItRecordsInto_IsRefused()
    {
        _options.Journal.Folder = _run.Folder;

        Faults().Single().What.ShouldEndWith("is where this connector records");
    }

    [Fact]
    public void Check_LiveSourceBesideIt_IsRefused()
    {
        _options.Sources = [Replay(), new SourceOptions()];

        Faults().ShouldContain(fault => fault.Key == "Sources" && fault.What == "some replay and some are live");
    }

    [Fact]
    public void Check_NoFolder_IsRefused()
    {
        _options.Sources[0].Folder = "";

        Faults().ShouldContain(fault => fault.Key == "Sources:0:Folder" && fault.What == "no folder is given");
    }

    [Fact]
    public void Check_MissingFolder_IsNamed()
    {
        _options.Sources[0].Folder = _folder.File("nothing");

        Faults().Single().What.ShouldBe($"there is no folder {_folder.File("nothing")}");
    }

    [Fact]
    public void Check_EmptyFolder_IsNamed()
    {
        _options.Sources[0].Folder = _folder.Path;

        Faults().Single().What.ShouldBe(
            $"{_folder.Path} is not the journal of a connector: it has no segments (*.seg)");
    }

    [Fact]
    public void Check_SegmentThatIsNone_IsRefusedInOneLine()
    {
        File.WriteAllText(_folder.File("0000000000000001-00000001.seg"), "time,force\n0,1\n");
        _options.Sources[0].Folder = _folder.Path;

        OptionFault fault = Faults().Single();
        fault.Key.ShouldBe("Sources:0:Folder");
        fault.What.ShouldContain(_folder.Path);
        fault.What.ShouldNotContain("\n");
    }

    [Theory]
    [InlineData("fast", null, null, null, "Sources:0:Speed", "'fast' is no speed")]
    [InlineData(
        "1", "slow", null, null, "Sources:0:RecordedStream", "no stream 'slow' is recorded there; known are main")]
    [InlineData("1", null, "x", null, "Sources:0:From", "'x' is no place in a recording")]
    [InlineData("1", null, "9", null, "Sources:0:From", "nothing is recorded there from 9")]
    [InlineData("1", null, "3", "2", "Sources:0:To", "nothing is recorded there up to 2")]
    public void Check_OptionThatCannotBe_IsRefused(
        string speed, string? stream, string? from, string? to, string key, string what)
    {
        SourceOptions source = _options.Sources[0];
        (source.Speed, source.RecordedStream, source.From, source.To) = (speed, stream ?? "", from ?? "", to ?? "");

        OptionFault fault = Faults().Single();
        (fault.Key, fault.What).ShouldBe((key, what));
    }

    [Fact]
    public void Check_SeveralStreams_RequiresAChoice()
    {
        using var two = RecordedRun.OfTwoRigs(0, 1);
        _options.Sources[0].Folder = two.Folder;

        Faults().Single().What.ShouldBe("2 streams are recorded there; choose one of rig01, rig02");
    }

    private SourceOptions Replay() => new() { Type = SourceType.Replay, Folder = _run.Folder };

    private List<OptionFault> Faults() => [.. new RecordingCheck().Check(_options)];
}
