using System.Text.Json;

namespace Launcher.Tests;

public sealed class RunSettlingTests
{
    private const string Health =
        """{"epoch":7,"streams":[{"name":"main","last":900},{"name":"slow","last":0}]}""";

    [Theory]
    [InlineData(7, 900, 0, true)]
    [InlineData(7, 899, 0, false)]
    [InlineData(7, 900, 2, false)]
    [InlineData(6, 900, 0, false)]
    public void HasAll_Certificate_HasTheLastBlockOfTheEpochAndNothingMissing(
        ulong epoch, ulong last, long missing, bool hasAll) =>
        RunSettling.HasAll(Parse(Health), Certificate(epoch, last, missing, "open")).ShouldBe(hasAll);

    [Fact]
    public void HasAll_StreamOfWhichTheMonitorHasNoBlockYet_IsNotWaitedFor() =>
        RunSettling.HasAll(Parse(Health), Parse("""{"streams":[]}""")).ShouldBeTrue();

    [Theory]
    [InlineData("open", false)]
    [InlineData("clean", true)]
    public void HasEnded_Certificate_NamesTheEndOfEachStream(string end, bool hasEnded) =>
        RunSettling.HasEnded(Certificate(7, 900, 0, end)).ShouldBe(hasEnded);

    private static JsonElement Certificate(ulong epoch, ulong last, long missing, string end) => Parse(
        $$"""
        {"streams":[{"name":"main","epoch":{{epoch}},"last":{{last}},"missing":{{missing}},"end":"{{end}}"}]}
        """);

    private static JsonElement Parse(string json) => JsonDocument.Parse(json).RootElement;
}
