namespace Benchmarks.Serialization.Data;

/// <summary>
/// Columns of one kind of data, one after the other: each a slow wave at its own level, seen through a converter or
/// not.
/// </summary>
internal sealed class ColumnSource(DataKind kind, Noise noise)
{
    // Three decimals, and a converter of 15 bits over +-4 V: 1/4096 V a step.
    private const double Thousand = 1000;
    private const double CountsPerVolt = 4096;
    private const int NoiseSteps = 2;
    private const double SecondsPerPeriod = 0.02;
    private const double SecondsPerPoint = 1 / 30_000.0;

    public void Fill(Span<double> column)
    {
        switch (kind)
        {
            case DataKind.Decimals:
                FillSteps(column, level: 1.6, amplitude: 0.15, Thousand);
                break;
            case DataKind.Adc:
                FillSteps(column, level: 4, amplitude: 0.05, CountsPerVolt);
                break;
            case DataKind.Full:
                FillNoise(column);
                break;
            default:
                FillConstant(column);
                break;
        }
    }

    private void FillSteps(Span<double> column, double level, double amplitude, double stepsPerUnit)
    {
        (double middle, double phase) = Wave(level);
        for (int p = 0; p < column.Length; p++)
        {
            double value = middle + (amplitude * Math.Sin(phase + (Math.Tau * p * SecondsPerPoint / SecondsPerPeriod)));
            column[p] = (Math.Round(value * stepsPerUnit) + noise.Next(-NoiseSteps, NoiseSteps)) / stepsPerUnit;
        }
    }

    private void FillNoise(Span<double> column)
    {
        (double middle, double phase) = Wave(level: 20);
        for (int p = 0; p < column.Length; p++)
            column[p] = middle + Math.Sin(phase + (Math.Tau * p * SecondsPerPoint / SecondsPerPeriod))
                + (noise.NextDouble() * 0.01);
    }

    // One column in sixteen has a step in it.
    private void FillConstant(Span<double> column)
    {
        double value = Math.Round(noise.NextDouble() * 40) / 4;
        column.Fill(value);
        if (noise.Next(0, 15) == 0)
            column[noise.Next(0, column.Length - 1)..].Fill(value + 0.5);
    }

    private (double Middle, double Phase) Wave(double level) =>
        (((noise.NextDouble() * 2) - 1) * level, noise.NextDouble() * Math.Tau);
}
