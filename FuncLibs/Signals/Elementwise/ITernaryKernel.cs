using System.Numerics;

namespace FuncLibs.Signals.Elementwise;

/// <summary>One function of three values, written once, for a vector of any width; see <see cref="IUnaryKernel"/>.</summary>
public interface ITernaryKernel
{
    /// <summary>Applies the function to each triple of lanes.</summary>
    Vector<double> Apply(Vector<double> a, Vector<double> b, Vector<double> c);
}
