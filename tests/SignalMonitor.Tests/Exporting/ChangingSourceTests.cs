using SignalMonitor.Exporting;
using SignalMonitor.Tests.Evaluation;
using Testing;

namespace SignalMonitor.Tests.Exporting;

/// <summary>A source that changes while it is exported, or is not what it should be.</summary>
public sealed class ChangingSourceTests : IDisposable
{
    private const int Blocks = 200;
    private const int Points = 3;
    private readonly RecordedRig _rig = new();
    private readonly TemporaryFolder _folder = new();

    public ChangingSourceTests()
    {
        _rig.Record(Blocks);
        _rig.Flush();
    }

    private string Journal => _folder.File("journal");

    private string Out => _folder.File("x.csv");

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Export_WhileTheSourceGrows_EndsWithTheNewestBlockWhenItBeganAndSaysSo()
    {
        (string? fault, string notes) = await ExportAsync(_rig.Folder, atBlock: Blocks / 2, () =>
        {
            _rig.Record(50);
            _rig.Flush();
        });

        fault.ShouldBeNull();
        File.ReadAllLines(Out).Length.ShouldBe(1 + (Blocks * Points));
        notes.ShouldContain(
            "the source grew meanwhile: the export ends with sequence 200 of epoch 1000, the newest block when it began");
    }

    [Fact]
    public async Task Export_WhileTheSourceGetsANewEpoch_SaysSo()
    {
        (string? fault, string notes) = await ExportAsync(_rig.Folder, atBlock: Blocks / 2, () =>
        {
            _rig.Begin(RecordedRig.FirstEpoch + 1);
            _rig.Record(5);
            _rig.Flush();
        });

        fault.ShouldBeNull();
        notes.ShouldContain("the export ends with sequence 200 of epoch 1000");
    }

    [Fact]
    public async Task Export_ToAGivenBlockWhileTheSourceGrows_SaysNothing()
    {
        (string? fault, string notes) = await ExportAsync(
            _rig.Folder,
            atBlock: 50,
            () =>
            {
                _rig.Record(50);
                _rig.Flush();
            },
            to: "200");

        fault.ShouldBeNull();
        notes.ShouldNotContain("grew");
    }

    [Theory]
    [InlineData("csv")]
    [InlineData("parquet")]
    [InlineData("hdf5")]
    [InlineData("mcap")]
    [InlineData("npy")]
    public async Task Export_SourceFolderRemovedMeanwhile_FailsWithItsFileAndLeavesNothing(string format)
    {
        CopyJournal();

        (string? fault, _) = await ExportAsync(
            Journal, atBlock: 20, () => Directory.Delete(Journal, recursive: true), format);

        fault.ShouldNotBeNull();
        fault.ShouldContain("cannot open ");
        fault.ShouldContain(".seg");
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    // As the quota of a connector does it; the one that is read stays open.
    [Fact]
    public async Task Export_SegmentRemovedMeanwhile_SaysWhichBlocksTheSourceDoesNotHave()
    {
        CopyJournal();
        string[] segments = [.. Directory.GetFiles(Journal, "*.seg").Order(StringComparer.Ordinal)];
        segments.Length.ShouldBeGreaterThan(3);

        (string? fault, string notes) = await ExportAsync(Journal, atBlock: 5, () => File.Delete(segments[^1]));

        fault.ShouldBeNull();
        int rows = File.ReadAllLines(Out).Length - 1;
        int missing = Blocks - (rows / Points);
        missing.ShouldBeGreaterThan(0);
        notes.ShouldContain($"blocks that the source does not have: {missing}; the first are sequences "
            + $"{Blocks - missing + 1} to {Blocks} of epoch 1000");
    }

    [Theory]
    [InlineData("letter.txt", "Dear")]
    [InlineData("9999999999999999-0001.seg", "Dear")]
    [InlineData("recording.seg", "")]
    [InlineData("derived.jsonl", "{\"")]
    public async Task Export_ForeignFileInTheSource_TakesTheBlocksBesideIt(string name, string content)
    {
        CopyJournal();
        File.WriteAllText(Path.Combine(Journal, name), content);

        (string? fault, _) = await ExportAsync(Journal);

        fault.ShouldBeNull();
        File.ReadAllLines(Out).Length.ShouldBe(1 + (Blocks * Points));
    }

    [Fact]
    public async Task Export_SegmentOverwrittenWithRubbish_TakesTheOthersAndSaysWhatIsMissing()
    {
        CopyJournal();
        string segment = Directory.GetFiles(Journal, "*.seg").Order(StringComparer.Ordinal).ElementAt(1);
        byte[] rubbish = new byte[new FileInfo(segment).Length];
        new Random(7).NextBytes(rubbish);
        File.WriteAllBytes(segment, rubbish);

        (string? fault, string notes) = await ExportAsync(Journal);

        fault.ShouldBeNull();
        int rows = File.ReadAllLines(Out).Length - 1;
        rows.ShouldBeInRange(Points, (Blocks - 1) * Points);
        notes.ShouldContain($"blocks that the source does not have: {Blocks - (rows / Points)}; ");
        notes.ShouldContain("gaps in the samples: 1; ");
    }

    private async Task<(string? Fault, string Notes)> ExportAsync(
        string source, int atBlock = 0, Action? change = null, string format = "csv", string? to = null)
    {
        ExportVerbOptions options = new()
        {
            Source = source,
            Format = format,
            Out = Out,
            Channels = "servo1.force",
            To = to,
        };
        using StringWriter notes = new();
        int block = 0;
        string? fault = await ExportVerb.ExportAsync(
            options,
            notes,
            _ =>
            {
                if (++block == atBlock)
                    change!();
            },
            CancellationToken.None);
        return (fault, notes.ToString());
    }

    private void CopyJournal()
    {
        Directory.CreateDirectory(Journal);

        // The writer holds its lock file; a copy has one that nobody holds.
        File.WriteAllText(Path.Combine(Journal, "lock"), "");
        foreach (string file in Directory.GetFiles(_rig.Folder).Where(file => Path.GetFileName(file) != "lock"))
            File.Copy(file, Path.Combine(Journal, Path.GetFileName(file)));
    }
}
