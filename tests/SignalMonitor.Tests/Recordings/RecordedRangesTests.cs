using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Pyramids;

namespace SignalMonitor.Tests.Recordings;

/// <summary>
/// Windows of export, eval and `limits try`. Block n is due at 22:13:20 + (n - 1) * 0.3 s; 11 to 20 were lost.
/// </summary>
public sealed class RecordedRangesTests : IDisposable
{
    private const string All = "the selection has sequences 1 to 30 of epoch 1";
    private readonly PyramidRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData("11", "20", "there is no block from 11 up to 20: a gap is there; " + All)]
    [InlineData("13", "13", "there is no block from 13 up to 13: a gap is there; " + All)]
    [InlineData(
        "2023-11-14T22:13:23.5", "2023-11-14T22:13:25.5",
        "there is no block up to 2023-11-14T22:13:25.5; the selection has sequences 11 to 30 of epoch 1")]
    [InlineData(null, "2023-11-14T22:13:19", "there is no block up to 2023-11-14T22:13:19; " + All)]
    [InlineData("2023-11-14T22:14:20", null, "there is no block from 2023-11-14T22:14:20; " + All)]
    [InlineData("31", null, "there is no block from 31; " + All)]
    [InlineData("5", "4", "there is no block up to 4; the selection has sequences 5 to 30 of epoch 1")]
    [InlineData(
        "2023-11-14T22:13:22", "2023-11-14T22:13:21",
        "there is no block up to 2023-11-14T22:13:21; the selection has sequences 8 to 30 of epoch 1")]
    public void Select_WindowWithoutABlock_SaysSo(string? from, string? to, string expected)
    {
        AddWithAGap();

        Select(from, to).Fault.ShouldBe(expected);
    }

    [Theory]
    [InlineData("8", "12", 8, 12)]
    [InlineData("2023-11-14T22:13:22.7", "2023-11-14T22:13:24", 10, 10)]
    [InlineData("2023-11-14T22:13:24", "2023-11-14T22:13:26.3", 11, 22)]
    [InlineData(null, "2023-11-14T22:13:20", 1, 1)]
    public void Select_WindowThatReachesIntoAGap_HasTheBlocksBesideIt(string? from, string? to, ulong first, ulong last)
    {
        AddWithAGap();

        Select(from, to).ShouldBe((null, first, last));
    }

    // The clock of the rig is an hour ahead, or 10 s back, from block 101 on.
    [Theory]
    [InlineData(3_600_000_000_000, "2023-11-14T22:13:30", "2023-11-14T23:14:00", 35, 134)]
    [InlineData(-10_000_000_000, "2023-11-14T22:13:30", "2023-11-14T22:14:10", 35, 200)]
    public void Select_WindowOverAClockStep_HasTheBlocksOfBothStretches(
        long stepNs, string from, string to, ulong first, ulong last)
    {
        _rig.Add(100);
        _rig.StepNs = stepNs;
        _rig.Add(100);
        _rig.Close();

        Select(from, to).ShouldBe((null, first, last));
    }

    private void AddWithAGap()
    {
        _rig.Add(10);
        _rig.Lose(10);
        _rig.Add(10);
        _rig.Close();
    }

    private (string? Fault, ulong First, ulong Last) Select(string? from, string? to)
    {
        Recording.Open(_rig.Folder, out Recording? recording).ShouldBeNull();
        recording!.FindStream("main", out StreamExtent[] kept).ShouldBeNull();
        string? fault = RecordedRanges.Select(recording, kept, epoch: null, from, to, out var ranges);
        FrameRange range = fault is null ? ranges.ShouldHaveSingleItem() : default;
        return (fault, range.From, range.To);
    }
}
