using System.Text;
using FuncLibs.Hosting;
using FuncLibs.Hosting.State;
using SignalMonitor.Saving;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Streams;
using Testing;

namespace SignalMonitor.Tests.Saving;

public sealed class MonitorPositionFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Path => _folder.File(MonitorPositionFile.FileName);

    private string Aside => Path + DamagedFile.Ending;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Open_AfterSave_HasTheSamePositions()
    {
        SavedStream stream = SavedStreams.Of(last: 7) with { Undecodable = 2, BadFrames = [1, 2, 3, 4, 5, 6, 7, 8, 9] };
        Save(stream);

        SavedStream read = Open(out MonitorPositionFile file).Claim(SavedStreams.Connection).Single();
        read.Position.ShouldBe(stream.Position);
        (read.Name, read.Undecodable).ShouldBe((stream.Name, 2L));
        read.BadFrames.ShouldBe(stream.BadFrames);
        file.Damage.ShouldBeNull();
    }

    [Fact]
    public void Open_NoFile_BeginsEmpty()
    {
        Open(out MonitorPositionFile file).Count.ShouldBe(0);
        file.Damage.ShouldBeNull();
    }

    [Fact]
    public void Open_ResumeIsOff_ReadsNothingAndReplacesIt()
    {
        File.WriteAllText(Path, "rubbish");
        MonitorPositionFile file = MonitorPositionFile.Open(Path, [new AccountPart()], resume: false);
        file.Damage.ShouldBeNull();
        file.Save().ShouldBeNull();

        Open(out MonitorPositionFile again).Count.ShouldBe(0);
        again.Damage.ShouldBeNull();
    }

    [Fact]
    public void Open_CutAtAnyByte_PutsItAsideAndBeginsEmpty()
    {
        Save(SavedStreams.Of(last: 7));
        byte[] whole = File.ReadAllBytes(Path);
        for (int length = 0; length < whole.Length; length++)
        {
            File.WriteAllBytes(Path, whole.AsSpan(0, length));
            Open(out MonitorPositionFile file).Count.ShouldBe(0);
            file.Damage.ShouldNotBeNull();
            File.Exists(Path).ShouldBeFalse();
            File.ReadAllBytes(Aside).Length.ShouldBe(length);
        }
    }

    [Fact]
    public void Open_AByteThatIsNoTextAnywhere_PutsItAsideAndBeginsEmpty()
    {
        Save(SavedStreams.Of(last: 7));
        byte[] whole = File.ReadAllBytes(Path);
        for (int at = 0; at < whole.Length; at++)
        {
            byte[] damaged = [.. whole];
            damaged[at] = 0xED;
            File.WriteAllBytes(Path, damaged);
            Open(out MonitorPositionFile file).Count.ShouldBe(0);
            file.Damage.ShouldNotBeNull();
        }
    }

    [Theory]
    [InlineData("[]", "no format")]
    [InlineData("{\"format\":0,\"parts\":{}}", "no format")]
    [InlineData("{\"format\":\"1\",\"parts\":{}}", "no format")]
    [InlineData("{\"format\":1}", "no parts")]
    [InlineData("{\"format\":1,\"parts\":{\"account\":{}}}", "no list")]
    [InlineData("{\"format\":1,\"parts\":{\"account\":[null]}}", "a stream is missing")]
    [InlineData("{\"format\":1,\"parts\":{\"account\":[{}]}}", "required")]
    public void Open_NotAPosition_ReportsWhatIsWrong(string text, string wrong)
    {
        File.WriteAllText(Path, text);
        Open(out MonitorPositionFile file);

        file.Damage.ShouldNotBeNull().ShouldContain(wrong);
        file.Damage.ShouldContain(Aside);
    }

    [Theory]
    [InlineData("\"delivered\":7", "\"delivered\":6", "does not close")]
    [InlineData("\"missing\":0", "\"missing\":-1", "does not close")]
    [InlineData("\"undecodable\":0", "\"undecodable\":8", "does not close")]
    [InlineData("\"next\":8", "\"next\":0", "out of range")]
    [InlineData("\"next\":8", "\"next\":9007199254740994", "out of range")]
    [InlineData("\"name\":\"main\"", "\"name\":\"../etc\"", "no legal name")]
    [InlineData("\"badFrames\":[0,0,", "\"badFrames\":[", "refused frames")]
    [InlineData("\"stream\":1", "\"stream\":0", "no publisher or number")]
    [InlineData("\"lastSequence\":7,", "", "out of range")]
    public void Open_AnAccountThatCannotBe_IsDamage(string part, string instead, string wrong)
    {
        Save(SavedStreams.Of(last: 7));
        string text = File.ReadAllText(Path);
        text.ShouldContain(part);
        File.WriteAllText(Path, text.Replace(part, instead, StringComparison.Ordinal));

        Open(out MonitorPositionFile file).Count.ShouldBe(0);
        file.Damage.ShouldNotBeNull().ShouldContain(wrong);
    }

    [Fact]
    public void Open_TooLarge_IsNotReadIntoMemory()
    {
        using (FileStream sparse = File.Create(Path))
            sparse.SetLength(1L << 34);
        Open(out MonitorPositionFile file);

        file.Damage.ShouldNotBeNull().ShouldContain($"more than {MonitorPositionFile.MaxBytes}");
    }

    [Fact]
    public void Open_MoreStreamsThanThereMayBe_IsDamage()
    {
        string rows = string.Join(',', Enumerable.Repeat("0", ISavedPart.MaxStreams + 1));
        File.WriteAllText(Path, "{\"format\":1,\"parts\":{\"account\":[" + rows + "]}}");
        Open(out MonitorPositionFile file);

        file.Damage.ShouldNotBeNull().ShouldContain($"more than {ISavedPart.MaxStreams}");
    }

    [Fact]
    public void Open_SameStreamTwice_IsDamage()
    {
        Save(SavedStreams.Of(last: 7));
        string text = File.ReadAllText(Path);
        string row = text[(text.IndexOf('[', StringComparison.Ordinal) + 1)..text.LastIndexOf(']')];
        File.WriteAllText(Path, text.Replace(row, row + "," + row, StringComparison.Ordinal));
        Open(out MonitorPositionFile file);

        file.Damage.ShouldNotBeNull().ShouldContain("is listed twice");
    }

    [Fact]
    public void Open_NewerFormat_RefusesToStartAndReportsWhatToDo()
    {
        File.WriteAllText(Path, "{\"format\":2,\"parts\":{}}");

        string message = Should.Throw<StartupException>(() => Open(out _)).Message;
        message.ShouldContain("has format 2, this program supports 1");
        message.ShouldContain("State:Resume=false");
        File.Exists(Path).ShouldBeTrue();
    }

    [Fact]
    public void Open_PartOfALaterProgram_IsPassedOver()
    {
        Save(SavedStreams.Of(last: 7));
        File.WriteAllText(
            Path,
            File.ReadAllText(Path).Replace("\"parts\":{", "\"parts\":{\"cycles\":[1,2],", StringComparison.Ordinal));

        Open(out MonitorPositionFile file).Count.ShouldBe(1);
        file.Damage.ShouldBeNull();
    }

    [Fact]
    public void Save_FolderGone_ReportsWhyAndSavesAgainLater()
    {
        string folder = _folder.File("state");
        Directory.CreateDirectory(folder);
        MonitorPositionFile file = MonitorPositionFile.Open(
            System.IO.Path.Combine(folder, MonitorPositionFile.FileName), [new AccountPart()], resume: true);
        Directory.Delete(folder);
        file.Save().ShouldNotBeNull().ShouldContain("cannot be written");
        Directory.CreateDirectory(folder);

        file.Save().ShouldBeNull();
    }

    [Fact]
    public void Save_NothingChanged_LeavesTheFileAlone()
    {
        MonitorPositionFile file = MonitorPositionFile.Open(Path, [new AccountPart()], resume: true);
        file.Save().ShouldBeNull();
        File.WriteAllText(Path, "untouched", Encoding.ASCII);
        file.Save().ShouldBeNull();

        File.ReadAllText(Path).ShouldBe("untouched");
    }

    private void Save(SavedStream stream)
    {
        var accounts = new AccountPart();
        accounts.Put(stream.Connection, [stream]);
        MonitorPositionFile.Open(Path, [accounts], resume: false).Save().ShouldBeNull();
    }

    private AccountPart Open(out MonitorPositionFile file)
    {
        var accounts = new AccountPart();
        file = MonitorPositionFile.Open(Path, [accounts], resume: true);
        return accounts;
    }
}
