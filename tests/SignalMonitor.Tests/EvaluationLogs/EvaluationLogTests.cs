using SignalMonitor.CalculatedChannels;
using SignalMonitor.EvaluationLogs;
using Testing;

namespace SignalMonitor.Tests.EvaluationLogs;

public sealed class EvaluationLogTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Add_Entries_AreReadBack()
    {
        using (EvaluationLog log = new(_folder.Path))
        {
            log.Add(Start(5)).ShouldBeNull();
            log.Add(Gap(9)).ShouldBeNull();
            log.Add(Gap(7)).ShouldBeNull();
        }

        LoggedRun.Read(_folder.Path, TestStream.Publisher, TestStream.Id, out LoggedRun? run).ShouldBeNull();
        (run!.Start.Sequence, run.Full).ShouldBe((5UL, null));
        run.Start.Memory.ShouldBe([1, 2, 3]);
        run.Start.Definitions!.Variables.ShouldBe([new LiveVariable("a", "ad1 < 2", "", 4)]);
        (run.Start.Definitions.L0Mm, run.Start.Definitions.S0Mm2).ShouldBe((null, 78.5));
        run.Gaps.Select(gap => gap.Sequence).ShouldBe([7UL, 9UL]);
    }

    [Fact]
    public void Add_NextRun_Restarts()
    {
        using (EvaluationLog first = new(_folder.Path))
            first.Add(Start(5));
        using (EvaluationLog second = new(_folder.Path))
            second.Add(Start(50));

        LoggedRun.Read(_folder.Path, TestStream.Publisher, TestStream.Id, out LoggedRun? run).ShouldBeNull();
        run!.Start.Sequence.ShouldBe(50UL);
    }

    [Fact]
    public void Add_MoreThanFits_EndsTheLogAndNamesTheFirstMissingSequence()
    {
        const long MaxBytes = 4096;
        using (EvaluationLog log = new(_folder.Path, MaxBytes))
        {
            log.Add(Start(1));
            for (ulong sequence = 2; sequence < 100; sequence++)
                log.Add(Gap(sequence)).ShouldBeNull();
        }

        new FileInfo(_folder.File(EvaluationLog.FileName)).Length.ShouldBeLessThanOrEqualTo(MaxBytes);
        LoggedRun.Read(_folder.Path, TestStream.Publisher, TestStream.Id, out LoggedRun? run).ShouldBeNull();
        run!.Full!.Sequence.ShouldBe(run.Gaps[^1].Sequence + 1);
        LoggedRun
            .Read(_folder.Path, TestStream.Publisher, 2, out _)
            .ShouldNotBeNull()
            .ShouldContain("has nothing of stream 2");
    }

    [Fact]
    public void Add_FolderIsGone_IsReportedOnce()
    {
        using EvaluationLog log = new(_folder.File("gone"));

        log.Add(Start(1)).ShouldNotBeNull().ShouldContain("gone");
        log.Add(Gap(2)).ShouldBeNull();
    }

    private static EvaluationLogEntry Start(ulong sequence) =>
        new(EvaluationLogEntryKind.Start, TestStream.Publisher, TestStream.Id, 1, sequence)
        {
            Definitions = new LoggedDefinitions(3, [new LiveVariable("a", "ad1 < 2", "", 4)], []) { S0Mm2 = 78.5 },
            Memory = [1, 2, 3],
        };

    private static EvaluationLogEntry Gap(ulong sequence) =>
        EvaluationLogEntry.From(new SampleGap(TestStream.Publisher, TestStream.Id, 1, sequence - 1, 1, sequence));
}
