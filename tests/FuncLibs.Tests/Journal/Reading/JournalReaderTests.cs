using FuncLibs.Journal.Reading;
using Testing;

namespace FuncLibs.Tests.Journal.Reading;

public sealed class JournalReaderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void FolderOf_StateFolder_IsTheJournalInIt()
    {
        Directory.CreateDirectory(_folder.File(JournalReader.FolderName));

        JournalReader.FolderOf(_folder.Path).ShouldBe(_folder.File(JournalReader.FolderName));
    }

    [Fact]
    public void FolderOf_FolderWithSegments_IsItself() => JournalReader.FolderOf(_folder.Path).ShouldBe(_folder.Path);

    [Fact]
    public void Open_NoSuchFolder_IsNull() => JournalReader.Open(_folder.File("missing")).ShouldBeNull();

    [Fact]
    public void Open_EmptyFolder_HasNoStreamAndNoCatalogue()
    {
        JournalReader journal = JournalReader.Open(_folder.Path)!;

        journal.Report.Folder.IsOk.ShouldBeTrue();
        journal.HasBlocks.ShouldBeFalse();
        journal.Streams.ShouldBeEmpty();
        journal.Newest.ShouldBeNull();
    }
}
