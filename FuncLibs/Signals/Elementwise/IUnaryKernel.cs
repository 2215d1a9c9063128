using System.Numerics;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// One function of one value, written once, for a vector of any width. A number goes through the same code as an array,
/// so a result never depends on vector width, block size or position in a block.
/// </summary>
public interface IUnaryKernel
{
    /// <summary>Applies the function to each lane.</summary>
    Vector<double> Apply(Vector<double> x);
}
