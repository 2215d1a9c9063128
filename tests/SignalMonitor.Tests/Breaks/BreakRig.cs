using System.Buffers;
using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Breaks;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.Breaks;

/// <summary>
/// Break triggers on the small test stream, 3 points a block at 30 kHz, with the test as compute thread.
/// </summary>
internal sealed class BreakRig : IDisposable
{
    private readonly CDataBlock _block = TestStream.Block();

    public BreakRig(params BreakOptions[] breaks)
    {
        Service = new BreakService(breaks);
        Stream = Service.NewStream(TestStream.Publisher, TestStream.Id, "main");
        _block.FirstSampleIndex = 0;
    }

    public BreakService Service { get; private set; }

    public StreamBreaks Stream { get; private set; }

    public StreamDescription Description { get; set; } = TestStream.Description;

    public BreakWatch Watch => Stream.Watches.Active.Single();

    /// <summary>The test run that continues.</summary>
    public long Run { get; set; }

    /// <summary>What the next frames say of themselves.</summary>
    public FrameFlags Flags { get; set; }

    public ulong Sequence { get; private set; }

    /// <summary>
    /// Half of at least 10 within 6 samples; 6 are kept before and 6 from the break on; armed again after 3 samples.
    /// </summary>
    public static BreakOptions Options(string channel = "servo1.force", params string[] columns) => new()
    {
        Name = "snap",
        Channel = channel,
        FallPercent = 50,
        WithinMs = 0.2,
        MinForce = 10,
        BeforeMs = 0.2,
        AfterMs = 0.2,
        RearmMs = 0.1,
        Columns = columns,
    };

    /// <summary>Blocks with these forces, 3 a block; servo1.stroke is 1000 more.</summary>
    public void Feed(params double[] forces)
    {
        for (int at = 0; at < forces.Length; at += 3)
            Next(forces.AsSpan(at, 3));
    }

    /// <summary>Samples that never came.</summary>
    public void Miss(int samples) => _block.FirstSampleIndex += samples;

    public void Next(ReadOnlySpan<double> forces)
    {
        forces.CopyTo(_block.Channel(BlockGroup.Servo, 0).Sensor(0));
        for (int i = 0; i < forces.Length; i++)
            _block.Channel(BlockGroup.Servo, 0).Sensor(1)[i] = forces[i] + 1000;
        Sequence++;
        FrameHeader header = new()
        {
            Kind = FrameKind.Data,
            Flags = Flags,
            Stream = TestStream.Id,
            Publisher = TestStream.Publisher,
            Epoch = 1,
            Sequence = Sequence,
            AcquiredNs = TestStream.AcquiredNs + (_block.FirstSampleIndex * 100_000 / 3),
        };
        Stream.Process(_block, header, Description, header.AcquiredNs + 100_000, Run);
        _block.FirstSampleIndex += 3;
    }

    /// <summary>Stops, saves as JSON, starts from it.</summary>
    public void Restart(params BreakOptions[] breaks)
    {
        BreakCheckpoint checkpoint = new();
        checkpoint.Take(Stream);
        BreakPart before = new();
        before.Put(checkpoint.ToSaved(TestStream.Publisher, TestStream.Id));
        ArrayBufferWriter<byte> text = new();
        using (Utf8JsonWriter json = new(text))
            before.Write(json);
        BreakPart after = new();
        using JsonDocument document = JsonDocument.Parse(text.WrittenMemory);
        after.Read(document.RootElement).ShouldBeNull();

        Stream.Dispose();
        Service = new BreakService(breaks, after);
        Stream = Service.NewStream(TestStream.Publisher, TestStream.Id, "main");
    }

    public List<BreakEvent> Events()
    {
        List<BreakEvent> events = [];
        while (Stream.Events.TryTake(out BreakEvent made))
            events.Add(made);
        return events;
    }

    public void Dispose() => Stream.Dispose();
}
