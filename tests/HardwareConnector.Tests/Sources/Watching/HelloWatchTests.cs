using HardwareConnector.Sources.Watching;
using Testing;

namespace HardwareConnector.Tests.Sources.Watching;

public sealed class HelloWatchTests
{
    private readonly FakeTime _time = new();
    private readonly HelloWatch _hellos;

    public HelloWatchTests() => _hellos = new HelloWatch(_time);

    [Fact]
    public void MayChange_MoreThanTheMaxInAWindow_IsFalseUntilTheFirstIsOld()
    {
        for (int i = 0; i < HelloWatch.MaxChanges; i++)
        {
            _hellos.MayChange().ShouldBeTrue();
            _time.Advance(TimeSpan.FromMilliseconds(500));
        }

        _hellos.MayChange().ShouldBeFalse();
        _time.Advance(HelloWatch.Window - TimeSpan.FromSeconds(5));
        _hellos.MayChange().ShouldBeTrue();
        _hellos.MayChange().ShouldBeFalse();
    }

    [Fact]
    public void MayChange_NowAndThen_IsAlwaysTrue()
    {
        for (int i = 0; i < 5 * HelloWatch.MaxChanges; i++)
        {
            _hellos.MayChange().ShouldBeTrue();
            _time.Advance(HelloWatch.Window / HelloWatch.MaxChanges);
        }
    }
}
