using SignalMonitor.Exporting;
using SignalMonitor.Tests.Evaluation;
using Testing;

namespace SignalMonitor.Tests.Exporting;

/// <summary>Two exports at once.</summary>
public sealed class ConcurrentExportTests : IDisposable
{
    private const int Blocks = 50;
    private readonly RecordedRig _rig = new();
    private readonly TemporaryFolder _folder = new();

    public ConcurrentExportTests()
    {
        _rig.Record(Blocks);
        _rig.Flush();
    }

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("csv", false, false)]
    [InlineData("csv", true, false)]
    [InlineData("csv", false, true)]
    [InlineData("parquet", false, false)]
    [InlineData("npy", false, true)]
    public async Task Export_WhileAnotherWritesThePath_IsRefusedAndTheOtherIsWhole(
        string format, bool resume, bool restart)
    {
        ExportVerbOptions second = Options(format, "x");
        (second.Resume, second.Restart) = (resume, restart);

        (string? first, string? refused) = await BothAsync(Options(format, "x"), second);

        first.ShouldBeNull();
        refused.ShouldBe($"another export is writing {_folder.File("x")}; wait until it has ended, or give another "
            + "--out");
        (await ExportAsync(Options(format, "y"))).ShouldBeNull();
        Content("x").ShouldBe(Content("y"));
        Directory.GetFileSystemEntries(_folder.Path).Length.ShouldBe(2);
    }

    // Channels of several rates are a file each, one of which another export was given.
    [Fact]
    public async Task Export_WhileAnotherWritesOneOfItsFiles_IsRefused()
    {
        ExportVerbOptions several = Options("csv", "x.csv");
        several.Channels = "*";

        (string? first, string? refused) = await BothAsync(Options("csv", "x-10000hz.csv"), several);

        first.ShouldBeNull();
        refused.ShouldBe($"another export is writing {_folder.File("x-10000hz.csv")}; wait until it has ended, or give "
            + "another --out");
        Directory.GetFileSystemEntries(_folder.Path).ShouldBe([_folder.File("x-10000hz.csv")]);
    }

    [Fact]
    public async Task Export_OfTheSameSourceToAnotherPath_IsWritten()
    {
        (string? first, string? second) = await BothAsync(Options("csv", "x"), Options("csv", "y"));

        (first, second).ShouldBe((null, null));
        Content("x").ShouldBe(Content("y"));
    }

    [Fact]
    public async Task Export_LockFileOfAKilledExport_DoesNotRefuse()
    {
        File.WriteAllText(_folder.File("x.lock"), "");
        (await ExportAsync(Options("csv", "x"))).ShouldBeNull();
        Directory.GetFileSystemEntries(_folder.Path).ShouldBe([_folder.File("x")]);
    }

    // The second runs in the middle of the first.
    private static async Task<(string? First, string? Second)> BothAsync(
        ExportVerbOptions first, ExportVerbOptions second)
    {
        string? ofSecond = null;
        int block = 0;
        string? ofFirst = await ExportAsync(
            first,
            _ =>
            {
                if (++block == Blocks / 2)
                    ofSecond = ExportAsync(second).GetAwaiter().GetResult();
            });
        return (ofFirst, ofSecond);
    }

    private static Task<string?> ExportAsync(ExportVerbOptions options, Action<ExportProgress>? progress = null) =>
        ExportVerb.ExportAsync(options, TextWriter.Null, progress ?? (_ => { }), CancellationToken.None);

    private ExportVerbOptions Options(string format, string name) => new()
    {
        Source = _rig.Folder,
        Format = format,
        Out = _folder.File(name),
        Channels = "servo1.force",
    };

    private string Content(string name)
    {
        string path = _folder.File(name);
        return Directory.Exists(path)
            ? string.Join('\n', Directory.GetFiles(path).Order(StringComparer.Ordinal)
                .Select(file => Path.GetFileName(file) + Convert.ToHexString(File.ReadAllBytes(file))))
            : Convert.ToHexString(File.ReadAllBytes(path));
    }
}
