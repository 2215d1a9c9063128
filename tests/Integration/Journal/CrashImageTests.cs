using System.Text.Json;
using FuncLibs.Journal;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using Testing;
using Testing.Disks;
using Testing.Processes;
using Xunit.Abstractions;

namespace Integration.Journal;

/// <summary>
/// Power cuts on a real file system: images of the block device under a running connector, taken at arbitrary moments,
/// mounted and opened.
/// </summary>
public sealed class CrashImageTests(ITestOutputHelper output) : IDisposable
{
    private const int Images = 12;
    private const uint Stream = 1;
    private const int Mebibyte = 1 << 20;

    // The journal keeps 64 MiB of its disk free.
    private const long DiskBytes = 192L * Mebibyte;

    // One commit interval is a block at this rate; the fsync of a machine that five builds share may take long.
    private const ulong MaxLost = Hosts.Rate / 4;

    private readonly TemporaryFolder _folder = new();
    private readonly Random _random = new(3);
    private ulong _maxLost;

    public void Dispose() => _folder.Dispose();

    [LoopDiskFact]
    public void Power_CutAtArbitraryMoments_LosesAtMostACommitInterval()
    {
        using LoopDisk disk = LoopDisk.Make(_folder.Path, DiskBytes);
        string state = Path.Combine(disk.Path, "connector");
        using HostProcess connector = Hosts.StartSelfFed(state, "--Journal:RingMiB", "8");
        for (int i = 0; i < Images; i++)
            CutAndOpen(disk, state, connector, $"image{i}");
        connector.Signal(ProcessSignals.Terminate);
        connector.WaitForExit().ShouldBe(0, connector.Everything);
        output.WriteLine($"{Images} images; at most {_maxLost} blocks lost, a block being {1000 / Hosts.Rate} ms");
    }

    [LoopDiskFact]
    public void Power_Cut_AConnectorStartsOnTheImage()
    {
        using LoopDisk disk = LoopDisk.Make(_folder.Path, DiskBytes);
        using (HostProcess connector =
            Hosts.StartSelfFed(Path.Combine(disk.Path, "connector"), "--Journal:RingMiB", "8"))
        {
            WaitForDurable(connector, 100);
            TakeImage(disk, connector, "image");
        }

        using LoopDisk image = disk.Mount("image");
        using HostProcess next = Hosts.StartSelfFed(Path.Combine(image.Path, "connector"), "--Journal:RingMiB", "8");
        WaitForDurable(next, 10);
        next.WaitForError("of stream 1 ended at");
        next.Signal(ProcessSignals.Terminate);
        next.WaitForExit().ShouldBe(0, next.Everything);
    }

    private void CutAndOpen(LoopDisk disk, string state, HostProcess connector, string name)
    {
        JsonElement health = WaitForDurable(connector, Durable(connector) + (ulong)_random.Next(1, 40));
        ulong durable = health.GetProperty("streams")[0].GetProperty("durable").GetUInt64();
        ulong published = TakeImage(disk, connector, name, state);
        using LoopDisk image = disk.Mount(name);
        Guid publisher = health.GetProperty("publisher").GetGuid();
        ulong epoch = health.GetProperty("epoch").GetUInt64();
        ulong recovered = Open(Path.Combine(image.Path, "connector", "journal"), publisher, epoch, published);

        recovered.ShouldBeGreaterThanOrEqualTo(durable, name);
        (published - recovered).ShouldBeLessThanOrEqualTo(MaxLost, name);
        _maxLost = Math.Max(_maxLost, published - recovered);
    }

    // The next run: everything up to the last record is whole and in order.
    private static ulong Open(string folder, Guid publisher, ulong epoch, ulong published)
    {
        var files = new DiskFiles(folder);
        var options = new JournalOptions { RingBytes = Mebibyte };
        FileOutcome opened = FrameJournal.Open(
            files, options, publisher, epoch + 1, TimeProvider.System, null, out FrameJournal? journal);
        using (journal)
        {
            opened.IsOk.ShouldBeTrue(opened.ToString());
            journal!.Recovery.Damaged.ShouldAllBe(range => range.IsTorn);
            using RangeReader reader = journal.NewReader();
            reader.Begin(new FrameRange(epoch, Stream, 1, published));
            ulong last = 0;
            while (reader.Next() == ReadStep.Frame)
                reader.Frame.Sequence.ShouldBe(++last);
            return last;
        }
    }

    // Stopped, a process writes nothing more, and what the kernel holds of it is what a power cut takes.
    private static ulong TakeImage(LoopDisk disk, HostProcess connector, string name, string? state = null)
    {
        connector.Signal(ProcessSignals.Stop);
        try
        {
            disk.TryTakeImage(name).ShouldBeTrue("the device keeps still");
            return state is null ? 0 : PublishedIn(state);
        }
        finally
        {
            connector.Signal(ProcessSignals.Continue);
        }
    }

    // The position file is a mapped page: read beside the process, it reports what was sent, whatever is on the disk.
    private static ulong PublishedIn(string state)
    {
        PublisherPositionFile.Read(new DiskFiles(state), out PositionSnapshot? position, out _).IsOk.ShouldBeTrue();
        return position!.LastOf(Stream);
    }

    private static ulong Durable(HostProcess connector) =>
        StreamOf(connector.Json("/health"))?.GetProperty("durable").GetUInt64() ?? 0;

    private static JsonElement WaitForDurable(HostProcess connector, ulong last)
    {
        JsonElement health = default;
        Eventually.True(
            () => StreamOf(health = connector.Json("/health")) is { } stream
                && stream.GetProperty("durable").GetUInt64() >= last,
            $"block {last} is durable",
            TimeSpan.FromSeconds(30));
        return health;
    }

    private static JsonElement? StreamOf(JsonElement health)
    {
        JsonElement streams = health.GetProperty("streams");
        return streams.GetArrayLength() == 0 ? null : streams[0];
    }
}
