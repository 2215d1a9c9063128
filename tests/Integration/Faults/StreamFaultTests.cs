using Testing;

namespace Integration.Faults;

/// <summary>Faults of blocks, clock and link: what connector and monitor say of each. Blocks have 20 samples.</summary>
[Trait(Lanes.Name, Lanes.Timed)]
[Collection(FaultRuns.Name)]
public sealed class StreamFaultTests(FaultRuns runs)
{
    private const long Points = 20;

    // A gap of 3 blocks, a reordered one, halves and wholes of short ones, two with an error code; offline and restart
    // come on top.
    private const long LostBeforeOffline = (3 + 1 + 1 + 2) * Points + (Points / 2);

    private Reading AfterSteps => runs.Stream.Readings.First(read => read.Found("clockSteps") == 2);

    private Reading Last => runs.Stream.Readings[^1];

    [Fact]
    public void Gap_AndAllThatLosesSamples_IsDeclaredToTheSample() =>
        AfterSteps.SamplesLost.ShouldBe(LostBeforeOffline);

    [Fact]
    public void Losses_Monitor_KnowsOfTheSameSamples() => Last.SamplesLostAtTheMonitor.ShouldBe(Last.SamplesLost);

    [Fact]
    public void DuplicateReorderedStale_Blocks_AreDroppedAndCounted() => Last.Found("repeated").ShouldBe(2 + 1 + 1);

    [Fact]
    public void VarLength_Blocks_AreCounted() =>
        (Last.Found("shortBlocks"), Last.Found("emptyBlocks")).ShouldBe((1, 1));

    [Fact]
    public void Overflow_CodeAndBuffer_AreReported() =>
        (Last.Found("errorCodes"), Last.Found("lastErrorCode"), Last.Found("bufferPeakPerMille")).ShouldBe((2, 7, 1000));

    [Fact]
    public void ClockStep_IsMeasured() =>
        Math.Abs(AfterSteps.Findings.GetProperty("lastClockStepMs").GetDouble() + 250).ShouldBeLessThan(1);

    [Fact]
    public void Stall_TwoSeconds_MakesTheMonitorStaleAndLosesNothing()
    {
        Reading stale = runs.Stream.Readings.First(read => read.Status == "stale" && read.Found("clockSteps") == 2);

        stale.Source.GetProperty("connections").GetInt64().ShouldBe(1);
        BeforeOffline().SamplesLost.ShouldBe(LostBeforeOffline);
    }

    [Fact]
    public void Stall_Over_TheMonitorIsOkAgainBeforeTheNextFault() => runs.Stream.Readings
        .SkipWhile(read => read.Status != "stale" || read.Found("clockSteps") < 2)
        .ShouldContain(read => read.Status == "ok" && read.Source.GetProperty("connections").GetInt64() == 1);

    [Fact]
    public void Offline_Link_IsReportedByBothAndDeclared()
    {
        runs.Stream.Readings.ShouldContain(
            read => read.Source.GetProperty("link").GetString() == "offline" && read.SamplesLost == LostBeforeOffline);
        runs.Stream.ConnectorLog.ShouldContain(line => line.Contains("the rig is offline", StringComparison.Ordinal));
        runs.Stream.Readings.First(
            read => read.Source.GetProperty("connections").GetInt64() == 2 && read.SamplesLost > LostBeforeOffline)
            .SamplesLost.ShouldBeGreaterThanOrEqualTo(LostBeforeOffline + (2 * 2000));
    }

    [Fact]
    public void Restart_NewCount_IsReportedAndWhatWasMissedIsDeclared()
    {
        Reading before = runs.Stream.Readings.Last(read => read.Found("countedAnew") == 0);

        Last.Found("countedAnew").ShouldBe(1);
        Last.Source.GetProperty("connections").GetInt64().ShouldBe(3);
        (Last.SamplesLost - before.SamplesLost).ShouldBeGreaterThan(0);

        // What was found is logged once a second.
        Eventually.True(
            () => runs.Stream.ConnectorLog.Any(line => line.Contains("the rig restarts", StringComparison.Ordinal)),
            "the restart is logged");
    }

    [Fact]
    public void Account_AfterAllOfIt_Closes() =>
        runs.Stream.Readings.ShouldAllBe(read => read.Account.Closes && read.Account.DeclaredLost == 0);

    [Fact]
    public void Findings_AreLogged_WithTheirCounts()
    {
        string[] lines =
        [
            .. runs.Stream.ConnectorLog.Where(
                line => line.Contains("found at stream main of the rig", StringComparison.Ordinal)),
        ];

        lines.ShouldContain(line => line.Contains("blocks of the past, dropped", StringComparison.Ordinal));
        lines.ShouldContain(line => line.Contains("error code of the rig (last 7): 2", StringComparison.Ordinal));
        lines.ShouldContain(line => line.Contains("steps of the rig's clock", StringComparison.Ordinal));
    }

    [Fact]
    public void Schedule_IsPrintedByTheSimulator() =>
        runs.Stream.SimulatorLog.ShouldContain(
            line => line.Contains("11 faults are scheduled", StringComparison.Ordinal));

    private Reading BeforeOffline() => runs.Stream.Readings.Last(read =>
        read.Found("clockSteps") == 2 && read.Source.GetProperty("connections").GetInt64() == 1
            && read.Source.GetProperty("link").GetString() == "online");
}
