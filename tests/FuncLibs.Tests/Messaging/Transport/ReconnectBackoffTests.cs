using FuncLibs.Messaging.Transport;

namespace FuncLibs.Tests.Messaging.Transport;

public class ReconnectBackoffTests
{
    [Fact]
    public void TryBegin_Repeated_DoublesTo1sWithJitter()
    {
        var time = new SteppedTime();
        var backoff = new ReconnectBackoff(time, TimeSpan.FromMilliseconds(100), TimeSpan.FromSeconds(1), seed: 3);
        backoff.TryBegin().ShouldBeTrue();
        foreach (int full in (int[])[100, 200, 400, 800, 1000, 1000])
        {
            int waited = 0;
            for (; !backoff.TryBegin(); waited++)
                time.Advance(1);
            waited.ShouldBeInRange((full * 3 / 4) - 1, full);
        }

        backoff.Reset();
        backoff.TryBegin().ShouldBeTrue();
        backoff.TryBegin().ShouldBeFalse();
    }

    private sealed class SteppedTime : TimeProvider
    {
        private long _milliseconds;

        public override long TimestampFrequency => 1000;

        public void Advance(long milliseconds) => _milliseconds += milliseconds;

        public override long GetTimestamp() => _milliseconds;
    }
}
