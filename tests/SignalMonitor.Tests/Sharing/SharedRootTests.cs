using SignalMonitor.Sharing;
using Testing;

namespace SignalMonitor.Tests.Sharing;

public sealed class SharedRootTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly SharedRoot _root;

    public SharedRootTests() => _root = new SharedRoot(_folder.File("monitors"));

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Demand_FolderThatIsNotThere_SaysWhatToDo() =>
        Should.Throw<IOException>(_root.Demand).Message.ShouldContain("`SignalMonitor share prepare` once");

    [Fact]
    public void Demand_FolderWithoutSign_SaysWhatToDo()
    {
        Directory.CreateDirectory(_root.Path);

        Should.Throw<IOException>(_root.Demand).Message.ShouldContain(
            $"there is no {SharedRoot.SignName}: mount the folder");
    }

    [Fact]
    public void Prepare_NewFolder_IsThereFromThenOn()
    {
        _root.Prepare();

        Should.NotThrow(_root.Demand);
    }

    [Fact]
    public void Prepare_Again_LeavesTheSign()
    {
        _root.Prepare();
        File.WriteAllText(Path.Combine(_root.Path, SharedRoot.SignName), "ours");

        _root.Prepare();

        File.ReadAllText(Path.Combine(_root.Path, SharedRoot.SignName)).ShouldBe("ours");
    }

    [Fact]
    public void Probe_FolderThatIsThere_LeavesNothing()
    {
        _root.Prepare();

        _root.Probe("pc1");

        Directory.GetFileSystemEntries(_root.Path).ShouldHaveSingleItem();
    }

    [Fact]
    public void Probe_FolderThatTakesNoFile_Throws()
    {
        _root.Prepare();
        Directory.CreateDirectory(Path.Combine(_root.Path, ".probe-pc1", "full"));

        Should.Throw<IOException>(() => _root.Probe("pc1"));
    }
}
