using FuncLibs.Blocks;

namespace Simulator.Faults.Signals;

/// <summary>Values in another unit: each times a factor.</summary>
internal sealed class FactorFault(ChannelPart part, double factor) : ISignalFault
{
    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Range points = part.Points(block, out _);
        for (int column = 0; column < part.Columns; column++)
        {
            if (!part.Has(column))
                continue;
            foreach (ref double value in FaultColumn.ValuesOf(part.Channel(block), column)[points])
                value *= factor;
        }
    }
}
