using SignalMonitor.Exporting;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Jobs;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Evaluation;
using Testing;
using Testing.Disks;

namespace SignalMonitor.Tests.Exporting;

/// <summary>A disk that really is full in the middle of an export.</summary>
public sealed class FullDiskExportTests(FullDiskExportTests.Source source) : IClassFixture<FullDiskExportTests.Source>
{
    private const int DiskBytes = 192 * 1024;
    private const int RoomAtFirst = 64 * 1024;

    [SmallDiskTheory]
    [InlineData("csv")]
    [InlineData("jsonl")]
    [InlineData("parquet")]
    [InlineData("hdf5")]
    [InlineData("mcap")]
    [InlineData("npy")]
    public async Task Export_DiskFills_SaysSoAndLeavesNothing(string format)
    {
        using SmallDisk disk = new(DiskBytes);

        string? fault = await ExportVerb.ExportAsync(
            source.Options(format, disk.File("x")), TextWriter.Null, _ => { }, CancellationToken.None);

        fault.ShouldNotBeNull();
        fault.ShouldContain("No space left on device");
        fault.ShouldEndWith("; nothing was exported");
        Directory.GetFileSystemEntries(disk.Path).ShouldBeEmpty();
    }

    // One page: the second file, or the first page of a header, finds none.
    [SmallDiskTheory]
    [InlineData("csv")]
    [InlineData("jsonl")]
    [InlineData("parquet")]
    [InlineData("hdf5")]
    [InlineData("mcap")]
    [InlineData("npy")]
    public async Task Export_DiskIsFullAtTheBeginning_LeavesNoFileAndNoneOpen(string format)
    {
        using SmallDisk disk = new(Environment.SystemPageSize);

        string? fault = await ExportVerb.ExportAsync(
            source.Options(format, disk.File("x")), TextWriter.Null, _ => { }, CancellationToken.None);

        fault.ShouldNotBeNull();
        fault.ShouldContain("No space left on device");
        Directory.GetFileSystemEntries(disk.Path).ShouldBeEmpty();
        Directory.GetFiles("/proc/self/fd")
            .Select(descriptor => new FileInfo(descriptor).LinkTarget)
            .ShouldNotContain(target => target != null && target.StartsWith(disk.Path, StringComparison.Ordinal));
    }

    [SmallDiskTheory]
    [InlineData("csv")]
    [InlineData("npy")]
    public async Task Resume_AfterTheDiskFilledAndHasRoomAgain_GivesTheSameBytes(string format)
    {
        using TemporaryFolder whole = new();
        using SmallDisk disk = new(4 * DiskBytes);
        File.WriteAllBytes(disk.File("ballast"), new byte[(4 * DiskBytes) - RoomAtFirst]);
        ExportVerbOptions options = source.Options(format, disk.File("x"), "servo1.force");
        options.Resume = true;

        string? full = await WithCheckpointsAsync(options);
        File.Delete(disk.File("ballast"));
        string? resumed = await ExportVerb.ExportAsync(options, TextWriter.Null, _ => { }, CancellationToken.None);

        full.ShouldNotBeNull();
        full.ShouldContain(" rows were written: continue with --resume, or begin again with --restart");
        resumed.ShouldBeNull();
        await ExportVerb.ExportAsync(
            source.Options(format, whole.File("x"), "servo1.force"),
            TextWriter.Null,
            _ => { },
            CancellationToken.None);
        FilesOf(disk.Path).ShouldBe(FilesOf(whole.Path));
    }

    // Others fill the disk, and the reserve is for them.
    [Theory]
    [InlineData("csv")]
    [InlineData("jsonl")]
    [InlineData("parquet")]
    [InlineData("hdf5")]
    [InlineData("mcap")]
    [InlineData("npy")]
    public async Task Export_FreeSpaceShrinks_EndsBeforeTheReserveIsTaken(string format)
    {
        const int Reserved = 1;
        using TemporaryFolder folder = new();
        long free = 1_100_000;
        ExportVerbOptions options = source.Options(format, folder.File("x"));
        ExportPlan.Parse(options, formatters: 0, out ExportPlan? plan).ShouldBeNull();
        ExportSource.Open(options, TextWriter.Null, out ExportSource? opened).ShouldBeNull();
        using ExportRun run = new(opened!, plan!);

        string? fault = await run.RunAsync(
            TextWriter.Null,
            _ => { },
            new ExportRoom(Reserved, () => free -= 60_000, CancellationToken.None) { PieceBytes = 1 });

        fault.ShouldNotBeNull();
        fault.ShouldStartWith("the disk has 0 MB free, and after the next ");
        fault.ShouldEndWith(
            " MB fewer than the 1 MB that exports leave free (Exports:ReservedMegabytes); remove files, or choose fewer "
                + "channels or a shorter window; nothing was exported");
        Directory.GetFileSystemEntries(folder.Path).ShouldBeEmpty();
    }

    // The rows fit the disk, and their file once more does not.
    [SmallDiskTheory]
    [InlineData("csv", "zip")]
    [InlineData("hdf5", "h5")]
    public void Job_DiskFillsWhileItsOneFileIsMade_FailsAndLeavesNothing(string format, string ending)
    {
        using SmallDisk disk = new(source.BytesOfRows(format) + RoomAtFirst);
        using CancellationTokenSource stop = new();
        ExportJobOptions options = new() { Journal = source.Rig.Folder, ReservedMegabytes = 0 };
        using ExportJobs jobs = new(
            disk.File("exports"), new RecordingRoots(disk.File("recordings")), options, () => long.MaxValue);
        jobs.TryAdd(new ExportRequest(null, format), out ExportJob? job).ShouldBeNull();
        Thread thread = new(() => jobs.Run(stop.Token));
        thread.Start();
        Eventually.True(() => job!.Status.HasEnded, "the export has ended");
        stop.Cancel();
        thread.Join();

        job!.Status.Progress.Share.ShouldBe(1);
        job.Status.State.ShouldBe(ExportState.Failed, $"{ending} was made");
        job.Status.Error!.ShouldContain("No space left on device");
        job.Status.Error.ShouldEndWith("; nothing was exported");
        Directory.GetFileSystemEntries(disk.File("exports")).ShouldBeEmpty();
    }

    private static async Task<string?> WithCheckpointsAsync(ExportVerbOptions options)
    {
        ExportPlan.Parse(options, formatters: 0, out ExportPlan? plan).ShouldBeNull();
        ExportSource.Open(options, TextWriter.Null, out ExportSource? opened).ShouldBeNull();
        using ExportRun run = new(
            opened!, plan! with { Options = ExportPlan.OptionsOf(options), CheckpointBytes = 4096 });
        return await run.RunAsync(TextWriter.Null, _ => { }, ExportRoom.Whole(CancellationToken.None));
    }

    private static string[] FilesOf(string folder) =>
    [
        .. Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal).Select(
            file => $"{Path.GetRelativePath(folder, file)} {Convert.ToHexString(File.ReadAllBytes(file))}"),
    ];

    /// <summary>A journal whose numbers do not compress.</summary>
    public sealed class Source : IDisposable
    {
        private const int Blocks = 1500;
        private const int FlushedBlocks = 200;

        public Source()
        {
            for (int recorded = 0; recorded < Blocks; recorded += FlushedBlocks)
            {
                Rig.Record(FlushedBlocks);
                Rig.Flush();
            }
        }

        internal RecordedRig Rig { get; } = new();

        public void Dispose() => Rig.Dispose();

        internal ExportVerbOptions Options(string format, string path, string channels = "*") =>
            new() { Source = Rig.Folder, Format = format, Out = path, Channels = channels };

        // HDF5 gathers the numbers as npy has them.
        internal long BytesOfRows(string format)
        {
            using TemporaryFolder folder = new();
            ExportVerb.ExportAsync(
                Options(format == "hdf5" ? "npy" : format, folder.File("x")),
                TextWriter.Null,
                _ => { },
                CancellationToken.None).GetAwaiter().GetResult().ShouldBeNull();
            return Directory.GetFiles(folder.Path, "*", SearchOption.AllDirectories)
                .Sum(file => new FileInfo(file).Length);
        }
    }
}
