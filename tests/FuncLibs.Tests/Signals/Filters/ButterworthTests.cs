using System.Numerics;
using FuncLibs.Signals.Filters;

namespace FuncLibs.Tests.Signals.Filters;

public class ButterworthTests
{
    private const double Rate = 1000;

    public static TheoryData<int, double> Designs
    {
        get
        {
            var designs = new TheoryData<int, double>();
            foreach (int order in Enumerable.Range(1, Butterworth.MaxOrder))
            {
                foreach (double corner in new[] { 0.5, 10, 100, 250, 490 })
                    designs.Add(order, corner);
            }

            return designs;
        }
    }

    [Theory]
    [MemberData(nameof(Designs))]
    public void LowPass_AnyFrequency_HasTheGainOfTheClosedForm(int order, double corner)
    {
        foreach (double frequency in new[] { 0.1, 0.5, 5, 10, 100, 250, 400, 490 })
        {
            double ratio = Math.Tan(Math.PI * frequency / Rate) / Math.Tan(Math.PI * corner / Rate);
            GainAt(
                Butterworth.LowPass(corner, order, 1 / Rate),
                frequency).ShouldBe(1 / Math.Sqrt(1 + Math.Pow(ratio, 2 * order)), 1e-9);
            GainAt(
                Butterworth.HighPass(corner, order, 1 / Rate),
                frequency).ShouldBe(1 / Math.Sqrt(1 + Math.Pow(ratio, -2 * order)), 1e-9);
        }
    }

    [Theory]
    [MemberData(nameof(Designs))]
    public void Design_AtTheCorner_Loses3Decibels(int order, double corner)
    {
        (20 * Math.Log10(GainAt(Butterworth.LowPass(corner, order, 1 / Rate), corner))).ShouldBe(-3.0103, 1e-4);
        (20 * Math.Log10(GainAt(Butterworth.HighPass(corner, order, 1 / Rate), corner))).ShouldBe(-3.0103, 1e-4);
    }

    [Theory]
    [MemberData(nameof(Designs))]
    public void Design_OfAConstant_HasGainOneOrZeroExactly(int order, double corner)
    {
        foreach (FilterSection section in Butterworth.LowPass(corner, order, 1 / Rate))
            section.SteadyGain.ShouldBe(1, 1e-15);
        foreach (FilterSection section in Butterworth.HighPass(corner, order, 1 / Rate))
            section.SteadyGain.ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(Designs))]
    public void Design_AnyOrder_IsStable(int order, double corner) =>
        Butterworth.LowPass(corner, order, 1 / Rate).ShouldAllBe(section => section.Radius < 1);

    // butter(2, 0.2) of MATLAB, Octave and SciPy: b = 0.0675 0.1349 0.0675, a = 1 -1.1430 0.4128, as their manuals
    // print it.
    [Fact]
    public void LowPass_SecondOrderAtAFifth_HasThePublishedCoefficients()
    {
        FilterSection section = Butterworth.LowPass(100, 2, 1 / Rate)[0];

        section.B0.ShouldBe(0.06745527, 1e-8);
        section.B1.ShouldBe(0.13491055, 1e-8);
        section.B2.ShouldBe(0.06745527, 1e-8);
        section.A1.ShouldBe(-1.14298050, 1e-8);
        section.A2.ShouldBe(0.41280160, 1e-8);
    }

    // At a quarter of the rate K = 1: a1 = 0, a2 = (2 - sqrt 2) / (2 + sqrt 2).
    [Fact]
    public void LowPass_SecondOrderAtAQuarter_HasTheClosedForm()
    {
        FilterSection section = Butterworth.LowPass(250, 2, 1 / Rate)[0];

        section.A1.ShouldBe(0, 1e-15);
        section.A2.ShouldBe((2 - Math.Sqrt(2)) / (2 + Math.Sqrt(2)), 1e-15);
    }

    [Theory]
    [InlineData(0, 2, 0.001, "0.001 Hz to below 500 Hz")]
    [InlineData(500, 2, 0.001, "below 500 Hz")]
    [InlineData(double.NaN, 2, 0.001, "below 500 Hz")]
    [InlineData(10, 0, 0.001, "1 to 8")]
    [InlineData(10, 9, 0.001, "1 to 8")]
    [InlineData(10, 2, 0, "above 0 s")]
    public void Design_ArgumentOutOfRange_IsRefusedWithTheRange(
        double corner, int order, double interval, string reason) =>
        Should.Throw<ArgumentOutOfRangeException>(
            () => Butterworth.LowPass(corner, order, interval)).Message.ShouldContain(reason);

    private static double GainAt(IEnumerable<FilterSection> sections, double frequency)
    {
        Complex z = Complex.Exp(new Complex(0, -2 * Math.PI * frequency / Rate));
        Complex gain = 1;
        foreach (FilterSection s in sections)
            gain *= (s.B0 + (s.B1 * z) + (s.B2 * z * z)) / (1 + (s.A1 * z) + (s.A2 * z * z));
        return gain.Magnitude;
    }
}
