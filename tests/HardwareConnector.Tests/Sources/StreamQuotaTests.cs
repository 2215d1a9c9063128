using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Sources;

namespace HardwareConnector.Tests.Sources;

public sealed class StreamQuotaTests : IDisposable
{
    private readonly StreamQuota _quota = new();
    private readonly List<SourceFeed> _feeds = [];

    public void Dispose() => _feeds.ForEach(feed => feed.Dispose());

    [Fact]
    public void Admit_NewNamesAtEachHello_EndsWhereAHeartbeatIsFull()
    {
        SourceFeed feed = NewFeed();
        for (int hello = 0; hello < 15; hello++)
            feed.Admit(Streams(64, $"h{hello}-")).ShouldBeNull();
        feed.Admit(Streams(63, "h15-")).ShouldBeNull();

        feed.Admit(Streams(1, "h16-"))!.ShouldContain(
            $"1 new names of streams beside the {Heartbeat.MaxStreams - 1} of this epoch");
        feed.Admit(Streams(64, "h3-")).ShouldBeNull();
    }

    [Fact]
    public void Admit_SumOfAllDescriptionsAboveAFrame_IsRefusedForTheSourceThatComesLast()
    {
        int admitted = 0;
        string? fault = null;
        for (int i = 0; i < 16 && fault is null; i++)
        {
            fault = NewFeed().Admit([Wide($"s{i}")]);
            admitted += fault is null ? 1 : 0;
        }

        fault!.ShouldContain("a catalogue has room for");
        admitted.ShouldBeInRange(2, 15);
        _feeds[0].Admit([Wide("s0")]).ShouldBeNull("what a source had counts once");
    }

    [Fact]
    public void Admit_DescriptionThatBecameSmaller_MakesRoomForOthers()
    {
        while (NewFeed().Admit([Wide($"s{_feeds.Count}")]) is null)
        {
        }

        SourceFeed refused = _feeds[^1];
        _feeds[0].Admit(Streams(1, "narrow")).ShouldBeNull();

        refused.Admit([Wide("again")]).ShouldBeNull();
    }

    [Fact]
    public void Admit_BlockAboveTheConfiguredLimit_IsRefused()
    {
        using SourceFeed feed = new(8) { Quota = new StreamQuota(new FrameLimits(64 << 10)) };

        feed.Admit([Wide("wide") with { PointsPerBlock = 1 }])!.ShouldContain("a frame carries 65536");
    }

    private SourceFeed NewFeed()
    {
        SourceFeed feed = new(8) { Quota = _quota };
        _feeds.Add(feed);
        return feed;
    }

    private static ImmutableArray<StreamDescription> Streams(int count, string prefix) =>
        [.. Enumerable.Range(0, count)
            .Select(i => new StreamDescription((uint)i + 1, $"{prefix}{i}", 1000, 10, [], [], [], [], []))];

    // 16 channels of 254 columns: 4064 columns with long names.
    private static StreamDescription Wide(string name)
    {
        ImmutableArray<ColumnDescription> columns =
            [.. Enumerable.Range(0, 254).Select(i => new ColumnDescription($"a-sensor-of-a-long-name-{i:0000}", "kN", -1, 1, 0.5))];
        return new StreamDescription(
            1,
            name,
            1000,
            1,
            [.. Enumerable.Range(0, 16).Select(i => new ChannelDescription(i, "", 1, 1, 1, columns))],
            [],
            [],
            [],
            []);
    }
}
