using Testing;
using Testing.Processes;

namespace Integration.Network;

/// <summary>
/// What a network does to a near monitor, while a far one goes on. Each fact ends with exact accounts: what was missed
/// is replayed, nothing is lost.
/// </summary>
[Trait(Lanes.Name, Lanes.Timed)]
public sealed class ThreeHostsTests(ThreeHosts hosts) : IClassFixture<ThreeHosts>
{
    private static readonly TimeSpan RevocationLimit = TimeSpan.FromSeconds(5);
    private static readonly bool IsNightly = Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1";

    // At night for longer than a connection lives of which nothing is acknowledged (SocketLimits.DeadPeerMs).
    private static readonly long BlocksOfAnOutage = IsNightly ? 10 * Hosts.Rate : Hosts.Rate / 2;

    // A sixth of what the stream needs.
    private const string SlowLine = "400kbit";

    /// <summary>At night all of them: each needs seconds to be noticed, and seconds until all is replayed.</summary>
    public static TheoryData<string> Outages => IsNightly ? ["partition", "reject", "slow line"] : ["partition"];

    [Theory]
    [MemberData(nameof(Outages))]
    public void Outage_NearMonitor_SaysSoAndGetsWhatItMissed(string outage)
    {
        Begin(outage);
        hosts.Far.WaitForMore(BlocksOfAnOutage);
        End(outage);
        AreExact();
    }

    [Fact]
    public void Revoke_NearMonitorMidStream_IsCutWithinFiveSeconds()
    {
        long before = hosts.Cut;
        hosts.RevokeNear();
        Eventually.True(() => hosts.Cut > before, "the connection is cut", RevocationLimit);
        hosts.Near.WaitForStatus("stale");
        hosts.Far.WaitForMore(BlocksOfAnOutage);
        hosts.AllowNear();
        AreExact();
    }

    private void Begin(string outage)
    {
        switch (outage)
        {
            case "partition":
                hosts.Office.Unplug();
                hosts.Near.WaitForStatus("stale");
                break;
            case "reject":
                hosts.Office.Reject(hosts.Hall);
                hosts.Near.WaitForStatus("stale");
                break;
            default:
                hosts.Office.Limit(SlowLine);
                Eventually.True(
                    () => hosts.Near.Health.GetProperty("reasons").EnumerateArray()
                        .Any(reason => reason.GetString()!.Contains("s late", StringComparison.Ordinal)),
                    "the monitor says that its values are late");
                break;
        }
    }

    private void End(string outage)
    {
        switch (outage)
        {
            case "partition":
                hosts.Office.Plug();
                break;
            case "reject":
                hosts.Office.Accept(hosts.Hall);
                break;
            default:
                hosts.Office.Unlimit();
                break;
        }
    }

    private void AreExact()
    {
        foreach (MonitorView view in new[] { hosts.Near, hosts.Far })
        {
            view.WaitForStatus("ok");
            Eventually.True(() => view.Account is { Missing: 0, Closes: true }, "what was missed is replayed");
            view.Account.DeclaredLost.ShouldBe(0);
        }
    }
}
