using FuncLibs.GroundTruth.Lines;
using SignalMonitor.Alarms;
using SignalMonitor.Saving;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Alarms;
using SignalMonitor.Tests.Streams;
using Testing;

namespace SignalMonitor.Tests.Scoring;

public sealed class StateScoreTests : IDisposable
{
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
    public async Task Alarm_AsItStands_IsHeldAgainstTheTruth(long from, long to, string expected)
    {
        // At 1000 samples a second: above the limit from sample 10 on, which is base sample 50.
        using AlarmRig alarms = new(AlarmRig.Upper);
        alarms.Feed([.. new double[10], .. Enumerable.Repeat(12.0, 90)]);
        Save(alarms);
        _rig.Write(writer => writer.Excursion("servo1", "force", TruthLimit.Upper, 10, from, to));

        (int code, string output, string errors) = await _rig.CommandAsync("--monitor", _monitor.Path, "--csv", "--tolerance-samples", "10");

        code.ShouldBe(0, errors);
        string[] cells = output.Split('\n')[1].Split(',');
        $"{cells[0]} {cells[1]},{cells[2]},{cells[3]},{cells[4]}".ShouldBe(expected);
        errors.ShouldContain("score: the account of the monitor: 7 blocks published, 0 declared lost\n");
    }

    [Fact]
    public async Task State_Damaged_IsRefusedAndLeftAlone()
    {
        string path = _monitor.File(PositionFile.FileName);
        await File.WriteAllTextAsync(path, "{\"format\":1,\"parts\":{\"account\":[7]}}");
        _rig.Write(writer => writer.Excursion("servo1", "force", TruthLimit.Upper, 10, 1, 2));

        (int code, _, string errors) = await _rig.CommandAsync("--monitor", _monitor.Path);

        code.ShouldBe(2);
        errors.ShouldStartWith($"score: {path}: ");
        Directory.GetFiles(_monitor.Path).ShouldBe([path]);
    }

    private void Save(AlarmRig alarms)
    {
        SavedParts parts = new();
        parts.Account.Put(SavedStreams.Connection, [SavedStreams.Of(7)]);
        AlarmCheckpoint mark = new();
        mark.Take(alarms.Engine);
        parts.Alarms.Put(mark.ToSaved(TestStream.Publisher, TestStream.Id));
        PositionFile.Open(_monitor.File(PositionFile.FileName), parts.All, resume: false).Save().ShouldBeNull();
    }
}
