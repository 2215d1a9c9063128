using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace SignalMonitor.Derived;

/// <summary>What the blocks of a derived stream look like, from a switch of variables to the next:
/// its description and memory for its blocks.</summary>
internal sealed class DerivedForm
{
    /// <summary>A form; allocates, once for each set of variables.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="description">Its variables as analogue inputs; the number of the stream is filled in by the
    /// publisher.</param>
    /// <param name="blocks">Blocks that may be in use.</param>
    public DerivedForm(DerivedStream stream, StreamDescription description, int blocks)
    {
        Stream = stream;
        Description = description;
        Pool = new BlockPool(description.ToLayout(), blocks);
    }

    /// <summary>The stream.</summary>
    public DerivedStream Stream { get; }

    /// <summary>Its variables.</summary>
    public StreamDescription Description { get; }

    /// <summary>Memory for its blocks; the compute thread rents, the publishing thread returns.</summary>
    public BlockPool Pool { get; }
}
