using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Elementwise;

namespace SignalMonitor.Computation;

/// <summary>
/// What is computed of a stream: its selected signals and the functions applied to each. Made once for each catalogue
/// revision, immutable.
/// </summary>
public sealed class SignalPlan
{
    /// <summary>Selects the signals of a stream.</summary>
    /// <param name="stream">What the stream is.</param>
    /// <param name="options">Names or patterns of signals, and names of functions; both were validated.</param>
    /// <param name="isGuess">True when there was no catalogue, and the description was made from a block.</param>
    public SignalPlan(StreamDescription stream, ComputeOptions options, bool isGuess = false)
    {
        Stream = stream;
        IsGuess = isGuess;
        Functions = [.. options.Functions.Select(name => ElementwiseFunction.Find(name)!)];
        StreamSignals signals = new(stream);
        HashSet<SignalDescription> selected = [.. options.Channels.SelectMany(signals.Match)];
        Signals = [.. signals.All.Where(selected.Contains)];
        MaxPoints = BlockPoints.MaxOf(signals);
    }

    /// <summary>What the stream is.</summary>
    public StreamDescription Stream { get; }

    /// <summary>True when <see cref="Stream"/> was made from a block: default names, no units, no ranges.</summary>
    public bool IsGuess { get; }

    /// <summary>The selected signals, in the order of the block.</summary>
    public ImmutableArray<SignalDescription> Signals { get; }

    /// <summary>The functions, each applied to every selected signal.</summary>
    public ImmutableArray<ElementwiseFunction> Functions { get; }

    /// <summary>Most points of any signal in a full block, selected or not.</summary>
    public int MaxPoints { get; }
}
