using SignalMonitor.Recordings;
using Testing;

namespace SignalMonitor.Tests.Recordings;

public sealed class RecordingIdTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("..", "rig1", "A")]
    [InlineData("lab", "..", "A")]
    [InlineData("lab", "rig1", "..")]
    [InlineData("lab", ".", "A")]
    [InlineData("lab", "rig1", "../../secret")]
    [InlineData("lab", "rig1", "..\\..\\secret")]
    [InlineData("lab", "rig1", "C:secret")]
    [InlineData("/etc", "rig1", "A")]
    [InlineData("lab", "rig1", "a\0b")]
    [InlineData("lab", "rig1", ".removing-A")]
    [InlineData("lab", "rig1", "")]
    [InlineData("lab", null, "A")]
    [InlineData("@", "rig1", "A")]
    [InlineData("@..", "rig1", "A")]
    [InlineData("@lab", "rig1", "..")]
    public void TryCreate_NoId_IsRefused(string? site, string? rig, string? name) =>
        RecordingId.TryCreate(site, rig, name, out _).ShouldBeFalse();

    [Fact]
    public void FolderIn_Recording_IsItsFolder()
    {
        string folder = Make("lab", "rig1", "T%2F1");

        RecordingId.TryCreate("lab", "rig1", "T%2F1", out RecordingId id).ShouldBeTrue();

        id.FolderIn(_folder.Path).ShouldBe(folder);
        RecordingId.From(_folder.Path, folder).ShouldBe(id);
        id.ToString().ShouldBe("lab/rig1/T%2F1");
    }

    [Fact]
    public void FolderIn_FolderWithoutADocument_IsNone()
    {
        Directory.CreateDirectory(_folder.File("lab/rig1/A"));

        new RecordingId("lab", "rig1", "A").FolderIn(_folder.Path).ShouldBeNull();
    }

    [Fact]
    public void FolderIn_ThroughALink_IsNone()
    {
        Make("elsewhere", "rig1", "A");
        Directory.CreateSymbolicLink(_folder.File("lab"), _folder.File("elsewhere"));

        new RecordingId("lab", "rig1", "A").FolderIn(_folder.Path).ShouldBeNull();
    }

    [Fact]
    public void FolderOf_IdOfTheArchive_IsTheFolderThere()
    {
        Make("own", "lab", "rig1", "A");
        string archived = Make("archive", "lab", "rig1", "A");

        RecordingId.TryCreate("@lab", "rig1", "A", out RecordingId id).ShouldBeTrue();

        (id.Site, id.IsArchived, id.ToString()).ShouldBe(("lab", true, "@lab/rig1/A"));
        new RecordingRoots(_folder.File("own"), _folder.File("archive")).FolderOf(id).ShouldBe(archived);
        new RecordingRoots(_folder.File("own")).FolderOf(id).ShouldBeNull();
    }

    [Fact]
    public void From_SiteWithTheSignOfTheArchive_IsNone() =>
        RecordingId.From(_folder.Path, _folder.File("@lab/rig1/A")).ShouldBeNull();

    [Fact]
    public void From_FolderOfAnotherDepth_IsNone() =>
        RecordingId.From(_folder.Path, _folder.File("lab/A")).ShouldBeNull();

    private string Make(params string[] parts)
    {
        string folder = Path.Combine([_folder.Path, .. parts]);
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, RecordingDocument.FileName), "{}");
        return folder;
    }
}
