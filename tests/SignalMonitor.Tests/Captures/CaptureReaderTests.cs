using SignalMonitor.Captures;

namespace SignalMonitor.Tests.Captures;

public sealed class CaptureReaderTests : IDisposable
{
    private readonly CaptureRig _rig = new();

    public CaptureReaderTests()
    {
        _rig.Break();
        _rig.Loop.ProcessAll(isLast: true);
    }

    public void Dispose() => _rig.Dispose();

    private string File => _rig.Files.Single();

    [Fact]
    public void ReadFile_Written_IsTheSame()
    {
        ReadCapture capture = CaptureReader.ReadFile(File, out string? fault).ShouldNotBeNull();

        fault.ShouldBeNull();
        (capture.Header with { Columns = [] }).ShouldBe(new CaptureHeader(
            "snap", "main", TestStream.Publisher, 1, 3, "servo1.force", "kN", 30000, 1, 12, 7, TestStream.AcquiredNs
                + 233_333, 40, 6, 100,
            _rig.Rig.Watch.Plan.Definition, []));
        capture.Header.Columns.ShouldBe([new("servo1.force", "kN"), new("servo1.stroke", "kN")]);
        capture.Values[0].ShouldBe([60, 90, 100, 100, 100, 100, 40, 0, 1, 2, double.NaN, 3]);
        capture.Values[1].ShouldBe([1060, 1090, 1100, 1100, 1100, 1100, 1040, 1000, 1001, 1002, double.NaN, 1003]);
    }

    [Fact]
    public void SizeOf_Header_IsTheLengthOfTheFile() =>
        CaptureEncoding.SizeOf(CaptureReader.ReadFile(File, out _)!.Header).ShouldBe(new FileInfo(File).Length);

    [Fact]
    public void Read_CutAnywhere_IsAFault()
    {
        byte[] bytes = System.IO.File.ReadAllBytes(File);
        for (int length = 0; length < bytes.Length; length++)
        {
            CaptureReader.Read(bytes.AsSpan(0, length), out string? fault).ShouldBeNull();
            fault.ShouldNotBeNull().ShouldStartWith("no capture of format telemetry-capture/1: ");
        }
    }

    [Fact]
    public void Read_BytesChangedAtRandom_NeverThrows()
    {
        byte[] whole = System.IO.File.ReadAllBytes(File);
        Random random = new(1);
        for (int round = 0; round < 20_000; round++)
        {
            byte[] bytes = [.. whole];
            for (int changes = random.Next(1, 6); changes > 0; changes--)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            ReadCapture? read = CaptureReader.Read(bytes, out string? fault);
            (read is null).ShouldBe(fault is not null);
        }
    }

    [Fact]
    public void ReadFile_Missing_IsReported()
    {
        CaptureReader.ReadFile(File + "x", out string? fault).ShouldBeNull();
        fault.ShouldNotBeNull().ShouldContain("cannot be read");
    }
}
