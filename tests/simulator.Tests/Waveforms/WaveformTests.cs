using Simulator.Waveforms;

namespace Simulator.Tests.Waveforms;

public sealed class WaveformTests
{
    [Fact]
    public void SineTable_AnyPhase_IsCloseToTheSine()
    {
        const int Steps = 100_003;
        for (int i = 0; i < Steps; i++)
        {
            double turns = (double)i / Steps;
            SineTable.At(SineWave.Phase(turns)).ShouldBe(Math.Sin(turns * 2 * Math.PI), 5e-6);
        }
    }

    [Fact]
    public void Key_OfDifferentPlaces_Differs() =>
        (from g in Enumerable.Range(0, 3)
         from c in Enumerable.Range(0, 16)
         from k in Enumerable.Range(0, 10)
         select CounterNoise.Key(1, g, c, k)).Distinct().Count().ShouldBe(3 * 16 * 10);

    [Fact]
    public void FillCycles_AcrossABorder_IsTheCycleOfEachSample()
    {
        var wave = SineWave.Create(7, 1000);
        long[] cycles = new long[1000];
        wave.FillCycles(123_456, cycles);

        cycles.ShouldBe(Enumerable.Range(0, 1000).Select(i => wave.CycleAt(123_456 + i)));
        cycles[^1].ShouldBeInRange(871, 872);
    }
}
