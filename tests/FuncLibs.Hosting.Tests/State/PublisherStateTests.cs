using System.Text.Json;
using FuncLibs.Hosting.Running;
using FuncLibs.Hosting.State;
using Testing;

namespace FuncLibs.Hosting.Tests.State;

public sealed class PublisherStateTests : IDisposable
{
    private const ulong Now = 1_700_000_000_000;
    private readonly TemporaryFolder _temporary = new();
    private readonly StateFolder _folder;

    public PublisherStateTests() => _folder = StateFolder.Open(_temporary.Path);

    public void Dispose()
    {
        _folder.Dispose();
        _temporary.Dispose();
    }

    private PublisherState Begin(ulong now = Now) => PublisherState.Begin(_folder, new FixedTime((long)now));

    private void Store(string json) => File.WriteAllText(_folder.File(PublisherState.FileName), json);

    [Fact]
    public void Begin_FirstLife_TakesTimeAsEpoch() => Begin().Epoch.ShouldBe(Now);

    [Fact]
    public void Begin_ClockWentBack_EpochStillGrows()
    {
        Begin();
        Begin(now: 5).Epoch.ShouldBe(Now + 1);
    }

    [Fact]
    public void Begin_SecondLife_KeepsPublisherStreamsAndRevision()
    {
        PublisherState first = Begin();
        first.StreamId("main").ShouldBe(1u);
        first.StreamId("aux").ShouldBe(2u);
        first.NextCatalogueRevision().ShouldBe(1u);
        PublisherState second = Begin(Now + 10);
        second.Publisher.ShouldBe(first.Publisher);
        second.StreamId("main").ShouldBe(1u);
        second.NextCatalogueRevision().ShouldBe(2u);
    }

    [Fact]
    public void Begin_File_HasTheNamesOfTheDesign()
    {
        Begin().StreamId("main");
        using var document = JsonDocument.Parse(File.ReadAllText(_folder.File(PublisherState.FileName)));
        document.RootElement.EnumerateObject().Select(property => property.Name)
            .ShouldBe(["format", "publisher", "epoch", "catalogueRevision", "streams"]);
        document.RootElement.GetProperty("streams")[0].GetRawText().ReplaceLineEndings("").Replace(" ", "")
            .ShouldBe("""{"id":1,"name":"main"}""");
    }

    [Fact]
    public void Begin_NewerFormat_IsRefused()
    {
        Store($$"""{"format":2,"publisher":"{{Guid.NewGuid()}}","epoch":1}""");
        Should.Throw<StartupException>(() => Begin()).Message.ShouldContain("has format 2, this program knows 1");
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("""{"format":1}""")]
    [InlineData("""{"format":1,"publisher":"00000000-0000-0000-0000-000000000000","epoch":1}""")]
    [InlineData("""{"format":1,"publisher":"00112233-4455-6677-8899-aabbccddeeff","epoch":18446744073709551615}""")]
    [InlineData("""{"format":1,"epoch":1,"publisher":"00112233-4455-6677-8899-aabbccddeeff",""" +
        "\"streams\":[{\"id\":1,\"name\":\"a\"},{\"id\":1,\"name\":\"b\"}]}")]
    [InlineData("""{"format":1,"publisher":"00112233-4455-6677-8899-aabbccddeeff","epoch":1,"streams":null}""")]
    [InlineData("""{"format":1,"publisher":"00112233-4455-6677-8899-aabbccddeeff","epoch":1,"streams":[null]}""")]
    public void Begin_DamagedFile_SaysWhatToDo(string json)
    {
        Store(json);
        Should.Throw<StartupException>(() => Begin()).Message.ShouldContain("restore it from a backup, or move it away");
    }

    private sealed class FixedTime(long unixMs) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => DateTimeOffset.FromUnixTimeMilliseconds(unixMs);
    }
}
