using FuncLibs.Hosting.State;
using HardwareConnector.Recording;
using Testing;

namespace HardwareConnector.Tests.Recording;

public sealed class SampleMarksTests : IDisposable
{
    private const int Slots = 64;
    private static readonly Guid Publisher = Guid.NewGuid();
    private static readonly SampleMark First = new(10, 7, 140, 20, 1_700_000_000_000_000_000, 2000);
    private readonly TemporaryFolder _folder = new();
    private readonly StateFolder _state;

    public SampleMarksTests() => _state = StateFolder.Open(_folder.Path);

    public void Dispose()
    {
        _state.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void TakeLeft_FirstRun_IsNothing()
    {
        using SampleMarks marks = Open();
        marks.TakeLeft(1).ShouldBeNull();
    }

    [Fact]
    public void TakeLeft_AfterARestart_IsTheNewestMarkOnce()
    {
        Store(First, First.MovedTo(8), First.MovedTo(9));

        using SampleMarks marks = Open();
        marks.TakeLeft(1).ShouldBe(First.MovedTo(9));
        marks.TakeLeft(1).ShouldBeNull();
    }

    [Fact]
    public void TakeLeft_StreamThatWasSilentInBetween_IsKept()
    {
        Store(First);
        Open().Dispose();

        using SampleMarks marks = Open();
        marks.TakeLeft(1).ShouldBe(First);
    }

    [Fact]
    public void TakeLeft_BlockWasSentBehindTheMark_IsMovedOn()
    {
        Store(First);

        using SampleMarks marks = Open(new ClosedEpoch(10, 1, 1, 9, 0, Exact: true));
        marks.TakeLeft(1).ShouldBe(new SampleMark(10, 9, 180, 20, First.DueNs + 20_000_000, 2000));
    }

    [Fact]
    public void TakeLeft_NewestSlotIsTorn_IsTheOneBefore()
    {
        Store(First, First.MovedTo(8));
        byte[] bytes = File.ReadAllBytes(_state.File(SampleMarks.FileName));
        int place = Enumerable.Range(0, 2).Single(slot => BitConverter.ToUInt64(bytes, Slots + (slot * 64) + 8) == 8);
        bytes[Slots + (place * 64) + 16] ^= 1;
        File.WriteAllBytes(_state.File(SampleMarks.FileName), bytes);

        using SampleMarks marks = Open();
        marks.TakeLeft(1).ShouldBe(First);
    }

    [Fact]
    public void Open_FileOfAnotherPublisher_IsReplaced()
    {
        Store(First);

        using SampleMarks marks = SampleMarks.Open(_state, Guid.NewGuid(), [], out _).ShouldNotBeNull();
        marks.TakeLeft(1).ShouldBeNull();
    }

    [Fact]
    public void Open_NoFileCanBeMade_ReportsWhy()
    {
        Directory.CreateDirectory(_state.File(SampleMarks.FileName));

        SampleMarks.Open(_state, Publisher, [], out string? fault).ShouldBeNull();
        fault.ShouldNotBeNull().ShouldContain(SampleMarks.FileName);
    }

    [Fact]
    public void Store_AllPlacesTaken_TheStreamOfTheOldestEpochGivesUpItsOwn()
    {
        using (SampleMarks marks = Open())
        {
            for (uint stream = 1; stream <= SampleMarks.MaxStreams; stream++)
                marks.Store(stream, stream == 7 ? First : First with { Epoch = First.Epoch + 1 }).ShouldBeTrue();
        }

        using (SampleMarks marks = Open())
            marks.Store(SampleMarks.MaxStreams + 1, First with { Epoch = First.Epoch + 2 }).ShouldBeTrue();

        using SampleMarks after = Open();
        (after.TakeLeft(7), after.TakeLeft(8).HasValue, after.TakeLeft(SampleMarks.MaxStreams
            + 1).HasValue).ShouldBe((null, true, true));
    }

    [Fact]
    public void Store_MoreStreamsOfOneEpochThanPlaces_IsRefused()
    {
        using SampleMarks marks = Open();
        for (uint stream = 1; stream <= SampleMarks.MaxStreams; stream++)
            marks.Store(stream, First).ShouldBeTrue();
        marks.Store(SampleMarks.MaxStreams + 1, First).ShouldBeFalse();
    }

    private void Store(params SampleMark[] all)
    {
        using SampleMarks marks = Open();
        foreach (SampleMark mark in all)
            marks.Store(1, mark).ShouldBeTrue();
    }

    private SampleMarks Open(params ClosedEpoch[] closed) =>
        SampleMarks.Open(_state, Publisher, closed, out _).ShouldNotBeNull();
}
