using FuncLibs.GroundTruth;
using Testing;
using Tools.GroundTruth;

namespace Tools.Tests.GroundTruth;

public sealed class GroundTruthWriterTests : IDisposable
{
    private static readonly RunLine Run = new("reference", ulong.MaxValue, "main", 30_000, 10_000, 100, null);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Lines_OfEveryKind_ReadBackAsTheyWere()
    {
        string path = _folder.File("truth.jsonl");
        GroundTruthWriter
            .Open(path, Run with { FirstDueUtcNs = 17 }, new GroundTruthWriterOptions(), out GroundTruthWriter? writer)
            .ShouldBeNull();
        writer!.Cycle("servo1", "force", 1, 4000, 0.1 + 0.2, 1000, double.NegativeInfinity, 3000);
        writer.Property("servo1", "Rp0.2", 355.2, "MPa", 5000);
        writer.Break("servo1", 6000, double.NaN);
        writer.Excursion("servo1", "force", ExcursionLimit.Lower, -70, 100, 200);
        writer.Mode("servo1", "force", 30_000, 6);
        writer.Fault("gap", 7, 107, null, null, "10 \"blocks\" of °C");
        writer.Fault("stuck", 7, 107, "servo2", "stroke", "");
        writer.Progress(3, 300);
        writer.Dispose();

        Read(path).ShouldBe(
        [
            Run with { FirstDueUtcNs = 17 },
            new CycleLine("servo1", "force", 1, 4000, 0.1 + 0.2, 1000, double.NegativeInfinity, 3000),
            new PropertyLine("servo1", "Rp0.2", 355.2, "MPa", 5000),
            new BreakLine("servo1", 6000, double.NaN),
            new ExcursionLine("servo1", "force", ExcursionLimit.Lower, -70, 100, 200),
            new ModeLine("servo1", "force", 30_000, 6),
            new FaultLine("gap", 7, 107, null, null, "10 \"blocks\" of °C"),
            new FaultLine("stuck", 7, 107, "servo2", "stroke", ""),
            new EndLine(3, 300, 0),
        ]);
    }

    [Fact]
    public void Text_OfTheLines_IsThatOfTheSeams()
    {
        string path = _folder.File("truth.jsonl");
        GroundTruthWriter
            .Open(path, Run with { Seed = 1 }, new GroundTruthWriterOptions(), out GroundTruthWriter? writer)
            .ShouldBeNull();
        writer!.Cycle("servo1", "force", 1, 40, 1.5, 10, -1e300, 30);
        writer.Dispose();

        File.ReadAllLines(path).ShouldBe(
        [
            "{\"kind\":\"run\",\"version\":1,\"preset\":\"reference\",\"seed\":1,\"stream\":\"main\",\"baseRateHz\":30000,\"loopHz\":10000,"
                + "\"pointsPerBlock\":100,\"firstDueUtcNs\":null}",
            "{\"kind\":\"cycle\",\"channel\":\"servo1\",\"sensor\":\"force\",\"number\":1,\"index\":40,\"peak\":1.5,\"peakIndex\":10,"
                + "\"valley\":-1E+300,\"valleyIndex\":30}",
            "{\"kind\":\"end\",\"blocks\":0,\"samples\":0,\"dropped\":0}",
        ]);
    }

    [Fact]
    public void Ring_FullWhileTheDiskHangs_CountsWhatItDrops()
    {
        using HangingStream disk = new();
        GroundTruthWriter writer = new(disk, Run, new GroundTruthWriterOptions { RingLines = 4 });
        disk.Hang();
        writer.Mode("servo1", "force", 0, 6);
        Eventually.True(() => disk.IsWaiting, "the writer waits for the disk");
        for (int i = 0; i < 10; i++)
            writer.Mode("servo1", "force", i, 6);

        (writer.Offered, writer.Dropped).ShouldBe((11, 6));
        disk.GoOn();
        writer.Dispose();
        List<GroundTruthLine> lines = Read(new MemoryStream(disk.Written));
        lines.Count.ShouldBe(7);
        lines[^1].ShouldBe(new EndLine(0, 0, 6));
    }

    [Fact]
    public void Waiting_RunWithoutAClock_DropsNothing()
    {
        string path = _folder.File("truth.jsonl");
        GroundTruthWriterOptions options = new() { RingLines = 2, WaitsWhenFull = true };
        GroundTruthWriter.Open(path, Run, options, out GroundTruthWriter? writer).ShouldBeNull();
        for (int i = 0; i < 5000; i++)
            writer!.Mode("servo1", "force", i, 6);
        writer!.Dispose();

        List<GroundTruthLine> lines = Read(path);
        lines.Count.ShouldBe(5002);
        lines[^1].ShouldBe(new EndLine(0, 0, 0));
    }

    [Fact]
    public void Size_AtItsLimit_IsReportedAndCounts()
    {
        string path = _folder.File("truth.jsonl");
        GroundTruthWriterOptions options = new() { MaxBytes = GroundTruthWriterOptions.SmallestMaxBytes };
        GroundTruthWriter.Open(path, Run, options, out GroundTruthWriter? writer).ShouldBeNull();
        for (int i = 0; i < 200; i++)
            writer!.Mode("servo1", "force", i, 6);
        writer!.Dispose();

        new FileInfo(path).Length.ShouldBeLessThanOrEqualTo(options.MaxBytes);
        List<GroundTruthLine> lines = Read(path);
        lines[^2].ShouldBeOfType<TruncatedLine>();
        lines[^1].ShouldBe(new EndLine(0, 0, 200 - (lines.Count - 3)));
    }

    [Fact]
    public void Disk_ThatFails_IsReportedOnceAndStopsNoThread()
    {
        List<string> faults = [];
        FailingStream disk = new(room: 200);
        GroundTruthWriter writer =
            new(disk, Run, new GroundTruthWriterOptions { OnFault = faults.Add, WaitsWhenFull = true, RingLines = 2 });
        for (int i = 0; i < 1000; i++)
            writer.Mode("servo1", "force", i, 6);
        writer.Dispose();

        faults.ShouldHaveSingleItem().ShouldBe(
            "the truth file cannot be written any more (no space); the run continues, its truth ends here");
        writer.DiskFault.ShouldBe(faults[0]);
        writer.Dropped.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Open_FolderThatIsNotThere_IsAnOutcome() =>
        GroundTruthWriter.Open(_folder.File("no/truth.jsonl"), Run, new GroundTruthWriterOptions(), out _)
            .ShouldNotBeNull().ShouldContain("cannot be made");

    [Fact]
    public void Sink_Warm_DoesNotAllocate()
    {
        using GroundTruthWriter writer = new(Stream.Null, Run, new GroundTruthWriterOptions());

        Allocation.OfWarm(() =>
        {
            writer.Cycle("servo1", "force", 1, 2, 3, 4, 5, 6);
            writer.Property("servo1", "E", 210, "GPa", 1);
            writer.Break("servo1", 1, 2);
            writer.Excursion("servo1", "force", ExcursionLimit.Upper, 1, 2, 3);
            writer.Mode("servo1", "force", 1, 6);
            writer.Fault("gap", 1, 2, null, null, "");
            writer.Progress(1, 2);
        }).ShouldBe(0);
    }

    private static List<GroundTruthLine> Read(string path)
    {
        GroundTruthReader.Open(path, out GroundTruthReader? reader).ShouldBeNull();
        return Read(reader!);
    }

    private static List<GroundTruthLine> Read(Stream file) => Read(new GroundTruthReader(file));

    private static List<GroundTruthLine> Read(GroundTruthReader reader)
    {
        List<GroundTruthLine> lines = [];
        using (reader)
        {
            GroundTruthStep step = reader.Next();
            for (; step.Status == GroundTruthStatus.Line; step = reader.Next())
                lines.Add(step.Line!);
            step.Status.ShouldBe(GroundTruthStatus.End, step.Fault);
        }

        return lines;
    }

    // A disk that does not answer between Hang and GoOn.
    private sealed class HangingStream : MemoryStream
    {
        private readonly ManualResetEventSlim _answer = new(true);

        public bool IsWaiting { get; private set; }

        public byte[] Written => ToArray();

        public void Hang() => _answer.Reset();

        public void GoOn() => _answer.Set();

        public override void Write(byte[] buffer, int offset, int count)
        {
            IsWaiting = !_answer.IsSet;
            _answer.Wait();
            base.Write(buffer, offset, count);
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing)
                _answer.Dispose();
            base.Dispose(disposing);
        }
    }

    private sealed class FailingStream(int room) : MemoryStream
    {
        public override void Write(byte[] buffer, int offset, int count)
        {
            if (Length + count > room)
                throw new IOException("no space");
            base.Write(buffer, offset, count);
        }
    }
}
