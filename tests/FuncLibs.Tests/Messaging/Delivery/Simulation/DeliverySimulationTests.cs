namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>
/// The consumer against a publisher with a journal over a network that drops, repeats, reorders and tears, with both of
/// them restarting: after every step the account closes, nothing is delivered twice or out of order, and nothing that
/// the journal has is lost. A seed that fails is named, and plays the same again.
/// </summary>
public class DeliverySimulationTests
{
    private const int SeedsOfAShare = 250;
    private const int StepsInEachRun = 2_000;
    private const int StepsANight = 10_000;
    private static readonly bool IsNight = Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1";

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    [InlineData(7)]
    public void AnyNetwork_AnySeed_DeliversOrDeclaresEverySequenceOnce(int share)
    {
        long steps = 0;
        long delivered = 0;
        for (int seed = share * SeedsOfAShare; seed < (share + 1) * SeedsOfAShare; seed++)
        {
            World world = Play(seed);
            steps += world.Steps;
            delivered += world.Consumer.Ledgers.Sum(ledger => ledger.Delivered);
        }

        steps.ShouldBeGreaterThanOrEqualTo((long)SeedsOfAShare * StepsInEachRun);
        delivered.ShouldBeGreaterThan(steps / 4, "most of what happens is delivery");
    }

    private static World Play(int seed)
    {
        var world = new World(seed);
        try
        {
            for (int step = IsNight ? StepsANight : StepsInEachRun; step > 0; step--)
                world.Step();
            world.Finish();
        }
        catch (Exception failure)
        {
            throw new InvalidOperationException(
                $"seed {seed} failed after {world.Steps} steps: {failure.Message}", failure);
        }

        return world;
    }
}
