using SignalMonitor.Recordings;
using Testing;

namespace SignalMonitor.Tests.Recordings;

public sealed class RecordingDocumentTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Read_WhatWasWritten_IsTheSame()
    {
        RecordingDocument document = new()
        {
            Format = RecordingDocument.CurrentFormat,
            Station = "lab/rig1",
            Run = new RecordedRun
            {
                Name = "T-17",
                ControlMode = "strain",
                L0Mm = 50,
                StartedUtc = new DateTimeOffset(2026, 11, 24, 8, 0, 0, TimeSpan.Zero),
            },
            Publishers = [new RecordedPublisher(TestStream.Publisher, "journal")],
        };
        document.Write(_folder.Path);

        RecordingDocument read = RecordingDocument.Read(_folder.Path, out string? fault).ShouldNotBeNull();
        fault.ShouldBeNull();
        read.Run.ShouldBe(document.Run);
        read.Publishers.ShouldBe(document.Publishers);
    }

    [Theory]
    [InlineData("", "cannot be read")]
    [InlineData("null", "is empty")]
    [InlineData("{\"station\":\"a/b\"}", "cannot be read")]
    [InlineData("{\"format\":\"x/9\",\"station\":\"a/b\",\"run\":{\"name\":\"A\",\"controlMode\":\"force\",\"startedUtc\":\"2026-11-24T08:00:00Z\"}}",
        "has format 'x/9'")]
    public void Read_BadFile_SaysWhatIsWrong(string content, string expected)
    {
        File.WriteAllText(Path.Combine(_folder.Path, RecordingDocument.FileName), content);

        RecordingDocument.Read(_folder.Path, out string? fault).ShouldBeNull();
        fault.ShouldNotBeNull().ShouldContain(expected);
    }

    [Fact]
    public void Read_HugeFile_IsRefusedUnread()
    {
        using (FileStream file = File.Create(Path.Combine(_folder.Path, RecordingDocument.FileName)))
            file.SetLength(1L << 31);

        RecordingDocument.Read(_folder.Path, out string? fault).ShouldBeNull();
        fault.ShouldNotBeNull().ShouldContain("more than any such file");
    }
}
