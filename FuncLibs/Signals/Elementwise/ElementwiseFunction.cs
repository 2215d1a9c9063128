using System.Collections.Immutable;

namespace FuncLibs.Signals.Elementwise;

/// <summary>An element-wise function as a value: found by name in configuration, applied to whole columns.</summary>
public abstract class ElementwiseFunction
{
    private protected ElementwiseFunction(string name) => Name = name;

    /// <summary>Every function of one value without parameters, in alphabetical order.</summary>
    public static ImmutableArray<ElementwiseFunction> All { get; } =
    [
        Of("abs", default(AbsKernel)),
        Of("ceiling", default(CeilingKernel)),
        Of("floor", default(FloorKernel)),
        Of("round", new RoundKernel<HalfAway>(0)),
        Of("sign", default(SignKernel)),
        Of("truncate", default(TruncateKernel)),
    ];

    /// <summary>Its name in configuration, expressions and snapshots: lower case.</summary>
    public string Name { get; }

    /// <summary>The function of that name, in any case, or null.</summary>
    public static ElementwiseFunction? Find(string name) =>
        All.FirstOrDefault(function => string.Equals(function.Name, name, StringComparison.OrdinalIgnoreCase));

    /// <summary>The function of one number.</summary>
    public abstract double Apply(double x);

    /// <summary>The function of each value; see <see cref="Unary"/>.</summary>
    public abstract void Apply(ReadOnlySpan<double> source, Span<double> target);

    private static Specialised<TKernel> Of<TKernel>(string name, TKernel kernel)
        where TKernel : struct, IUnaryKernel => new Specialised<TKernel>(name, kernel);

    // One virtual call a column; the loop inside is specialised for its kernel.
    private sealed class Specialised<TKernel> : ElementwiseFunction
        where TKernel : struct, IUnaryKernel
    {
        private readonly TKernel _kernel;

        public Specialised(string name, TKernel kernel)
            : base(name) => _kernel = kernel;

        public override double Apply(double x) => Unary.Apply(_kernel, x);

        public override void Apply(ReadOnlySpan<double> source, Span<double> target) => Unary.Apply(_kernel, source, target);
    }
}
