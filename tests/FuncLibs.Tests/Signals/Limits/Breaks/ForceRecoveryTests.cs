using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Limits.Breaks;

namespace FuncLibs.Tests.Signals.Limits.Breaks;

public class ForceRecoveryTests
{
    private readonly ForceRecovery _return = new(minForce: 10, samples: 3);
    private long _index;

    [Fact]
    public void Find_SoManySamplesOneAfterTheOther_IsTheLastOfThem() => Find(0, 10, 11, -12, 13).ShouldBe(3);

    [Fact]
    public void Find_SampleBelowInBetween_Restarts() => Find(10, 11, 9.9, 10, 11, 12).ShouldBe(5);

    [Fact]
    public void Find_UnusableSample_NeitherCountsNorBreaksTheRow() => Find(10, double.NaN, 11, 12).ShouldBe(3);

    [Fact]
    public void Find_OverABlockBorder_GoesOn()
    {
        Find(0, 10, 11).ShouldBe(-1);
        Find(12, 0).ShouldBe(0);
    }

    [Fact]
    public void Find_BehindAGap_Restarts()
    {
        Find(10, 11).ShouldBe(-1);
        _index++;
        Find(12, 13).ShouldBe(-1);
        Find(14).ShouldBe(0);
    }

    [Fact]
    public void Find_FromAPlaceInTheBlock_IgnoresWhatIsBeforeIt()
    {
        Find(10, 11).ShouldBe(-1);
        _return.Find(new LimitColumn(_index, 1000, 0, [12, 12, 12, 12]), from: 1).ShouldBe(3);
    }

    private int Find(params double[] values)
    {
        LimitColumn column = new(_index, 1000, 0, values);
        _index += values.Length;
        return _return.Find(column, 0);
    }
}
