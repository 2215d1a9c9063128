using FuncLibs.Runtime.Files;
using Testing;
using Testing.Journal;

namespace FuncLibs.Tests.Journal;

/// <summary>The power cut takes what no fsync covers, and nothing else.</summary>
public sealed class PowerCutFilesTests : IDisposable
{
    private const int Pages = 64;
    private const int PageBytes = 4096;
    private readonly TemporaryFolder _folder = new();
    private readonly PowerCutFiles _files;

    public PowerCutFilesTests() => _files = new PowerCutFiles(_folder.Path);

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(PageLoss.Tail)]
    [InlineData(PageLoss.Any)]
    public void Cut_AfterBothFsyncs_TakesNothing(PageLoss loss)
    {
        Make("a", 1, sync: true);
        _files.FlushFolder();
        Cut(loss);

        File.ReadAllBytes(_folder.File("a")).ShouldAllBe(b => b == 1);
        new FileInfo(_folder.File("a")).Length.ShouldBe(Pages * PageBytes);
    }

    [Fact]
    public void Cut_UnsyncedPages_AreThereOrNotOrTorn()
    {
        Make("a", 1, sync: true);
        _files.FlushFolder();
        Make("a", 2, sync: false);
        Cut(PageLoss.Any);

        int[] newBytes =
        [
            .. File.ReadAllBytes(_folder.File("a")).Chunk(PageBytes).Select(page => page.Count(b => b == 2)),
        ];
        newBytes.ShouldContain(0);
        newBytes.ShouldContain(PageBytes);
        newBytes.ShouldContain(count => count > 0 && count < PageBytes && count % 512 == 0);
    }

    [Fact]
    public void Cut_UnsyncedEnd_IsABeginningOfIt()
    {
        Make("a", 1, sync: false);
        _files.FlushFolder();
        Cut(PageLoss.Tail);

        byte[] left = File.ReadAllBytes(_folder.File("a"));
        left.ShouldAllBe(b => b == 1);
        left.Length.ShouldBeInRange(1, (Pages * PageBytes) - 1);
    }

    [Fact]
    public void Cut_UnsyncedNames_GoBack()
    {
        Make("old", 1, sync: true);
        Make("gone", 3, sync: true);
        _files.FlushFolder();
        Make("new", 2, sync: true);
        _files.Rename("new", "old");
        _files.Delete("gone");
        _files.UnsyncedChanges.ShouldBe(3);
        Cut(PageLoss.Tail);

        Directory.GetFiles(_folder.Path).Select(Path.GetFileName).Order().ShouldBe(["gone", "old"]);
        (File.ReadAllBytes(_folder.File("old"))[0], File.ReadAllBytes(_folder.File("gone"))[0]).ShouldBe(((byte)1, (byte)3));
    }

    private void Make(string name, byte value, bool sync)
    {
        IDiskFile? file = null;
        FileOutcome outcome = _files.Exists(name) ? _files.OpenToWrite(name, out file) : _files.Create(name, out file);
        outcome.IsOk.ShouldBeTrue();
        using (file)
        {
            file!.Write(0, Enumerable.Repeat(value, Pages * PageBytes).ToArray()).IsOk.ShouldBeTrue();
            if (sync)
                file.Flush().IsOk.ShouldBeTrue();
        }
    }

    private void Cut(PageLoss loss) => _files.CutPower(new Random(5), loss);
}
