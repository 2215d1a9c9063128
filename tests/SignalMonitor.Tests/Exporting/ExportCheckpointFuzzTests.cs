using FuncLibs.Journal.Reading;
using SignalMonitor.Exporting;
using Testing;
using Testing.Fuzzing;

namespace SignalMonitor.Tests.Exporting;

/// <summary>Any file in the place of a checkpoint is refused with one line, or is the checkpoint.</summary>
public sealed class ExportCheckpointFuzzTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Parse_ChangedFile_IsRefusedOrTheSame()
    {
        string path = _folder.File("x.csv.resume");
        Checkpoint().Write(path);
        string sound = File.ReadAllText(path);
        DocumentFuzz.Run([sound], changed =>
        {
            ExportCheckpoint? read = ExportCheckpoint.Parse(changed, path, out string? fault);
            if (read is null)
                fault!.ShouldEndWith("begin again with --restart");
            else
                Written(read).ShouldBe(sound);
        });
    }

    private static ExportCheckpoint Checkpoint() => new()
    {
        Version = ExportCheckpoint.CurrentVersion,
        Options = new ResumedOptions("csv", "servo1.*", null, null, false, ".", ",", "main", "1", null, 1000),
        Publisher = Guid.Parse("0f8fad5b-d9cb-469f-a165-70867728950e"),
        Definitions = "",
        Before = [],
        Ranges = [new FrameRange(1000, 1, 1, 200), new FrameRange(1001, 1, 1, 50)],
        Files = [new ResumedFile("x-10000hz.csv", 297, 12_345), new ResumedFile("x-20000hz.csv", 594, 23_456)],
    };

    private string Written(ExportCheckpoint checkpoint)
    {
        checkpoint.Write(_folder.File("again"));
        return File.ReadAllText(_folder.File("again"));
    }
}
