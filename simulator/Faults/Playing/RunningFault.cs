using FuncLibs.Blocks.Catalogue;
using Simulator.Faults.Signals;

namespace Simulator.Faults.Playing;

/// <summary>A fault while its run lasts.</summary>
internal sealed class RunningFault(ScheduledFault fault, StreamDescription stream)
{
    /// <summary>What was scheduled.</summary>
    public ScheduledFault Fault { get; } = fault;

    /// <summary>What it does to values; null when nothing.</summary>
    public ISignalFault? Signal { get; } = ISignalFault.Of(fault, stream);

    /// <summary>True once its first sample was reached.</summary>
    public bool HasBegun { get; set; }
}
