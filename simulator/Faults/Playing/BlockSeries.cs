using FuncLibs.Blocks;

namespace Simulator.Faults.Playing;

/// <summary>
/// Turns one due block into none, one or more emissions. At most one fault lasts at a time. Does not allocate.
/// </summary>
internal sealed class BlockSeries(BlockLayout layout, int pointsPerBlock)
{
    private const double Percent = 100;
    private readonly CDataBlock _held = new(layout);
    private BlockStamp _heldStamp;

    /// <summary>Emits what a block becomes under a fault, or under none.</summary>
    /// <param name="fault">The fault that lasts, or null.</param>
    /// <param name="tick">Number of the block.</param>
    /// <param name="block">The block.</param>
    /// <param name="stamp">Its header.</param>
    /// <param name="outlet">Where it goes.</param>
    public void Emit(ScheduledFault? fault, long tick, CDataBlock block, in BlockStamp stamp, IRigOutlet outlet)
    {
        switch (fault?.Kind)
        {
            case FaultKind.Gap or FaultKind.Offline:
                break;
            case FaultKind.Duplicate:
                outlet.Emit(block, stamp);
                outlet.Emit(block, stamp);
                break;
            case FaultKind.Reordered when tick == fault.From / pointsPerBlock:
                Hold(block, stamp);
                break;
            case FaultKind.Reordered when tick == (fault.To / pointsPerBlock) - 1:
                EmitWithHeld(block, stamp, outlet);
                break;
            case FaultKind.Stale when tick == fault.Start / pointsPerBlock:
                Hold(block, stamp);
                outlet.Emit(block, stamp);
                break;
            case FaultKind.Stale when tick == fault.From / pointsPerBlock:
                EmitWithHeld(block, stamp, outlet);
                break;
            case FaultKind.VarLength:
                Shorten(block, fault.Amount);
                outlet.Emit(block, stamp);
                break;
            case FaultKind.Overflow:
                outlet.Emit(block, stamp with { ErrorCode = (ushort)fault.Amount, BufferPerMille = FullPerMille });
                break;
            default:
                outlet.Emit(block, stamp);
                break;
        }
    }

    private const ushort FullPerMille = 1000;

    private void Hold(CDataBlock block, in BlockStamp stamp)
    {
        _held.CopyFrom(block);
        _heldStamp = stamp;
    }

    private void EmitWithHeld(CDataBlock block, in BlockStamp stamp, IRigOutlet outlet)
    {
        outlet.Emit(block, stamp);
        outlet.Emit(_held, _heldStamp);
    }

    private static void Shorten(CDataBlock block, double percent)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            for (int i = 0; i < block.ChannelCount(group); i++)
            {
                BlockChannel channel = block.Channel(group, i);
                channel.PointCount = (int)(channel.PointCount * percent / Percent);
            }
        }
    }
}
