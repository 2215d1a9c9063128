using System.Numerics;

namespace FuncLibs.Signals.Elementwise.Looks;

/// <summary>
/// What a loop remembers of the results it writes, while they are still in registers: a second pass over them would cost more than the
/// function itself.
/// </summary>
internal interface ILook
{
    /// <summary>What was seen so far, at first zeros, and these results. Order and grouping do not change what it says in the
    /// end.</summary>
    static abstract Vector<double> Add(Vector<double> seen, Vector<double> results);
}
