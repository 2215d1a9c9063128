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
