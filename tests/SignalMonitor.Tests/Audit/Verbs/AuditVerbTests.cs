using SignalMonitor.Audit;
using SignalMonitor.Audit.Verbs;
using Testing;

namespace SignalMonitor.Tests.Audit.Verbs;

public sealed class AuditVerbTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly StringWriter _output = new();
    private readonly StringWriter _errors = new();

    public void Dispose()
    {
        _output.Dispose();
        _errors.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void List_Filters_ChooseEntries()
    {
        Do("kim", "testrun.start");
        Do("ann", "testrun.stop");
        Do("kim", "limits.set");

        Run(new AuditVerbOptions { Who = "kim", Action = "testrun" }).ShouldBe(0);

        _output.ToString().ShouldContain("1 entries");
        _output.ToString().ShouldContain("testrun.start");
    }

    [Fact]
    public void List_Times_AreThoseOfEachEntry()
    {
        Do("kim", "early");
        _time.Advance(TimeSpan.FromHours(1));
        Do("kim", "late");

        Run(new AuditVerbOptions { From = _time.GetUtcNow().ToString("o"), Json = true }).ShouldBe(0);

        _output.ToString().ShouldStartWith("{\"number\":2,");
    }

    [Fact]
    public void List_ControlCharacters_DoNotReachTheTerminal()
    {
        Do("kim\u001b[2J", "note\u0007");

        Run(new AuditVerbOptions()).ShouldBe(0);

        _output.ToString().Any(c => char.IsControl(c) && c != '\n' && c != '\r').ShouldBeFalse();
    }

    [Fact]
    public void Verify_ChangedLog_HasExitCode1()
    {
        Do("kim", "testrun.start");
        Run(new AuditVerbOptions { Do = AuditVerbAction.Verify }).ShouldBe(0);
        string path = _folder.File(AuditFolder.FileName);
        File.WriteAllText(path, File.ReadAllText(path).Replace("kim", "ann", StringComparison.Ordinal));

        Run(new AuditVerbOptions { Do = AuditVerbAction.Verify }).ShouldBe(1);

        _output.ToString().ShouldContain("NOT WHOLE");
    }

    [Theory]
    [InlineData(null, "there is no audit.jsonl in ")]
    [InlineData("yesterday", "--from and --to are times in UTC")]
    public void Run_NothingToRead_IsSaid(string? from, string message)
    {
        if (from is not null)
            Do("kim", "testrun.start");

        Run(new AuditVerbOptions { From = from }).ShouldBe(2);

        _errors.ToString().ShouldContain(message);
    }

    private void Do(string who, string action) =>
        AuditLog.In(_folder.Path, _time).Append(new AuditAction(who, "test", action, "lab/rig1")).ShouldBeNull();

    private int Run(AuditVerbOptions options) => AuditVerb.Run(options, _folder.Path, _output, _errors);
}
