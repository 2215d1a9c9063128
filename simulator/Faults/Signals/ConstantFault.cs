using FuncLibs.Blocks;

namespace Simulator.Faults.Signals;

/// <summary>One value instead of what was measured: NaN or an infinity.</summary>
internal sealed class ConstantFault(ChannelPart part, double value) : ISignalFault
{
    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Range points = part.Points(block, out _);
        for (int column = 0; column < part.Columns; column++)
        {
            if (part.Has(column))
                FaultColumn.ValuesOf(part.Channel(block), column)[points].Fill(value);
        }
    }
}
