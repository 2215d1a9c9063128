using FuncLibs.Blocks;

namespace Simulator.Faults.Signals;

/// <summary>A sensor that drifts away at a constant rate, from 0 at the first sample.</summary>
/// <param name="part">Where.</param>
/// <param name="perSample">Units of the sensor from one sample to the next.</param>
internal sealed class DriftFault(ChannelPart part, double perSample) : ISignalFault
{
    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Range points = part.Points(block, out long first);
        long since = first + points.Start.Value - part.From;
        for (int column = 0; column < part.Columns; column++)
        {
            if (!part.Has(column))
                continue;
            Span<double> values = FaultColumn.ValuesOf(part.Channel(block), column)[points];
            for (int i = 0; i < values.Length; i++)
                values[i] += (since + i) * perSample;
        }
    }
}
