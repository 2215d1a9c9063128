using FuncLibs.Journal.Reading;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Recordings;
using Testing;

namespace HardwareConnector.Tests.Sources.Recordings;

public sealed class RecordingSelectionTests : IDisposable
{
    // Block i is due at 22:13:20 + i * 10 ms and has sequence i + 1.
    private readonly RecordedRun _run = new(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);

    public void Dispose() => _run.Dispose();

    [Theory]
    [InlineData("", "", 1, 10)]
    [InlineData("4", "", 4, 10)]
    [InlineData("", "4", 1, 4)]
    [InlineData("4", "4", 4, 4)]
    [InlineData("2023-11-14T22:13:20.030", "", 4, 10)]
    [InlineData("2023-11-14T22:13:20.031", "", 5, 10)]
    [InlineData("", "2023-11-14T22:13:20.030", 1, 4)]
    [InlineData("2023-11-14T22:13:20.025", "2023-11-14T22:13:20.055", 4, 6)]
    [InlineData("4", "2023-11-14T22:13:20.055", 4, 6)]
    public void Of_Places_AreTheSequencesThere(string from, string to, ulong first, ulong last)
    {
        RecordingOptions options = _run.Options();
        (options.From, options.To) = (from, to);

        FrameRange range = _run.Select(options).Ranges.ShouldHaveSingleItem();
        (range.From, range.To).ShouldBe((first, last));
    }

    // Blocks 2 to 6 are lost on the disk: sequences 3 to 7.
    [Theory]
    [InlineData("4", "6", "From", "nothing is recorded there in this selection: it is within a gap")]
    [InlineData(
        "2023-11-14T22:13:20.031", "2023-11-14T22:13:20.055", "To",
        "nothing is recorded there up to 2023-11-14T22:13:20.055")]
    [InlineData("", "2023-11-14T22:13:19", "To", "nothing is recorded there up to 2023-11-14T22:13:19")]
    [InlineData(
        "2023-11-14T22:13:20.08", "2023-11-14T22:13:20.01", "To",
        "nothing is recorded there up to 2023-11-14T22:13:20.01")]
    [InlineData("9", "2", "To", "nothing is recorded there up to 2")]
    public void Create_WindowWithoutABlock_SaysSo(string from, string to, string option, string what)
    {
        using TemporaryFolder folder = new();
        RecordingDamage.CopyWithout(_run.Folder, folder.Path, first: 3, last: 7);
        RecordedFolder recorded = RecordedFolder.Open(folder.Path, out _).ShouldNotBeNull();

        RecordingSelection.Create(recorded, new() { Speed = "max", From = from, To = to }, out SelectionFault? fault)
            .ShouldBeNull();

        (fault!.Option, fault.What).ShouldBe((option, what));
        fault.Allowed.ShouldContain("sequences ");
    }

    [Fact]
    public void Walk_Selection_GivesItsBlocksAndDeclaresNothingBeforeThem()
    {
        using var run = new RecordedRun(0, 1, 5, 6, 9);
        RecordingOptions options = run.Options();
        (options.From, options.To) = ("3", "4");
        using RecordingReader walk = new(run.Select(options));

        List<(ulong Sequence, int Missing)> blocks = [];
        while (walk.MoveNext())
            blocks.Add((walk.Header.Sequence, walk.Missing.Length));

        blocks.ShouldBe([(3, 0), (4, 0)]);
    }

    [Fact]
    public void Walk_OneOfTwoStreams_GivesOnlyIts()
    {
        using var run = RecordedRun.OfTwoRigs(0, 1, 4);
        RecordingOptions options = run.Options();
        options.RecordedStream = "rig02";
        using RecordingReader walk = new(run.Select(options));

        List<(ulong Sequence, string Name, int Missing)> blocks = [];
        while (walk.MoveNext())
            blocks.Add((walk.Header.Sequence, walk.Description!.Name, walk.Missing.Length));

        blocks.ShouldBe([(1, "rig02", 0), (2, "rig02", 0), (3, "rig02", 1)]);
    }
}
