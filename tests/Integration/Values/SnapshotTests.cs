using System.Net;
using System.Text.Json;
using Testing.Processes;

namespace Integration.Values;

public sealed class SnapshotTests(RunningSystem system) : IClassFixture<RunningSystem>
{
    [Fact]
    public void Snapshot_OfASequence_IsBitForBitTheSimulatedBlock()
    {
        var expected = new ExpectedSnapshot(Hosts.Rate);
        long offset = BlockPosition.OffsetOf(system.Connector.Endpoint("publish"), expected.PointsPerBlock);
        for (int look = 0; look < 10; look++)
        {
            JsonElement snapshot = system.View.Snapshot;
            ExpectedSnapshot
                .Shown(snapshot)
                .ShouldBe(expected.Values(snapshot.GetProperty("sequence").GetInt64() + offset));
            system.View.WaitForMore(3);
        }
    }

    [Fact]
    public void Snapshot_Names_AreThoseOfTheContract()
    {
        JsonElement snapshot = system.View.Snapshot;
        NamesOf(snapshot).ShouldBe(["stream", "sequence", "channels", "variables"]);
        JsonElement force = snapshot.GetProperty("channels").EnumerateArray()
            .First(channel => channel.GetProperty("name").GetString() == "servo1.force");
        NamesOf(force).ShouldBe(["name", "value", "unit", "quality", "derived"]);
        NamesOf(force.GetProperty("derived")).ShouldBe(["abs", "ceiling", "floor", "round", "sign", "truncate"]);
    }

    [Fact]
    public void Snapshot_NamedStream_IsThatOne() =>
        system.Monitor.Json("/snapshot?stream=main").GetProperty("stream").GetString().ShouldBe("main");

    [Fact]
    public void Snapshot_UnknownStream_Is404AndNamesTheKnown()
    {
        using HttpResponseMessage answer = system.Monitor.Get("/snapshot?stream=nope");
        answer.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        system.Monitor.Text("/snapshot?stream=nope").ShouldContain("known: main");
    }

    [Fact]
    public void Snapshot_FreshStream_HasGoodQuality() =>
        system.View.Snapshot.GetProperty("channels")[0].GetProperty("quality").GetString().ShouldBe("good");

    private static IEnumerable<string> NamesOf(JsonElement json) =>
        json.EnumerateObject().Select(property => property.Name);
}
