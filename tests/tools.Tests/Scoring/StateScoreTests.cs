using FuncLibs.GroundTruth;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;
using SignalMonitor.Saving;
using SignalMonitor.Streams;
using Testing;

namespace Tools.Tests.Scoring;

public sealed class StateScoreTests : IDisposable
{
    private const double RateHz = 1000;
    private const uint Stream = 1;
    private const string Connection = "tcp://127.0.0.1:5556";

    private readonly ScoredRig _rig = new();
    private readonly TemporaryFolder _monitor = new();

    public void Dispose()
    {
        _rig.Dispose();
        _monitor.Dispose();
    }

    [Theory]
    [InlineData(50, 1000, "alarm servo1.force upper 10,1,0,0")]
    [InlineData(50, 80, "alarm servo1.force upper 10,0,1,1")]
    [InlineData(300, 1000, "alarm servo1.force upper 10,0,1,1")]
    [InlineData(5000, 6000, "alarm servo1.force upper 10,0,1,0")]
    public async Task Alarm_PresentState_IsComparedWithTheGroundTruth(long from, long to, string expected)
    {
        // At 1000 samples a second: above the limit from sample 10 on, which is base sample 50.
        Save([.. new double[10], .. Enumerable.Repeat(12.0, 90)]);
        _rig.Write(writer => writer.Excursion("servo1", "force", ExcursionLimit.Upper, 10, from, to));

        (int code, string output, string errors) =
            await _rig.CommandAsync("--monitor", _monitor.Path, "--csv", "--tolerance-samples", "10");

        code.ShouldBe(0, errors);
        string[] cells = output.Split('\n')[1].Split(',');
        $"{cells[0]} {cells[1]},{cells[2]},{cells[3]},{cells[4]}".ShouldBe(expected);
        errors.ShouldContain("score: the account of the monitor: 7 blocks published, 0 declared lost\n");
    }

    [Fact]
    public async Task State_Damaged_IsRefusedAndLeftAlone()
    {
        string path = _monitor.File(MonitorPositionFile.FileName);
        await File.WriteAllTextAsync(path, "{\"format\":1,\"parts\":{\"account\":[7]}}");
        _rig.Write(writer => writer.Excursion("servo1", "force", ExcursionLimit.Upper, 10, 1, 2));

        (int code, _, string errors) = await _rig.CommandAsync("--monitor", _monitor.Path);

        code.ShouldBe(2);
        errors.ShouldStartWith($"score: {path}: ");
        Directory.GetFiles(_monitor.Path).ShouldBe([path]);
    }

    // The state of a monitor that was fed these values of one signal, with an upper limit of 10.
    private void Save(double[] values)
    {
        using AlarmEvents events = new();
        AlarmEngine engine = new(events);
        engine.Switch(new AlarmSet([new LimitDefinition(1, "servo1.force", LimitKind.Upper, 10)]));
        engine.BeginBlock(1, 1);
        engine.Evaluate(
            0, new LimitColumn(0, RateHz, ScoredRig.BeganNs + SampleClock.NsOf(values.Length, RateHz), values));
        engine.EndBlock();
        AlarmCheckpoint mark = new();
        mark.Take(engine);
        SavedParts parts = new();
        parts.Account.Put(Connection, [Delivered(7)]);
        parts.Alarms.Put(mark.ToSaved(ScoredRig.Publisher, Stream));
        MonitorPositionFile
            .Open(_monitor.File(MonitorPositionFile.FileName), parts.All, resume: false)
            .Save()
            .ShouldBeNull();
    }

    private static SavedStream Delivered(ulong last)
    {
        OrderTracker tracker = new(ScoredRig.Publisher, Stream);
        for (ulong sequence = 1; sequence <= last; sequence++)
            tracker.OnFrame(
                new FrameHeader
                {
                    Kind = FrameKind.Data,
                    Publisher = ScoredRig.Publisher,
                    Stream = Stream,
                    Epoch = 1,
                    Sequence = sequence,
                });
        return new(
            Connection,
            "main",
            new DeliveryPosition(1, last + 1, tracker.Snapshot()),
            0,
            new long[BadFrameCounts.Causes]);
    }
}
