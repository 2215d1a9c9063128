using FuncLibs.Amqp;
using FuncLibs.Amqp.Consuming;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Tests.Amqp.Consuming;

public sealed class MarkerListTests
{
    private static readonly Guid Publisher = BridgeWriter.Publisher;

    [Fact]
    public void Add_TooMany_ThinsTheOlderOnes()
    {
        MarkerList list = new();
        for (int i = 0; i < 10_000; i++)
            list.Add(Marker(i * 10));

        list.All.Count.ShouldBeLessThanOrEqualTo(MarkerList.Capacity);
        list.All[0].Offset.ShouldBe(0);
        list.All.TakeLast(32).Select(marker => marker.Offset)
            .ShouldBe(Enumerable.Range(9_968, 32).Select(i => i * 10L));
        list.All.Select(marker => marker.Offset).ShouldBeInOrder();
    }

    [Fact]
    public void Add_AtAnEarlierOffset_ReplacesWhatWasBehind()
    {
        MarkerList list = new();
        foreach (long offset in (long[])[0, 10, 20, 10])
            list.Add(Marker(offset));

        list.All.Select(marker => marker.Offset).ShouldBe([0L, 10L]);
    }

    [Fact]
    public void Choose_TakesTheNewestBeforeWhichAllWasConsumed()
    {
        StreamMarker[] markers =
        [
            Marker(0), Marker(10, new StreamPlace(1, 1, 5)), Marker(20, new(1, 1, 9), new(2, 1, 3)),
            Marker(30, new StreamPlace(1, 2, 1)),
        ];

        Choose(markers, new(1, 1, 8), new(2, 1, 9)).ShouldBe(10);
        Choose(markers, new(1, 1, 9), new(2, 1, 3)).ShouldBe(20);
        Choose(markers, new(1, 3, 1), new(2, 1, 2)).ShouldBe(30);
        Choose(markers, new(1, 1, 1), new(2, 1, 1)).ShouldBe(0);
    }

    [Fact]
    public void Choose_StreamThatIsNotKept_DoesNotCount() =>
        Choose(Kept(Marker(0), Marker(10, new(1, 1, 1), new(3, 1, 1))), new StreamPlace(1, 1, 9)).ShouldBe(10);

    // Its frames are before the newest marker, which was kept after the position was saved.
    [Fact]
    public void Choose_StreamThatBeganAfterThePositionWasSaved_BeginsBeforeItsFirstFrame() =>
        Choose(
            Kept(Marker(10, new(1, 1, 5), new(3, 1, 7)), Marker(20, new(1, 1, 5), new(2, 1, 3), new(3, 1, 7))),
            new StreamPlace(1, 1, 5)).ShouldBe(10);

    [Fact]
    public void Choose_AnotherPublisher_IsNone() =>
        MarkerList.Choose(
            [Marker(0)], [new ConsumedStream(Guid.NewGuid(), new StreamPlace(1, 9, 9))]).ShouldBeNull();

    [Fact]
    public void From_Welcome_HasTheNewestPlaceOfEachStreamOfBlocks()
    {
        Welcome welcome = new() { Publisher = Publisher, Instance = Publisher, Epoch = 5 };
        foreach (EpochRange range in (EpochRange[])
            [
                new(3, 1, 1, 70, true), new(4, 1, 1, 20, true), new(5, 2, 1, 8, false), new(5, 1, 0, 0, false),
                new(5, 0, 1, 90, false), new(6, 1, 1, 1, false),
            ])
            welcome.Epochs.Add(range);
        StreamMarker marker = StreamMarker.From(40, 7, welcome);

        (marker.Offset, marker.Publisher, marker.Epoch, marker.Number).ShouldBe((40L, Publisher, 5UL, 7UL));
        marker.Streams.ShouldBe([new StreamPlace(1, 4, 20), new StreamPlace(2, 5, 8)]);
    }

    private static long Choose(StreamMarker[] markers, params StreamPlace[] consumed) => MarkerList.Choose(
        markers, [.. consumed.Select(place => new ConsumedStream(Publisher, place))]).ShouldNotBeNull().Offset;

    // By a consumer that does not keep stream 3.
    private static StreamMarker[] Kept(params StreamMarker[] markers) =>
        [.. markers.Select(marker => marker.KeptBy((_, stream) => stream != 3))];

    private static StreamMarker Marker(long offset, params StreamPlace[] streams) =>
        new(offset, Publisher, 1, 1, streams);
}
