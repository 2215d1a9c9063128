using SignalMonitor.Audit;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;
using Testing;
using Testing.Journal;

namespace SignalMonitor.Tests.Variables.Editing;

public sealed class EditAuditTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly FaultyFiles _files;
    private readonly IVariableRepository _repository;
    private readonly List<string> _warnings = [];
    private readonly EditSession _session;

    public EditAuditTests()
    {
        _files = new FaultyFiles(_folder.Path);
        _repository = VariableDatabase.Open(new DatabaseOptions(), _folder.Path, _time, seed: false)!;
        _session = new EditSession(_repository, "lab/rig1", "kim", new DefinitionCheck())
        {
            Audit = new EditAudit(new AuditLog(_files, _time), "verb test", _warnings.Add),
        };
    }

    public void Dispose()
    {
        _repository.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Change_Edits_AreNotedByWhatTheyDo()
    {
        Put("a", "servo1.force");
        Put("a", "servo2.force");
        RowEdits.Variables.Remove(_session, new RowChange(DefinitionTables.Variables, "a")).Removed.ShouldBe(1);
        Start();
        Stop();

        Noted().Select(action => (action.Who, action.From, action.Action, action.Target)).ShouldBe(
        [
            ("kim", "verb test", "variables.add", "lab/rig1 variable a"),
            ("kim", "verb test", "variables.set", "lab/rig1 variable a"),
            ("kim", "verb test", "variables.remove", "lab/rig1 variable a"),
            ("kim", "verb test", "testrun.start", "lab/rig1 test run T-1"),
            ("kim", "verb test", "testrun.stop", "lab/rig1 test run T-1"),
        ]);
        (Noted()[1].Old!, Noted()[1].New!).ShouldSatisfyAllConditions(
            row => row.Item1.ShouldContain("servo1.force"), row => row.Item2.ShouldContain("servo2.force"));
    }

    [Fact]
    public void Change_ThatIsRefused_IsNotNoted()
    {
        Put("a", "servo1.force");
        RowChange stale = new(DefinitionTables.Variables, "a") { Revision = 9 };
        stale.Set(DefinitionTables.Variables["expression"], "servo2.force");
        RowEdits.Variables.Put(_session, stale).Database.ShouldNotBeNull();

        Noted().Length.ShouldBe(1);
    }

    [Fact]
    public void Change_ThatCannotBeNoted_IsNotMade()
    {
        _files.IsReadOnly = true;
        Put("a", "servo1.force").Database!.Text.ShouldContain("nothing was changed, because it could not be noted");

        _repository.Load("lab/rig1").Value!.Variables.ShouldBeEmpty();
    }

    [Fact]
    public void Stop_ThatCannotBeNoted_IsMadeAndSaid()
    {
        Start();
        _files.IsReadOnly = true;

        Stop().Database.ShouldBeNull();

        _repository.Load("lab/rig1").Value!.Run.ShouldBeNull();
        _warnings.Single().ShouldContain("the stop of the test run is not in the audit log");
    }

    [Fact]
    public void Put_OtherFormula_RemovesTheTare()
    {
        Put("a", "servo1.force");
        RowChange tare = new(DefinitionTables.Variables, "a");
        tare.Set(DefinitionTables.Variables["tare"], 2.5);
        ((SignalVariable)RowEdits.Variables.Put(_session, tare).Row!).Tare.ShouldBe(2.5);
        RowChange note = new(DefinitionTables.Variables, "a");
        note.Set(DefinitionTables.Variables["note"], "a note");
        ((SignalVariable)RowEdits.Variables.Put(_session, note).Row!).Tare.ShouldBe(2.5);

        ((SignalVariable)Put("a", "servo2.force").Row!).Tare.ShouldBe(0);
    }

    private RowOutcome Put(string name, string expression)
    {
        RowChange change = new(DefinitionTables.Variables, name);
        change.Set(DefinitionTables.Variables["expression"], expression);
        return RowEdits.Variables.Put(_session, change);
    }

    private void Start() => TestRunEdits.Start(
        _session, new RowChange(DefinitionTables.Runs, "T-1"), _time.GetUtcNow()).Row.ShouldNotBeNull();

    private RowOutcome Stop()
    {
        _time.Advance(TimeSpan.FromSeconds(1));
        return TestRunEdits.Change(
            _session, name => new RowChange(DefinitionTables.Runs, name), _time.GetUtcNow());
    }

    private AuditAction[] Noted() =>
    [
        .. AuditFolder.NewestFirst(_files, long.MaxValue, _ => { }).Reverse().Select(entry => entry.Action),
    ];
}
