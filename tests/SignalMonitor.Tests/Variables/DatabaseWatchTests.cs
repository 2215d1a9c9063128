using SignalMonitor.Variables;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Sqlite;
using Testing;

namespace SignalMonitor.Tests.Variables;

public sealed class DatabaseWatchTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly List<VariableSet> _sets = [];
    private readonly VariableRepository _repository;
    private readonly DatabaseWatch _watch;

    public DatabaseWatchTests()
    {
        FakeTime time = new();
        _repository = new VariableRepository(new SqliteProvider(_folder.File("variables.db"), make: true), time, []);
        VariableWatch[] stations =
        [
            .. Enumerable.Range(1, 40).Select(rig => new VariableWatch(_repository, $"lab/rig{rig}", time, _sets.Add)),
        ];
        _watch = new DatabaseWatch(_repository, stations);
    }

    public void Dispose()
    {
        _watch.Dispose();
        _repository.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Poll_FortyStations_UseOneConnection()
    {
        _watch.Poll();
        _watch.Poll();

        _sets.Select(set => set.Station).Distinct().Count().ShouldBe(40);
        _sets.Count.ShouldBe(40);
        _repository.Revision().Value!.Connection.ShouldBe(1);
    }

    [Fact]
    public void Find_Station_IsThatOfItsName()
    {
        VariableWatches all = new([_watch], ["lab/rig7"]);

        all.Find("lab/rig9")!.Station.ShouldBe("lab/rig9");
        all.Find("lab/rig99").ShouldBeNull();
        all.Find("")!.Station.ShouldBe("lab/rig7");
    }
}
