using System.Numerics;

namespace FuncLibs.Signals.Elementwise;

/// <summary>One function of two values, written once, for a vector of any width; see <see cref="IUnaryKernel"/>.</summary>
public interface IBinaryKernel
{
    /// <summary>Applies the function to each pair of lanes.</summary>
    Vector<double> Apply(Vector<double> a, Vector<double> b);
}
