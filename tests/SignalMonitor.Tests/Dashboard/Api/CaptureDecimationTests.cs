using SignalMonitor.Dashboard.Api;

namespace SignalMonitor.Tests.Dashboard.Api;

public class CaptureDecimationTests
{
    [Theory]
    [InlineData(0, 10)]
    [InlineData(1, 10)]
    [InlineData(10, 3)]
    [InlineData(10_007, 2000)]
    public void First_AllStretches_CoverEverySampleOnce(int points, int stretches)
    {
        CaptureDecimation decimation = new(points, stretches);

        int covered = 0;
        for (int i = 0; i < decimation.Count; i++)
        {
            decimation.First(i).ShouldBe(covered);
            covered = decimation.First(i + 1);
        }

        covered.ShouldBe(points);
    }

    [Fact]
    public void Decimate_ImpulseOfOneSample_IsInItsStretch()
    {
        double[] values = new double[1000];
        values[567] = -9;

        new CaptureDecimation(values.Length, 10).Decimate(values, 5).ShouldBe((-9, 0));
    }
}
