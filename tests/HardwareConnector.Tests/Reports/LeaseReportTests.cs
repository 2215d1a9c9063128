using FuncLibs.Hosting.State;
using FuncLibs.Journal;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Reports;
using HardwareConnector.Recording;
using HardwareConnector.Tests.Sources;
using Testing;

namespace HardwareConnector.Tests.Reports;

/// <summary>A journal whose quota is smaller than what a consumer still needs.</summary>
public sealed class LeaseReportTests : IDisposable
{
    private const int NeededRemoved = 2033;
    private readonly TemporaryFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly StateFolder _state;
    private readonly PublisherState _publisher;
    private readonly Recorder _recorder;
    private readonly LeaseView _view;
    private readonly LogLines<LeaseReport> _log = new();

    public LeaseReportTests()
    {
        _state = StateFolder.Open(_folder.Path);
        _publisher = PublisherState.Open(_state, _time);
        JournalOptions options = new() { RingBytes = 1 << 20, QuotaBytes = 40_000, ReservedBytes = 0 };
        _recorder = Recorder.Open(_state, _publisher, options, _folder.File("journal"), _time);
        _view = new LeaseView(_recorder);
    }

    public void Dispose()
    {
        _recorder.Dispose();
        _state.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Report_QuotaTookWhatIsNeeded_NamesWhoNeedsItOnce()
    {
        _recorder.Leases.Leases.Renew("behind", 1, _publisher.Epoch, 3);
        _recorder.Leases.Leases.Renew("ahead", 1, _publisher.Epoch, 300);
        Publish(300);
        using LeaseReport report = new(_recorder, _view, _time, _log);
        report.Update();
        report.Update();

        _recorder.Journal.Counters.RetiredNeeded.ShouldBeGreaterThan(0);
        _log.All.Single().Id.ShouldBe(NeededRemoved);
        _log.All.Single().Text.ShouldContain("still needed: behind; requests");
        _recorder.Leases.Leases.All
            .Select(claim => (claim.Consumer, _view.IsCut(claim)))
            .ShouldBe([("ahead", false), ("behind", true)]);
        File.Exists(_folder.File(LeaseFile.FileName)).ShouldBeTrue();
    }

    [Fact]
    public void Report_NothingNeeded_ReportsNothing()
    {
        _recorder.Leases.Leases.Renew("ahead", 1, _publisher.Epoch, 300);
        Publish(300);
        using LeaseReport report = new(_recorder, _view, _time, _log);
        report.Update();

        _recorder.Journal.Counters.Retired.ShouldBeGreaterThan(0);
        _log.All.ShouldBeEmpty();
    }

    private void Publish(ulong frames)
    {
        byte[] payload = new byte[1000];
        byte[] header = new byte[FrameHeader.Size];
        for (ulong sequence = 1; sequence <= frames; sequence++)
        {
            FrameHeader frame = new FrameHeader
            {
                Kind = FrameKind.Data,
                Publisher = _publisher.Publisher,
                Stream = 1,
                Content = 1,
                Epoch = _publisher.Epoch,
                Sequence = sequence,
            }.WithPayload(payload);
            frame.Write(header);
            _recorder.Record(frame, header, payload);
            _time.Advance(TimeSpan.FromSeconds(1));
            _recorder.Journal.Step();
        }
    }
}
