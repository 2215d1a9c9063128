using System.Text.Json;
using Testing.Processes;
using Xunit.Abstractions;
using static Integration.Kills.KillRig;

namespace Integration.Kills;

/// <summary>
/// Simulator, connector and monitor are killed without warning, one after the other and together, in an order that a
/// seed decides: 50 times in each run, 8 times more with NetMQ and with libzmq, and 1000 times each and
/// with a new seed under TELEMETRY_TESTS_NIGHTLY=1.
/// </summary>
public sealed class AllRolesKillTests(ITestOutputHelper output) : IDisposable
{
    private static readonly bool IsNight = Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1";
    private static readonly int Kills = IsNight ? 1000 : 50;
    private const int KillsOfOthers = 8;

    // Of the pyramid that is compared, at least: a run has five times as many.
    private const int BucketsPerKill = 20;
    private readonly List<Step> _steps = [];
    private KillRig? _started;

    private KillRig Rig => _started!;

    public void Dispose() => _started?.Dispose();

    [Fact]
    public void Kill_AnyRoleInAnyOrder_NothingDurableIsLostAndTheAccountCloses() => Run("", Kills);

    [Fact]
    public void Kill_AnyRoleWithNetMq_NothingDurableIsLostAndTheAccountCloses() =>
        Run("netmq", IsNight ? Kills : KillsOfOthers);

    [Fact]
    public void Kill_AnyRoleWithLibzmq_NothingDurableIsLostAndTheAccountCloses() =>
        Run("libzmq", IsNight ? Kills : KillsOfOthers);

    private void Run(string transport, int max)
    {
        _started = new KillRig(transport);
        int seed = IsNight ? Random.Shared.Next() : 5;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        int kills = 0;
        Rig.BeginTestRun();
        while (kills < max)
        {
            Role[] roles = random.GetItems(Enum.GetValues<Role>(), random.Next(1, 4)).Distinct().ToArray();
            Array.ForEach(roles, Rig.Kill);
            Array.ForEach(roles, Rig.Start);
            kills += roles.Length;
            Note($"seed {seed}, after {kills} kills, the last of {string.Join(", ", roles)}");

            // Now and then the next one dies before all is well again.
            if (random.Next(4) > 0)
                Rig.WaitForRun();
        }

        Rig.ComeToRest();
        MonitorAccount account = Rig.View.Account;
        Rig.ComparePyramid().ShouldBeGreaterThan(max * BucketsPerKill, $"seed {seed}");
        Rig.Stop(Role.Monitor);
        JsonElement recording = Rig.VerifyRecording();
        (IReadOnlyDictionary<ulong, long> lasts, long notRecorded) = Rig.OfAllRuns();
        long published = lasts.Values.Sum();
        output.WriteLine(
            $"{kills} kills, {published} blocks, {notRecorded} not recorded, {account.DeclaredLost} declared lost");
        notRecorded.ShouldBe(0, $"seed {seed}");
        account.ShouldSatisfyAllConditions(
            $"seed {seed}",
            a => a.Published.ShouldBe(published),
            a => (a.Delivered + a.DeclaredLost).ShouldBe(published),
            a => a.DeclaredLost.ShouldBeLessThanOrEqualTo(notRecorded),
            a => a.Missing.ShouldBe(0),
            a => a.SilentLoss.ShouldBe(0));

        // From the first block of the test run on, each one once.
        JsonElement[] recorded = [.. recording.GetProperty("streams").EnumerateArray()];
        recording.GetProperty("gaps").GetInt64().ShouldBe(account.DeclaredLost, $"seed {seed}");
        recording.GetProperty("damaged").GetInt32().ShouldBe(0, $"seed {seed}");
        recorded.Skip(1).ShouldAllBe(life => life.GetProperty("first").GetInt64() == 1, $"seed {seed}");
        foreach (JsonElement life in recorded)
            life.GetProperty("last").GetInt64().ShouldBe(lasts[life.GetProperty("epoch").GetUInt64()], $"seed {seed}");

        // At every step: all of the epochs before, and of the epoch in force as far as it was.
        _steps
            .Where(
                step => step.Settled != lasts.Where(life => life.Key < step.Epoch).Sum(life => life.Value) + step.Last)
            .ShouldBeEmpty();
    }

    private void Note(string when)
    {
        JsonElement health = Rig.View.Health;
        MonitorAccount account = new(health.GetProperty("account"));
        account.Closes.ShouldBeTrue($"{when}: {account}");
        health.GetProperty("account").TryGetProperty("unknownEnds", out _).ShouldBeFalse(when);
        JsonElement stream = health.GetProperty("streams")[0];
        _steps.Add(new Step(
            when,
            stream.GetProperty("epoch").GetUInt64(),
            stream.GetProperty("lastSequence").GetInt64(),
            account.Published - account.Missing));
    }

    /// <summary>What was settled, in what position.</summary>
    private sealed record Step(string When, ulong Epoch, long Last, long Settled);
}
