using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Recordings;
using HardwareConnector.Tests.Publishing;

namespace HardwareConnector.Tests.Sources.Recordings;

/// <summary>
/// A run that a connector recorded: blocks of the test rig every 10 ms, and what is missing between them.
/// </summary>
internal sealed class RecordedRun : IDisposable
{
    private readonly RunningPublisher _publisher;

    /// <summary>Records.</summary>
    /// <param name="blocks">Indices of the blocks; where one is left out, its samples are declared missing.</param>
    public RecordedRun(params IEnumerable<long> blocks)
        : this(blocks, sources: 1)
    {
    }

    private RecordedRun(IEnumerable<long> blocks, int sources, long taredBefore = -1)
    {
        _publisher = new RunningPublisher(sources: sources).Join();
        foreach (var feed in _publisher.Feeds.All)
        {
            feed.Describe(TestRig.Describe(feed), default);
            _publisher.Next(FrameKind.Catalogue);
        }

        foreach (long block in blocks)
        {
            foreach (var feed in _publisher.Feeds.All)
            {
                if (block == taredBefore)
                    feed.ReportState(0, new LinkEvent("tare", 1, block * TestRig.Points, 1, Channel: "servo1.force"));
                TestRig.Offer(feed, block);
                _publisher.Next(FrameKind.Data);
            }
        }

        _publisher.Stop();
    }

    /// <summary>Two rigs, recorded together as `rig01` and `rig02`.</summary>
    public static RecordedRun OfTwoRigs(params IEnumerable<long> blocks) => new(blocks, sources: 2);

    /// <summary>Twelve blocks; before one of them a sensor of the rig is tared.</summary>
    public static RecordedRun WithATare(long before) =>
        new(Enumerable.Range(0, 12).Select(i => (long)i), sources: 1, before);

    public string Folder => _publisher.JournalFolder;

    public StreamDescription Stream => _publisher.Registry.Current.Catalogue.Streams[0];

    public RecordingOptions Options(string speed = "max") => new() { Folder = Folder, Speed = speed };

    public RecordedFolder Open()
    {
        RecordedFolder? recording = RecordedFolder.Open(Folder, out string? fault);
        fault.ShouldBeNull();
        return recording.ShouldNotBeNull();
    }

    public RecordingSelection Select(RecordingOptions? options = null)
    {
        RecordingSelection? selection =
            RecordingSelection.Create(Open(), options ?? Options(), out SelectionFault? fault);
        fault.ShouldBeNull();
        return selection.ShouldNotBeNull();
    }

    public void Dispose() => _publisher.Dispose();
}
