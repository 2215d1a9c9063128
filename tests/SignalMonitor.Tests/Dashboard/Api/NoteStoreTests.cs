using SignalMonitor.Dashboard.Api;
using Testing;
using Testing.Journal;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class NoteStoreTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly FaultyFiles _files;

    public NoteStoreTests() => _files = new FaultyFiles(_folder.Path);

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(DiskFailure.Short)]
    [InlineData(DiskFailure.Device)]
    public void Add_WriteFails_LeavesNothingBehind(DiskFailure failure)
    {
        NoteStore store = new(_files);
        store.Add(Note("one")).ShouldBeNull();
        (_files.FailAt, _files.Failure) = (_files.Operations + 1, failure);

        store.Add(Note("two")).ShouldNotBeNull();
        store.Add(Note("three")).ShouldBeNull();

        Texts(store).ShouldBe(["one", "three"]);
    }

    [Fact]
    public void Add_BehindATornLine_BeginsANewOne()
    {
        File.WriteAllText(_folder.File(NoteStore.FileName), """{"utcNs":"1","by":"ann","te""");
        NoteStore store = new(_files);

        store.Add(Note("whole")).ShouldBeNull();

        Texts(store).ShouldBe(["whole"]);
    }

    [Fact]
    public void Add_FileIsFull_ReportsWhatToDo()
    {
        NoteStore store = new(_files, maxBytes: 120);
        store.Add(Note("one")).ShouldBeNull();
        store.Add(Note("two")).ShouldBeNull();

        store.Add(Note("three")).ShouldNotBeNull().ShouldContain("move the file away");
        Texts(store).ShouldBe(["one", "two"]);
    }

    [Fact]
    public void Read_MoreThanRequested_GivesTheLast()
    {
        NoteStore store = new(_files);
        for (int i = 0; i < 5; i++)
            store.Add(Note($"{i}"));

        store.Read(0, long.MaxValue, 2, out _).Select(note => note.Text).ShouldBe(["3", "4"]);
    }

    [Fact]
    public void Read_NoFile_IsEmpty()
    {
        new NoteStore(_files).Read(0, long.MaxValue, 10, out string? fault).ShouldBeEmpty();
        fault.ShouldBeNull();
    }

    private static Note Note(string text) => new(1, "ann", text, "");

    private static IEnumerable<string> Texts(NoteStore store) =>
        store.Read(0, long.MaxValue, 100, out _).Select(note => note.Text);
}
