using System.Runtime.Intrinsics;
using FuncLibs.Blocks.Serialization.Packed.Scales;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>The last step from an integer to a point, for one kind of <see cref="Scale"/>. A struct without fields: loops are
/// compiled for each.</summary>
internal interface IScaling
{
    /// <summary>One point.</summary>
    static abstract double Apply(double k, double factor);

    /// <summary>Four points.</summary>
    static abstract Vector256<double> Apply(Vector256<double> k, Vector256<double> factor, Vector256<double> inverse);

    /// <summary>Eight points.</summary>
    static abstract Vector512<double> Apply(Vector512<double> k, Vector512<double> factor, Vector512<double> inverse);
}
