using System.Runtime.Intrinsics;
using Simulator.Tests.Measuring;
using Simulator.Waveforms;

namespace Simulator.Tests.Waveforms;

public sealed class SinePolynomialTests
{
    private const int Steps = 100_003;

    [Fact]
    public void At_AnyPhase_IsCloseToTheSine()
    {
        for (int i = 0; i < Steps; i++)
        {
            double turns = (double)i / Steps;
            SinePolynomial.At(Vector512.Create(SineWave.Phase(turns)))[0].ShouldBe(Math.Sin(turns * 2 * Math.PI), 6e-8);
        }
    }

    [Fact]
    public void At_EightPhases_EqualsThePlainFormToTheBit()
    {
        const ulong Stride = ulong.MaxValue / Steps;
        for (ulong i = 0; i < Steps; i += 8)
        {
            Vector512<double> sines =
                SinePolynomial.At(Vector512.Create(i * Stride) + (Vector512<ulong>.Indices * Vector512.Create(Stride)));
            for (int lane = 0; lane < 8; lane++)
                sines[lane].ShouldBe(PlainChain.Sine((i + (ulong)lane) * Stride));
        }
    }
}
