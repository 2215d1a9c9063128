using SignalMonitor.Notifications;
using Testing;

namespace SignalMonitor.Tests.Notifications;

public sealed class RateLimitTests
{
    [Fact]
    public void Wait_RateThatIsLowered_CountsTheNewestMessages()
    {
        FakeTime time = new();
        RateLimit limit = new(time);
        for (int i = 0; i < 3; i++)
        {
            limit.Note();
            time.Advance(TimeSpan.FromSeconds(10));
        }

        limit.Wait(10).ShouldBe(TimeSpan.Zero);
        limit.Wait(2).ShouldBe(TimeSpan.FromSeconds(40));
    }
}
