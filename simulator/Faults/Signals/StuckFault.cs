using FuncLibs.Blocks;

namespace Simulator.Faults.Signals;

/// <summary>Values that stay what they were at the first sample.</summary>
internal sealed class StuckFault(ChannelPart part) : ISignalFault
{
    private readonly double[] _held = new double[part.Columns];
    private bool _holds;

    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Range points = part.Points(block, out _);
        if (points.Start.Equals(points.End))
            return;
        for (int column = 0; column < part.Columns; column++)
        {
            if (!part.Has(column))
                continue;
            Span<double> values = FaultColumn.ValuesOf(part.Channel(block), column)[points];
            if (!_holds)
                _held[column] = values[0];
            values.Fill(_held[column]);
        }

        _holds = true;
    }
}
