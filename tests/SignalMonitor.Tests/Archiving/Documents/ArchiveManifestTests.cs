using SignalMonitor.Archiving.Documents;
using Testing;

namespace SignalMonitor.Tests.Archiving.Documents;

public sealed class ArchiveManifestTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    internal static ArchivedTest Test { get; } = new()
    {
        Id = "00112233445566778899aabbccddeeff",
        Site = "lab",
        Rig = "rig1",
        Run = "T-17",
        Folder = "T-17",
        Attempt = 1,
        ControlMode = "stroke",
        StartedUtc = new DateTimeOffset(2026, 11, 24, 8, 0, 0, TimeSpan.Zero),
        ClosedUtc = new DateTimeOffset(2026, 11, 24, 9, 0, 0, TimeSpan.Zero),
        BlocksExpected = 3,
        BlocksReceived = 3,
        BlocksLost = 0,
        Complete = true,
        Bytes = 10,
        Monitor = "monitor1",
        ArchivedUtc = new DateTimeOffset(2026, 11, 24, 9, 1, 0, TimeSpan.Zero),
        Results = [new ArchivedResult("Rm", 512.25, "MPa", "final")],
    };

    private string Path => _folder.File(ArchiveManifest.FileName);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Read_WhatWasWritten_IsTheSame()
    {
        Write();

        ArchiveManifest manifest = Read(out string? fault)!;

        fault.ShouldBeNull();
        manifest.Files.ShouldBe([new ArchivedFile("journal/1.seg", 10, "0123abcd")]);
        (manifest.Test with { Results = [] }).ShouldBe(Test with { Results = [] });
        manifest.Test.Results.ShouldBe(Test.Results);
    }

    [Theory]
    [InlineData("512.25", "912.25", "its check does not fit its content")]
    [InlineData("journal/1.seg", "../1.seg", "files has '../1.seg'")]
    [InlineData("journal/1.seg", "/etc/passwd", "files has '/etc/passwd'")]
    [InlineData("\"site\": \"lab\"", "\"site\": \"..\"", "site, rig or folder is no name")]
    [InlineData("telemetry-archive/1", "telemetry-archive/2", "has format 'telemetry-archive/2'")]
    [InlineData("\"run\":", "\"ran\":", "cannot be read")]
    [InlineData("{\n", "", "cannot be read")]
    public void Read_Damaged_SaysWhy(string old, string changed, string expected)
    {
        Write();
        string text = File.ReadAllText(Path).ReplaceLineEndings("\n");
        File.WriteAllText(Path, text.Replace(old, changed, StringComparison.Ordinal));

        Read(out string? fault).ShouldBeNull();

        fault.ShouldNotBeNull().ShouldContain(expected);
        fault.ShouldNotContain("\n");
    }

    [Fact]
    public void Read_EntriesThatAreNull_AreDamage()
    {
        Write();
        string text = File.ReadAllText(Path);
        int begin = text.IndexOf('[', text.IndexOf("\"files\"", StringComparison.Ordinal));
        File.WriteAllText(Path, $"{text[..begin]}[null]{text[(text.IndexOf(']', begin) + 1)..]}");

        Read(out string? fault).ShouldBeNull();

        fault!.ShouldContain("an entry of files or results is null");
    }

    private void Write() => new ArchiveManifest
    {
        Format = ArchiveManifest.CurrentFormat,
        Test = Test,
        Files = [new ArchivedFile("journal/1.seg", 10, "0123abcd")],
    }.Write(_folder.Path);

    private ArchiveManifest? Read(out string? fault) => ArchiveManifest.Read(_folder.Path, out fault);
}
