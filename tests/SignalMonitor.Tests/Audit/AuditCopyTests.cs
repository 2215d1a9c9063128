using FuncLibs.Runtime.Files;
using SignalMonitor.Audit;
using Testing;
using Testing.Journal;

namespace SignalMonitor.Tests.Audit;

public sealed class AuditCopyTests : IDisposable
{
    private readonly TemporaryFolder _state = new();
    private readonly TemporaryFolder _recording = new();
    private readonly AuditLog _log;

    public AuditCopyTests() => _log = AuditLog.In(_state.Path, new FakeTime());

    public void Dispose()
    {
        _state.Dispose();
        _recording.Dispose();
    }

    [Fact]
    public void Update_RunWasStarted_HasItsPartFromTheStartOn()
    {
        Do("before", "start", "set");
        AuditCopy copy = New();
        Update(copy);
        Do("stop");
        Update(copy);

        Copied().ShouldBe(["start", "set", "stop"]);
        AuditCheck.Run(new DiskFiles(_recording.Path), isPart: true).Faults.ShouldBeEmpty();
    }

    [Fact]
    public void Update_TwoRunsOfOneName_HasTheNewest()
    {
        Do("start", "stop", "start", "set");
        Update(New());

        Copied().ShouldBe(["start", "set"]);
    }

    [Fact]
    public void Update_ByTheNextProcessAfterACrash_ContinuesWithoutDoubles()
    {
        Do("start", "set");
        Update(New());
        File.AppendAllText(Path.Combine(_recording.Path, AuditFolder.FileName), "{\"number\":3,");
        Do("stop");
        Update(New());

        Copied().ShouldBe(["start", "set", "stop"]);
    }

    [Fact]
    public void Update_StartIsInNoLog_HasWhatIsNewFromThenOn()
    {
        Do("before");
        AuditCopy copy = New();
        Update(copy);
        Do("stop");
        Update(copy);

        Copied().ShouldBe(["stop"]);
    }

    [Fact]
    public void Update_ManyFullFiles_ReadsTheNewestAlone()
    {
        Do("start", "set");
        AuditCopy copy = New();
        Update(copy);
        byte[] entries = File.ReadAllBytes(Path.Combine(_state.Path, AuditFolder.FileName));
        for (int number = 1; number <= 20; number++)
            File.WriteAllBytes(Path.Combine(_state.Path, AuditFolder.NameOf(number)), entries);
        Do("stop");
        FaultyFiles files = new(_state.Path);
        AuditCopy next = new(files, new DiskFiles(_recording.Path));
        List<string> opened = [];
        files.BeforeRead = opened.Add;
        Update(next);

        Copied().ShouldBe(["start", "set", "stop"]);
        opened.Distinct().ShouldBe([AuditFolder.FileName]);
    }

    [Fact]
    public void Update_OneNewEntry_ReadsThatEntryAlone()
    {
        Do("start", "set", "set", "set", "set", "set");
        FaultyFiles files = new(_state.Path);
        AuditCopy copy = new(files, new DiskFiles(_recording.Path));
        Update(copy);
        long before = LogLength;
        Do("stop");
        files.BytesRead = 0;

        Update(copy);

        files.BytesRead.ShouldBe(LogLength - before);
        Copied()[^1].ShouldBe("stop");
        AuditCheck.Run(new DiskFiles(_recording.Path), isPart: true).Faults.ShouldBeEmpty();
    }

    // The file is full and another one of its length or more has the name.
    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    [InlineData(40)]
    public void Update_LogThatBeganANewFile_HasEveryEntryOnce(int entries)
    {
        Do("start", "set");
        AuditCopy copy = New();
        Update(copy);
        Do("last of the file");
        File.Move(Log, Path.Combine(_state.Path, AuditFolder.NameOf(1)));
        Do([.. Enumerable.Range(0, entries).Select(i => $"entry {i}")]);

        Update(copy);
        Do("stop");
        Update(copy);

        Copied().ShouldBe(
            ["start", "set", "last of the file", .. Enumerable.Range(0, entries).Select(i => $"entry {i}"), "stop"]);
    }

    [Fact]
    public void Update_LineThatIsNotFinished_IsCopiedWhenItIs()
    {
        Do("start");
        AuditCopy copy = New();
        Update(copy);
        Do("stop");
        byte[] whole = File.ReadAllBytes(Log);
        File.WriteAllBytes(Log, whole[..^10]);
        Update(copy);
        Copied().ShouldBe(["start"]);
        File.WriteAllBytes(Log, whole);

        Update(copy);

        Copied().ShouldBe(["start", "stop"]);
    }

    private string Log => Path.Combine(_state.Path, AuditFolder.FileName);

    private long LogLength => new FileInfo(Log).Length;

    private AuditCopy New() => new(_log.Files, new DiskFiles(_recording.Path));

    private static void Update(AuditCopy copy) => copy.Update(entry => entry.Action.Action == "start").ShouldBeNull();

    private void Do(params string[] actions)
    {
        foreach (string action in actions)
            _log.Append(new AuditAction("kim", "test", action, "lab/rig1")).ShouldBeNull();
    }

    private string[] Copied() =>
    [
        .. AuditFolder.NewestFirst(new DiskFiles(_recording.Path), long.MaxValue, _ => { }).Reverse()
            .Select(entry => entry.Action.Action),
    ];
}
