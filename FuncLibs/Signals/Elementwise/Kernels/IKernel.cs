using System.Numerics;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>
/// One function of one value, written once, for a vector of any width. A number goes through the same code as an array,
/// so a result never depends on vector width, block size or position in a block.
/// </summary>
public interface IUnaryKernel
{
    /// <summary>Applies the function to each lane.</summary>
    Vector<double> Apply(Vector<double> x);
}

/// <summary>
/// One function of two values, written once, for a vector of any width; see <see cref="IUnaryKernel"/>.
/// </summary>
public interface IBinaryKernel
{
    /// <summary>Applies the function to each pair of lanes.</summary>
    Vector<double> Apply(Vector<double> a, Vector<double> b);
}

/// <summary>
/// One function of three values, written once, for a vector of any width; see <see cref="IUnaryKernel"/>.
/// </summary>
public interface ITernaryKernel
{
    /// <summary>Applies the function to each triple of lanes.</summary>
    Vector<double> Apply(Vector<double> a, Vector<double> b, Vector<double> c);
}
