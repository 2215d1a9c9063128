using System.Text;
using FuncLibs.Runtime.Files;
using SignalMonitor.Audit;
using Testing;
using Testing.Journal;

namespace SignalMonitor.Tests.Audit;

public sealed class AuditLogTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly FakeTime _time = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Append_Actions_AreAChainThatIsWhole()
    {
        Open().Append(Action("testrun.start"), Action("variables.tare") with { Old = "0", New = "3.2", Sequence = 17 })
            .ShouldBeNull();
        Open().Append(Action("testrun.stop")).ShouldBeNull();

        AuditEntry[] entries = Entries();
        entries.Select(entry => entry.Number).ShouldBe([1, 2, 3]);
        entries[1].Action.ShouldBe(Action("variables.tare") with { Old = "0", New = "3.2", Sequence = 17 });
        entries.Skip(1).Select(entry => entry.Previous).ShouldBe(entries.SkipLast(1).Select(entry => entry.Hash));
        Check().Faults.ShouldBeEmpty();
    }

    [Fact]
    public void Append_TwoWritersAtOnce_AreOneChain()
    {
        Thread[] writers =
        [
            .. Enumerable.Range(0, 2).Select(writer => new Thread(() =>
            {
                AuditLog log = Open();
                for (int i = 0; i < 20; i++)
                    log.Append(Action($"of.{writer}")).ShouldBeNull();
            })),
        ];
        foreach (Thread writer in writers)
            writer.Start();
        foreach (Thread writer in writers)
            writer.Join();

        AuditCheck check = Check();
        (check.Entries, check.Faults.Count).ShouldBe((40, 0));
    }

    [Fact]
    public void Check_ChangedLine_IsFound()
    {
        Fill(3);
        Edit(text => text.Replace("do.2", "do.9", StringComparison.Ordinal));

        Check().Faults.ShouldBe(
        [
            "audit.jsonl, line 2: was changed: its hash is another",
            "audit.jsonl, line 3: the entry before it was removed or changed",
        ]);
    }

    [Fact]
    public void Check_RemovedLine_IsFound()
    {
        Fill(3);
        Edit(text => string.Join('\n', text.Split('\n').Where((_, i) => i != 1)));

        Check().Faults.ShouldBe(["audit.jsonl, line 2: the entry before it was removed or changed"]);
    }

    [Fact]
    public void Check_LinesRemovedAtTheEnd_AreFoundByTheHead()
    {
        Fill(3);
        Edit(text => text[..(text.IndexOf('\n', StringComparison.Ordinal) + 1)]);

        Check().Faults.ShouldBe(["entries 2 to 3 were removed at the end"]);
    }

    [Fact]
    public void Check_LastLineReplacedWithItsHash_IsFoundByTheHead()
    {
        Fill(2);
        byte[] head = File.ReadAllBytes(_folder.File(AuditHead.FileName));
        Edit(text => text[..(text.IndexOf('\n', StringComparison.Ordinal) + 1)]);
        File.Delete(_folder.File(AuditHead.FileName));
        Open().Append(Action("forged")).ShouldBeNull();
        File.WriteAllBytes(_folder.File(AuditHead.FileName), head);

        Check().Faults.ShouldBe(
            ["audit.jsonl, line 2: another entry than the one that audit.head names: it was replaced"]);
    }

    [Fact]
    public void NewestFirst_BeforeANumber_ReadsOnlyTheFilesThatHaveIt()
    {
        for (int i = 0; i < 12; i++)
            Open(maxBytes: 20_000).Append(Action($"do.{i}") with { New = new string('x', 4000) }).ShouldBeNull();
        FaultyFiles files = new(_folder.Path) { BadSector = (AuditFolder.NameOf(2), 17_000, 1) };
        List<string> faults = [];

        AuditFolder.NewestFirst(files, 3, faults.Add).Select(entry => entry.Number).ShouldBe([2, 1]);
        faults.ShouldBeEmpty();
    }

    [Fact]
    public void Append_AfterLinesWereRemoved_NotesItAndGoesOn()
    {
        Fill(3);
        Edit(text => text[..(text.IndexOf('\n', StringComparison.Ordinal) + 1)]);

        Open().Append(Action("next")).ShouldBeNull();

        Entries().Select(entry => (entry.Number, entry.Action.Action)).ShouldBe(
            [(1, "do.1"), (4, "audit.missing"), (5, "next")]);
        Check().Faults.ShouldBe(["audit.jsonl, line 2: entries 2 to 3 are not there"]);
    }

    [Fact]
    public void Append_TornLastLine_IsCutAndNoted()
    {
        Fill(2);
        Edit(text => text + "{\"number\":3,\"utc");

        Check().Notes.Single().ShouldContain("16 bytes at the end");
        Open().Append(Action("next")).ShouldBeNull();

        AuditEntry repair = Entries()[2];
        (repair.Action.Action, repair.Action.Old).ShouldBe(("audit.repair", "{\"number\":3,\"utc"));
        Entries()[3].Action.Action.ShouldBe("next");
        Check().Faults.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("something else\n", "its last line is no entry of an audit log")]
    [InlineData("something else", "it has no line of an audit log")]
    public void Append_ForeignFile_IsKeptAside(string content, string why)
    {
        File.WriteAllText(_folder.File(AuditFolder.FileName), content);

        Open().Append(Action("next")).ShouldBeNull();

        File.ReadAllText(_folder.File("audit-damaged-0002.jsonl")).ShouldBe(content);
        Entries().Select(entry => entry.Action.Action).ShouldBe(["audit.damaged", "next"]);
        Entries()[0].Action.Old.ShouldBe(why);
    }

    [Fact]
    public void Append_FullFile_ContinuesInTheNextOneAndKeepsAll()
    {
        for (int i = 0; i < 12; i++)
            Open(maxBytes: 1000).Append(Action($"do.{i}")).ShouldBeNull();

        AuditFolder.List(new DiskFiles(_folder.Path), out string[] names).IsOk.ShouldBeTrue();
        names.Length.ShouldBeGreaterThan(2);
        (names[0], names[^1]).ShouldBe(("audit-0001.jsonl", "audit.jsonl"));
        AuditCheck check = Check();
        (check.Entries, check.Faults.Count).ShouldBe((12, 0));
    }

    [Fact]
    public void Check_RotatedFileRemoved_IsFound()
    {
        for (int i = 0; i < 12; i++)
            Open(maxBytes: 1000).Append(Action($"do.{i}")).ShouldBeNull();
        File.Delete(_folder.File("audit-0001.jsonl"));

        Check().Faults.Single().ShouldContain("the entry before it was removed or changed");
    }

    [Fact]
    public void Append_ClockSetBack_KeepsTheOrderAndIsSaid()
    {
        Fill(1);
        _time.Step(TimeSpan.FromHours(-1));
        Open().Append(Action("later")).ShouldBeNull();

        AuditCheck check = Check();
        check.Faults.ShouldBeEmpty();
        check.Notes.ShouldBe(["audit.jsonl, line 2: the clock had been set back by 3600 s"]);
    }

    [Fact]
    public void Append_HostileTexts_AreOneLineAndCut()
    {
        string hostile = "kim\n{\"number\":2}\u001b[2J\0\ud800";
        AuditAction action = new(hostile, hostile, "a", "b") { New = new string('x', 1 << 20) };
        Open().Append(action).ShouldBeNull();

        AuditEntry entry = Entries().Single();
        entry.Action.Who.ShouldStartWith("kim\n");
        entry.Action.New!.Length.ShouldBeLessThanOrEqualTo(AuditEntry.MaxValue);
        entry.Action.New.ShouldContain("1048576 characters, SHA-256 ");
        File.ReadAllLines(_folder.File(AuditFolder.FileName)).Length.ShouldBe(1);
        Check().Faults.ShouldBeEmpty();
    }

    [Fact]
    public void Append_FullDisk_IsRefusedAndLeavesTheLogAsItWas()
    {
        Fill(2);
        FaultyFiles files = new(_folder.Path) { Failure = DiskFailure.Full };
        files.FailAt = files.Operations + 1;
        files.FailCount = 10;

        string refusal = new AuditLog(files, _time).Append(Action("next")).ShouldNotBeNull();

        refusal.ShouldContain("cannot be written");
        (Check().Entries, Check().Faults.Count).ShouldBe((2, 0));
    }

    [Fact]
    public void Append_ReadOnlyFolder_IsRefused() =>
        new AuditLog(new FaultyFiles(_folder.Path) { IsReadOnly = true }, _time).Append(Action("next"))
            .ShouldNotBeNull().ShouldContain("cannot be written");

    private static AuditAction Action(string action) => new("kim", "verb test", action, "lab/rig1 variable a");

    private AuditLog Open(long maxBytes = AuditLog.DefaultMaxBytes) =>
        new(new DiskFiles(_folder.Path), _time, maxBytes);

    private void Fill(int entries)
    {
        for (int i = 1; i <= entries; i++)
            Open().Append(Action($"do.{i}")).ShouldBeNull();
    }

    private void Edit(Func<string, string> edit)
    {
        string path = _folder.File(AuditFolder.FileName);
        File.WriteAllBytes(path, Encoding.UTF8.GetBytes(edit(File.ReadAllText(path))));
    }

    private AuditCheck Check() => AuditCheck.Run(new DiskFiles(_folder.Path), isPart: false);

    private AuditEntry[] Entries() =>
        [.. AuditFolder.NewestFirst(new DiskFiles(_folder.Path), long.MaxValue, _ => { }).Reverse()];
}
