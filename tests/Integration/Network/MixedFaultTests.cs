using System.Diagnostics;
using System.Text.Json;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Files;
using Testing;
using Testing.Chaos;
using Testing.Processes;
using Xunit.Abstractions;

namespace Integration.Network;

/// <summary>
/// Two and twenty mixed faults of the network, one after the other, between real processes. What the journal has is
/// never lost: the account closes over all of them, block for block.
/// </summary>
public sealed class MixedFaultTests(ITestOutputHelper output) : IDisposable
{
    // "Within 1 s": a second after the last frame, which may be as old as a turn of the receive thread and a poll of
    // this test.
    private static readonly TimeSpan StaleLimit = TimeSpan.FromSeconds(1.5);
    private static readonly TimeSpan LiveLimit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan DrainLimit = TimeSpan.FromSeconds(20);

    private readonly FaultSchedule _schedule = new();
    private ProxiedSystem? _system;

    private ProxiedSystem System => _system!;

    public void Dispose() => _system?.Dispose();

    [Fact]
    public void Network_TwentyTwoFaults_EveryBlockIsDeliveredOnce()
    {
        output.WriteLine($"seed {_schedule.Seed}");
        _system = new ProxiedSystem(_schedule.Seed);
        ulong first = FirstDelivered();
        int number = 0;
        foreach ((NetworkFault fault, TimeSpan length) in _schedule.Faults())
            Suffer(
                fault,
                length,
                $"fault {++number} of seed {_schedule.Seed}, {fault.Name} for {length.TotalSeconds:F2} s");

        Guid publisher = System.Publisher;
        Signal(System.Connector);
        VerifyReport recorded =
            JournalVerifier.Verify(new DiskFiles(System.Journal), JournalOptions.Default, publisher);
        ulong last = recorded.Epochs.Single(epoch => epoch.Stream == 1).Last;
        (recorded.Damaged, recorded.Lost.Count).ShouldBe((0, 0));
        Eventually.True(() => LastSequence == last, $"the monitor has block {last}, the last of all");
        System.View.Account.ShouldBe(new MonitorAccount((long)(last - first + 1), (long)(last - first + 1), 0, 0, 0));
        JsonElement stream = System.View.Stream;
        output.WriteLine(
            $"{last - first + 1} blocks, {stream.GetProperty("replayed")} of them replayed, "
                + $"{stream.GetProperty("duplicates")} came twice");
        stream.GetProperty("replayed").GetInt64().ShouldBeGreaterThan(0);
        CheckThatItWasBad();
        Signal(System.Monitor);
    }

    private void CheckThatItWasBad()
    {
        (ChaosLine data, ChaosLine requested) = (System.Publish.Down, System.Control.Up);
        output.WriteLine(
            $"data: {data.Passed} bytes in {data.Writes} writes, {data.Swallowed} swallowed, {data.Flipped} bits "
                + $"flipped");
        data.Flipped.ShouldBeGreaterThan(0);
        data.Swallowed.ShouldBeGreaterThan(0);
        requested.Swallowed.ShouldBeGreaterThan(0);
        System.Publish.Accepted.ShouldBeGreaterThan(4);
        long bad = System.View.Bad("payloadCrc") + System.View.Bad("headerCrc");
        bad.ShouldBeInRange(1, data.Flipped);
    }

    private ulong LastSequence => System.View.Stream.GetProperty("lastSequence").GetUInt64();

    // No gap is open yet: the account reaches from the first block to the newest.
    private ulong FirstDelivered()
    {
        JsonElement stream = System.View.Stream;
        stream.GetProperty("missing").GetInt64().ShouldBe(0);
        return stream.GetProperty("lastSequence").GetUInt64() - stream.GetProperty("published").GetUInt64() + 1;
    }

    private void Suffer(NetworkFault fault, TimeSpan length, string what)
    {
        long start = Stopwatch.GetTimestamp();
        fault.Begin(System);
        TimeSpan stale = default;
        if (fault.CutsData)
        {
            Eventually.True(() => System.View.Status == "stale", $"the monitor is stale: {what}", StaleLimit);
            stale = Stopwatch.GetElapsedTime(start);
        }

        Eventually.True(() => Stopwatch.GetElapsedTime(start) >= length, "the fault has lasted", length + DrainLimit);
        NetworkFault.End(System);
        long end = Stopwatch.GetTimestamp();
        Eventually.True(() => System.View.Status != "stale", $"the monitor is live again: {what}", LiveLimit);
        TimeSpan live = Stopwatch.GetElapsedTime(end);
        ulong published = Published();
        Eventually.True(
            () => IsHealed(published), $"the backlog is read: {what}; {System.View.Health}", DrainLimit + (length / 7));
        (System.Connector.IsRunning, System.Monitor.IsRunning).ShouldBe((true, true), what);
        output.WriteLine(
            $"{what}: stale after {stale.TotalMilliseconds:F0} ms, live {live.TotalMilliseconds:F0} ms after its end, "
                + $"healed after "
            + $"{Stopwatch.GetElapsedTime(end).TotalMilliseconds:F0} ms");
    }

    private bool IsHealed(ulong published)
    {
        JsonElement stream = System.View.Stream;
        return stream.GetProperty("state").GetString() == "live" && stream.GetProperty("missing").GetInt64() == 0
            && stream.GetProperty("lastSequence").GetUInt64() >= published && System.View.Status == "ok";
    }

    private ulong Published() =>
        System.Connector.Json("/health").GetProperty("streams")[0].GetProperty("last").GetUInt64();

    private static void Signal(HostProcess host)
    {
        host.Signal(ProcessSignals.Terminate);
        host.WaitForExit().ShouldBe(0, host.Everything);
    }
}
