using HardwareConnector.Formats;

namespace HardwareConnector.Tests.Formats;

public sealed class CanaryTests
{
    private const byte Columns = 1;
    private const byte Cbor = 5;

    private static CanaryPlan Plan(string content) => new() { Content = content, SharePercent = 100, Blocks = 200 };

    [Fact]
    public void Update_CandidateThatPasses_IsPromotedAndPublishedFromThenOn()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("cbor") with { MaxSlowdown = 1000 });

        CanaryStatus canary = rig.PublishUntilDecided();
        rig.Publish();

        (canary.Content, canary.State).ShouldBe(("cbor", CanaryState.Promoted), canary.Reason);
        CanaryReading figures = canary.Figures!.Read();
        figures.Compared.ShouldBeGreaterThanOrEqualTo(200);
        figures.Errors.ShouldBe(0);
        figures.Slowdown.ShouldBeGreaterThan(0);
        figures.SizeRatio.ShouldBeGreaterThan(0);
        (rig.Format, rig.Published.Contains(Cbor)).ShouldBe(("cbor", true));
    }

    [Fact]
    public void Update_PromotedCandidateAfterARestart_IsUsedWithoutAnotherComparison()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("cbor") with { MaxSlowdown = 1000 });
        rig.PublishUntilDecided();
        rig.Restart();

        rig.Switch.Update();

        (rig.Format, rig.Switch.Status.Canary!.State).ShouldBe(("cbor", CanaryState.Promoted));
    }

    [Fact]
    public void Update_CandidateThatIsOnlyTried_IsNotUsed()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("rows") with { MaxSlowdown = 1000, Promotes = false });

        rig.PublishUntilDecided().State.ShouldBe(CanaryState.Passed);

        (rig.Format, rig.Published.Single()).ShouldBe(("columns", Columns));
    }

    [Theory]
    [InlineData("wrong", "another block came out: firstSampleIndex")]
    [InlineData("throwing", "it threw this format is not finished")]
    [InlineData("growing", "it wrote more than ")]
    [InlineData("hanging", "it did not return from a block for 0.3 s")]
    [InlineData("slow", "times slower than columns")]
    [InlineData("changing", "another block came out: Servo[0] command")]
    [InlineData("private", "it does not read what it wrote: Malformed")]
    [InlineData("unreadable", "it threw this format cannot be read yet")]
    public void Update_FaultyCandidate_IsRolledBackAndNeverPublished(string content, string reason)
    {
        // On a busy machine a candidate that is slow may take as long as one that hangs.
        using SwitchRig rig = new(content == "slow" ? TimeSpan.FromMinutes(1) : null);
        rig.Try(Plan(content));

        CanaryStatus canary = rig.PublishUntilDecided();
        rig.Publish();

        canary.State.ShouldBe(CanaryState.RolledBack);
        canary.Reason.ShouldNotBeNull().ShouldContain(reason);
        (rig.Format, rig.Published.Single()).ShouldBe(("columns", Columns));
        rig.Files.ReadVerdict(rig.Files.ReadRequest(out _))!.Reason.ShouldBe(canary.Reason);
    }

    [Fact]
    public void Update_CandidateThatHangs_IsCountedAsAHeldThread()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("hanging"));

        rig.PublishUntilDecided();

        rig.Switch.Status.HeldThreads.ShouldBe(1);
    }

    [Fact]
    public void Update_ProcessWasKilledMeanwhile_IsRolledBackAndNotBegunAgain()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("cbor") with { Blocks = 1_000_000 });
        rig.Switch.Update();
        rig.Restart();

        rig.Switch.Update();

        rig.Switch.Status.Canary.ShouldBe(new CanaryStatus(
            "cbor", CanaryState.RolledBack, "the process ended while it was compared"));
    }

    [Fact]
    public async Task Update_ProcessWasStoppedMeanwhile_BeginsAgain()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("cbor") with { Blocks = 1_000_000 });
        rig.Switch.Update();
        await rig.Switch.StopAsync(CancellationToken.None);
        rig.Restart();

        rig.Switch.Update();

        rig.Switch.Status.Canary!.State.ShouldBe(CanaryState.Comparing);
    }

    [Fact]
    public void Update_FormatInUse_IsNoCandidate()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("columns"));

        rig.Switch.Update();

        rig.Switch.Status.Fault.ShouldBe("canary columns: it is in use already");
    }

    [Fact]
    public void Update_ErrorsAreToleratedAndNoBlockIsRight_IsRolledBack()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("wrong") with { MaxErrors = 1_000_000 });

        CanaryStatus canary = rig.PublishUntilDecided();

        canary.Figures!.Read().Errors.ShouldBeGreaterThanOrEqualTo(200);
        (canary.State, canary.Reason).ShouldSatisfyAllConditions(
            result => result.State.ShouldBe(CanaryState.RolledBack),
            result => result.Reason.ShouldNotBeNull().ShouldStartWith("only 0 blocks could be timed; the first error: "));
    }

    [Fact]
    public void Update_UnknownCandidate_IsSaid()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("morse"));

        rig.Switch.Update();

        rig.Switch.Status.Fault.ShouldNotBeNull().ShouldContain("there is no format 'morse'");
        rig.Switch.Status.Canary.ShouldBeNull();
    }

    [Fact]
    public void Update_RequestTakenBackMeanwhile_EndsTheCanary()
    {
        using SwitchRig rig = new();
        rig.Try(Plan("cbor") with { Blocks = 1_000_000 });
        rig.PublishUntil(() => rig.Switch.Status.Canary?.Figures?.Read().Compared > 0, "it is compared");
        rig.Files.Delete();

        rig.Switch.Update();

        (rig.Switch.Status.Canary, rig.Format).ShouldBe((null, "columns"));
    }
}
