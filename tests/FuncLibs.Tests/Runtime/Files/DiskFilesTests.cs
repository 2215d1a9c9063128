using FuncLibs.Runtime.Files;
using Testing;

namespace FuncLibs.Tests.Runtime.Files;

public sealed class DiskFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private DiskFiles Files => new(_folder.Path);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Write_FlushAndRead_GiveTheBytes()
    {
        Files.Create("a", out IDiskFile? file).IsOk.ShouldBeTrue();
        using (file)
        {
            file!.Write(3, "abc"u8).IsOk.ShouldBeTrue();
            file.Flush().IsOk.ShouldBeTrue();
            Files.FlushFolder().IsOk.ShouldBeTrue();
        }

        Files.OpenToRead("a", out IDiskFile? reader).IsOk.ShouldBeTrue();
        using (reader)
        {
            byte[] bytes = new byte[10];
            reader!.Read(1, bytes, out int read).IsOk.ShouldBeTrue();
            bytes[..read].ShouldBe([0, 0, (byte)'a', (byte)'b', (byte)'c']);
            (reader.Length(out long length).IsOk, length).ShouldBe((true, 6L));
            reader.Write(0, bytes).IsOk.ShouldBeFalse();
        }
    }

    [Fact]
    public void Truncate_CutsTheFile()
    {
        Files.Create("a", out IDiskFile? file);
        using (file)
        {
            file!.Write(0, new byte[100]);
            file.Truncate(10).IsOk.ShouldBeTrue();
        }

        new FileInfo(_folder.File("a")).Length.ShouldBe(10);
    }

    [Fact]
    public void Create_FileThatIsThere_IsRefused()
    {
        File.WriteAllText(_folder.File("a"), "old");

        FileOutcome outcome = Files.Create("a", out IDiskFile? file);

        (outcome.Fault, file).ShouldBe((FileFault.Exists, null));
        outcome.ToString().ShouldStartWith("cannot create a: ");
        File.ReadAllText(_folder.File("a")).ShouldBe("old");
    }

    [Fact]
    public void Open_MissingFileOrFolder_ReportsMissing()
    {
        Files.OpenToRead("a", out _).Fault.ShouldBe(FileFault.Missing);
        Files.OpenToWrite("a", out _).Fault.ShouldBe(FileFault.Missing);
        new DiskFiles(_folder.File("none")).List([]).Fault.ShouldBe(FileFault.Missing);
        new DiskFiles(_folder.File("none")).FlushFolder().IsOk.ShouldBeFalse();
        Files.Delete("a").IsOk.ShouldBeTrue();
    }

    [Fact]
    public void Lock_HeldElsewhere_ReportsInUse()
    {
        Files.Lock("lock", out IDisposable? held).IsOk.ShouldBeTrue();
        (Files.Lock("lock", out IDisposable? second).Fault, second).ShouldBe((FileFault.InUse, null));

        held!.Dispose();

        Files.Lock("lock", out IDisposable? third).IsOk.ShouldBeTrue();
        third!.Dispose();
    }

    [Fact]
    public void Exists_AfterADelete_IsFalse()
    {
        Files.Create("a", out IDiskFile? file);
        using (file)
        {
            file!.Exists.ShouldBeTrue();
            Files.Delete("a");
            file.Exists.ShouldBeFalse();
        }
    }

    [Fact]
    public void RenameAndList_ShowTheNewName()
    {
        File.WriteAllText(_folder.File("a"), "new");
        File.WriteAllText(_folder.File("b"), "old");

        Files.Rename("a", "b").IsOk.ShouldBeTrue();

        List<DiskFileEntry> files = [];
        Files.List(files);
        files.ShouldBe([new DiskFileEntry("b", 3)]);
        Files.FreeBytes(out long free).IsOk.ShouldBeTrue();
        free.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Write_DiskThatIsAlwaysFull_IsReportedAsFull()
    {
        Assert.True(OperatingSystem.IsLinux(), "the test needs /dev/full");
        new DiskFiles("/dev").OpenToWrite("full", out IDiskFile? file).IsOk.ShouldBeTrue();
        using (file)
            file!.Write(0, "abc"u8).Fault.ShouldBe(FileFault.Full);
    }

    [Fact]
    public void Flush_FileThatCannotBeFlushed_IsAFailure()
    {
        Assert.True(OperatingSystem.IsLinux(), "the test needs /dev/null, whose fsync is EINVAL");
        new DiskFiles("/dev").OpenToWrite("null", out IDiskFile? file).IsOk.ShouldBeTrue();
        using (file)
            file!.Flush().Fault.ShouldBe(FileFault.Device);
    }

    [Fact]
    public void FlushFolder_FileSystemWithoutIt_IsNoFailure()
    {
        Assert.True(OperatingSystem.IsLinux(), "the test needs /proc, whose folders have no fsync");
        new DiskFiles("/proc").FlushFolder().ToString().ShouldBe("ok");
    }

    [Fact]
    public void Default_Outcome_IsNoSuccess() =>
        (default(FileOutcome).IsOk, default(FileOutcome).ToString()).ShouldBe((false, "nothing was tried"));
}
