using System.Diagnostics;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Sqlite;
using Testing;

namespace SignalMonitor.Tests.Variables;

public sealed class VariableWatchTests : IDisposable
{
    private const string Station = "lab/rig1";
    private readonly TemporaryFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly List<VariableSet> _sets = [];
    private readonly VariableRepository _editor;
    private readonly VariableRepository _watched;
    private readonly VariableWatch _watch;

    public VariableWatchTests()
    {
        _editor = new VariableRepository(new SqliteProvider(Path, make: true), _time, []);
        _watched = new VariableRepository(new SqliteProvider(Path, make: false), _time, []);
        _watch = new VariableWatch(_watched, Station, _time, _sets.Add);
    }

    private string Path => _folder.File("variables.db");

    public void Dispose()
    {
        _watched.Dispose();
        _editor.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Poll_NothingEdited_CallsOnce()
    {
        Edit("1");

        _watch.Poll();
        _watch.Poll();

        _sets.ShouldHaveSingleItem().ShouldBeSameAs(_watch.Status.Set);
        _watch.Status.IsStale.ShouldBeFalse();
    }

    [Fact]
    public void Poll_VariableEdited_GivesTheNewSet()
    {
        Edit("1");
        _watch.Poll();

        Edit("2");
        _watch.Poll();

        _sets.Select(set => set.Variables.Single().Expression).ShouldBe(["1", "2"]);
        _sets[1].Revision.ShouldBeGreaterThan(_sets[0].Revision);
    }

    [Fact]
    public void Poll_AnotherStationEdited_CallsNothing()
    {
        Edit("1");
        _watch.Poll();

        Edit("2", "lab/rig2");
        _watch.Poll();

        _sets.ShouldHaveSingleItem();
    }

    [Fact]
    public void Poll_DatabaseGone_KeepsTheLastSetAndReportsSince()
    {
        Edit("1");
        _watch.Poll();
        DateTimeOffset gone = _time.GetUtcNow();
        File.Move(Path, Path + ".away");
        _watch.Poll();
        _time.Advance(TimeSpan.FromSeconds(5));
        _watch.Poll();

        _watch.Status.ShouldBe(new VariableWatchStatus(_sets.Single(), _watch.Status.Reason, gone));
        _watch.Status.Reason!.ShouldContain("does not exist");
    }

    [Fact]
    public void Poll_DatabaseBack_IsNotStaleAnyMore()
    {
        Edit("1");
        _watch.Poll();
        File.Move(Path, Path + ".away");
        _watch.Poll();

        File.Move(Path + ".away", Path);
        _watch.Poll();

        (_watch.Status.IsStale, _watch.Status.SinceUtc, _sets.Count).ShouldBe((false, null, 1));
    }

    [Fact]
    public void Poll_BrokenRow_GivesTheOthersAndNamesIt()
    {
        Edit("1");
        SqliteShell.Run(
            Path, "INSERT INTO signal_variable (station, name, expression) VALUES ('lab/rig1', 'run', '1')");

        _watch.Poll();

        _sets.Single().Variables.Length.ShouldBe(1);
        _sets.Single().Broken.Single().Column.ShouldBe("name");
    }

    [Fact]
    public void Run_EditByAnotherProcess_IsSeenWithinASecond()
    {
        Edit("1");
        using var stop = new CancellationTokenSource();
        var thread = new Thread(() => new DatabaseWatch(_watched, [_watch]).Run(stop.Token));
        thread.Start();
        Eventually.True(() => _watch.Status.Set is not null, "the first set");

        long edited = Stopwatch.GetTimestamp();
        SqliteShell.Run(Path, "UPDATE signal_variable SET expression = '3'");
        Eventually.True(() => _watch.Status.Set!.Variables[0].Expression == "3", "the edit is seen");

        Stopwatch.GetElapsedTime(edited).ShouldBeLessThan(TimeSpan.FromSeconds(1));
        stop.Cancel();
        thread.Join();
    }

    private void Edit(string expression, string station = Station) => _editor.Change(
        station,
        "kim",
        _ => [new Edit(
            new SignalVariable { Station = station, Name = "a", Expression = expression }, EditKind.Put, null)],
        new DefinitionCheck())
        .Fault.ShouldBeNull();
}
