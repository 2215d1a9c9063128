using SignalMonitor.Recorder.Modes;

namespace SignalMonitor.Tests.Recorder.Modes;

public sealed class TimeWindowsTests
{
    [Fact]
    public void Add_OverlappingOnes_AreOne()
    {
        TimeWindows windows = new();
        windows.Add(10, 20);
        windows.Add(40, 50);
        windows.Add(15, 39);

        windows.All.ShouldBe([new TimeWindow(10, 50)]);
    }

    [Fact]
    public void Meets_Ends_AreInIt()
    {
        TimeWindows windows = new();
        windows.Add(10, 20);

        (windows.Meets(0, 9), windows.Meets(0, 10), windows.Meets(20, 30), windows.Meets(21, 30))
            .ShouldBe((false, true, true, false));
    }

    [Fact]
    public void Add_MoreThanThereArePlacesFor_JoinsTheNearestAndLosesNone()
    {
        TimeWindows windows = new();
        for (int i = 0; i <= TimeWindows.Capacity; i++)
            windows.Add(i * 100, (i * 100) + (i == 7 ? 90 : 10));

        windows.All.Count.ShouldBe(TimeWindows.Capacity);
        windows.All.ShouldContain(new TimeWindow(700, 810));
    }

    [Fact]
    public void ForgetBefore_WindowsThatEnded_AreGone()
    {
        TimeWindows windows = new();
        windows.Add(10, 20);
        windows.Add(30, 40);
        windows.ForgetBefore(21);

        windows.All.ShouldBe([new TimeWindow(30, 40)]);
    }
}
