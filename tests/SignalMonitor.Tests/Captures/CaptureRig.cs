using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Captures;
using SignalMonitor.Tests.Breaks;
using Testing;

namespace SignalMonitor.Tests.Captures;

/// <summary>A break whose samples are to be written, with the test as recorder.</summary>
internal sealed class CaptureRig : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public CaptureRig(long maxBytes = 1_000_000) =>
        Loop = new CaptureLoop(Rig.Service, Folder, maxBytes, Time, NullLogger<CaptureLoop>.Instance);

    public BreakRig Rig { get; } = new(BreakRig.Options("servo1.force", "servo1.force", "servo1.stroke"));

    public FakeTime Time { get; } = new();

    public CaptureLoop Loop { get; }

    public string Folder => _folder.File("captures");

    public string[] Files => Directory.Exists(Folder) ? Directory.GetFiles(Folder) : [];

    /// <summary>A break at sample 7 of a force of 100; samples 1 to 12 are kept.</summary>
    public void Break() => Rig.Feed(20, 60, 90, 100, 100, 100, 100, 40, 0, 1, 2, double.NaN, 3, 4, 5);

    public void Dispose()
    {
        Rig.Dispose();
        _folder.Dispose();
    }
}
