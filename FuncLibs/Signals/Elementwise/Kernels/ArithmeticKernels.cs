using System.Numerics;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>a + b.</summary>
public readonly struct AddKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => a + b;
}

/// <summary>a - b.</summary>
public readonly struct SubtractKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => a - b;
}

/// <summary>a * b.</summary>
public readonly struct MultiplyKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => a * b;
}

/// <summary>a / b, as IEEE 754: x/0 is an infinity of the sign of both, 0/0 is NaN.</summary>
public readonly struct DivideKernel : IBinaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> a, Vector<double> b) => a / b;
}

/// <summary>The square root, rounded correctly (IEEE 754 squareRoot): sqrt(-0.0) = -0.0, below zero NaN.</summary>
public readonly struct SqrtKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.SquareRoot(x);
}
