using FuncLibs.Runtime.Files;
using Testing;

namespace FuncLibs.Tests.Runtime.Files;

public sealed class FileStampTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Read_MissingFile_IsNone() => FileStamp.Read(_folder.File("x")).Exists.ShouldBeFalse();

    [Fact]
    public void Read_Folder_IsNoFile() => FileStamp.Read(_folder.Path).Exists.ShouldBeFalse();

    [Fact]
    public void Read_LinkWhoseTargetChanges_IsAnother()
    {
        string target = Write("v1", "one");
        File.CreateSymbolicLink(_folder.File("link"), target);
        FileStamp before = FileStamp.Read(_folder.File("link"));
        Write("v1", "more than one");

        FileStamp after = FileStamp.Read(_folder.File("link"));
        (before.Bytes, after.Bytes).ShouldBe((3, 13));
        after.Path.ShouldBe(_folder.File("link"));
    }

    [Fact]
    public void Read_LinkThatLeadsNowhere_IsNone()
    {
        File.CreateSymbolicLink(_folder.File("link"), _folder.File("gone"));

        FileStamp.Read(_folder.File("link")).Exists.ShouldBeFalse();
    }

    [Fact]
    public void Read_LinksInACircle_AreNone()
    {
        File.CreateSymbolicLink(_folder.File("a"), _folder.File("b"));
        File.CreateSymbolicLink(_folder.File("b"), _folder.File("a"));

        FileStamp.Read(_folder.File("a")).Exists.ShouldBeFalse();
    }

    private string Write(string name, string text)
    {
        File.WriteAllText(_folder.File(name), text);
        return _folder.File(name);
    }
}
