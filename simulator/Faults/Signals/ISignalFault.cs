using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace Simulator.Faults.Signals;

/// <summary>
/// Changes the values of a filled block in place: a function of the fault, the sample index and the values, whatever the size of a block.
/// It is given every block from the fault's beginning on, in order. Takes no memory.
/// </summary>
internal interface ISignalFault
{
    /// <summary>Changes the points that the fault touches.</summary>
    void Apply(CDataBlock block);

    /// <summary>What a kind of fault does to values; null when it does nothing to them.</summary>
    static ISignalFault? Of(ScheduledFault fault, StreamDescription stream) => fault.Kind switch
    {
        FaultKind.Nan => new ConstantFault(new ChannelPart(fault, stream), double.NaN),
        FaultKind.Inf => new ConstantFault(
            new ChannelPart(fault, stream), fault.Amount < 0 ? double.NegativeInfinity : double.PositiveInfinity),
        FaultKind.Stuck => new StuckFault(new ChannelPart(fault, stream)),
        FaultKind.Drift => new DriftFault(new ChannelPart(fault, stream), fault.Amount / RateOf(fault, stream)),
        FaultKind.Unit => new FactorFault(new ChannelPart(fault, stream), fault.Amount),
        FaultKind.Wrap24 => new CountFault(new ChannelPart(fault, stream), bits: 24, (long)fault.Amount),
        FaultKind.Wrap32 => new CountFault(new ChannelPart(fault, stream), bits: 32, (long)fault.Amount),
        _ => null,
    };

    private static double RateOf(ScheduledFault fault, StreamDescription stream)
    {
        ChannelDescription channel = stream.Channels(fault.Place.Group)[fault.Place.Channel];
        return stream.BaseRateHz * channel.RateNum / channel.RateDen;
    }
}
