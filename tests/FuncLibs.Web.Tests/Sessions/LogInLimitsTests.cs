using System.Net;
using FuncLibs.Web.Sessions;

namespace FuncLibs.Web.Tests.Sessions;

public sealed class LogInLimitsTests : IDisposable
{
    private readonly LogInLimits _limits = new();

    public void Dispose() => _limits.Dispose();

    [Fact]
    public void TryBegin_OneAccountFromManyAddresses_IsLimited()
    {
        int let = Enumerable.Range(0, 3 * LogInLimits.Burst)
            .Count(i => _limits.TryBegin("ann", new IPAddress([10, 0, 0, (byte)i])));

        let.ShouldBeInRange(1, LogInLimits.Burst + 1);
    }

    [Fact]
    public void TryBegin_ManyAccountsFromOneAddress_IsLimited()
    {
        int let = Enumerable.Range(0, 3 * LogInLimits.Burst)
            .Count(i => _limits.TryBegin($"user{i}", IPAddress.Loopback));

        let.ShouldBeInRange(1, LogInLimits.Burst + 1);
    }

    [Fact]
    public void TryBegin_AddressesOfOneNetworkOfIpv6_CountAsOne()
    {
        int let = Enumerable.Range(0, 3 * LogInLimits.Burst)
            .Count(i => _limits.TryBegin($"user{i}", IPAddress.Parse($"2001:db8::{i:x}")));

        let.ShouldBeInRange(1, LogInLimits.Burst + 1);
    }

    [Fact]
    public async Task WaitToHash_OneIsHashed_TheNextWaits()
    {
        using var first = await _limits.WaitToHash(CancellationToken.None);
        Task<System.Threading.RateLimiting.RateLimitLease> second =
            _limits.WaitToHash(CancellationToken.None).AsTask();

        second.IsCompleted.ShouldBeFalse();
        first.Dispose();

        (await second).Dispose();
    }
}
