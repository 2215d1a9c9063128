using SignalMonitor.Recordings;
using Testing;

namespace SignalMonitor.Tests.Recordings;

public sealed class RecordingFolderTests
{
    [Theory]
    [InlineData("T-17", "T-17")]
    [InlineData("lcf 0.4 %", "lcf 0.4 %25")]
    [InlineData("a/b\\c:d", "a%2Fb%5Cc%3Ad")]
    [InlineData("..", "%2E%2E")]
    [InlineData(" x ", "%20x%20")]
    [InlineData("Prüfung", "Pr%C3%BCfung")]
    [InlineData("A~2", "A%7E2")]
    public void Escape_Name_IsAFolderOnAnySystem(string run, string expected) =>
        RecordingFolder.Escape(run).ShouldBe(expected);

    [Fact]
    public void Escape_LongNames_StayApart()
    {
        string one = RecordingFolder.Escape(new string('ü', 64));
        string other = RecordingFolder.Escape(new string('ü', 63) + "ö");

        one.Length.ShouldBe(RecordingFolder.MaxNameLength);
        other.ShouldNotBe(one);
    }

    [Fact]
    public void List_FolderOfRecordings_FindsEach()
    {
        using TemporaryFolder root = new();
        foreach (string run in new[] { "A", "B" })
        {
            string folder = Directory.CreateDirectory(RecordingFolder.PathOf(root.Path, "lab/rig1", run)).FullName;
            File.WriteAllText(Path.Combine(folder, RecordingDocument.FileName), "{}");
        }

        RecordingFolder.List(root.Path).Select(Path.GetFileName).ShouldBe(["A", "B"]);
        RecordingFolder.List(Path.Combine(root.Path, "lab", "rig1", "B")).Length.ShouldBe(1);
    }
}
