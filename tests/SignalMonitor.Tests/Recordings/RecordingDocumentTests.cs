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

    [Theory]
    [InlineData("\"publishers\":[null]", "an entry of publishers, notKept or accounts is null")]
    [InlineData("\"notKept\":[null]", "an entry of publishers, notKept or accounts is null")]
    [InlineData("\"accounts\":[null]", "an entry of publishers, notKept or accounts is null")]
    [InlineData("\"publishers\":[{}]", "publishers has folder ''")]
    [InlineData("\"publishers\":[{\"folder\":\"../x\"}]", "publishers has folder '../x'")]
    [InlineData("\"publishers\":[{\"folder\":\"/etc\"}]", "publishers has folder '/etc'")]
    [InlineData("\"publishers\":[{\"folder\":\"..\"}]", "publishers has folder '..'")]
    [InlineData("\"notKept\":[{\"from\":1,\"to\":2}]", "an entry of notKept")]
    [InlineData("\"notKept\":[{\"journal\":\"journal\",\"mode\":\"Cycles\",\"from\":3,\"to\":2}]", "an entry of notKept")]
    [InlineData("\"notKept\":[{\"journal\":\"journal\",\"mode\":\"Cycles\",\"to\":18446744073709551615}]",
        "an entry of notKept")]
    [InlineData("\"accounts\":[{}]", "an entry of accounts has no journal")]
    public void Read_DamagedMember_SaysWhatIsWrong(string member, string expected)
    {
        Write(member);

        RecordingDocument.Read(_folder.Path, out string? fault).ShouldBeNull();
        fault.ShouldNotBeNull().ShouldContain($"is damaged: {expected}");
    }

    [Fact]
    public void Read_ListsAreLeftOut_AreEmpty()
    {
        Write("\"keep\":true");

        RecordingDocument read = RecordingDocument.Read(_folder.Path, out _).ShouldNotBeNull();
        (read.Publishers.Length, read.NotKept.Length, read.Accounts.Length).ShouldBe((0, 0, 0));
    }

    [Fact]
    public void Read_HugeFile_IsRefusedUnread()
    {
        using (FileStream file = File.Create(Path.Combine(_folder.Path, RecordingDocument.FileName)))
            file.SetLength(1L << 31);

        RecordingDocument.Read(_folder.Path, out string? fault).ShouldBeNull();
        fault.ShouldNotBeNull().ShouldContain("more than any such file");
    }

    private void Write(string member) => File.WriteAllText(
        Path.Combine(_folder.Path, RecordingDocument.FileName),
        $$"""
        {
          "format": "{{RecordingDocument.CurrentFormat}}",
          "station": "lab/rig1",
          "run": { "name": "A", "controlMode": "force", "startedUtc": "2026-11-24T08:00:00Z" },
          {{member}}
        }
        """);
}
