using System.Collections.Immutable;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>A table of pairs that was given to a function.</summary>
/// <param name="X">Places, in the unit of the function's first operand.</param>
/// <param name="Y">Values.</param>
/// <param name="Unit">Unit of the values; null when none was said.</param>
internal sealed record BoundTable(ImmutableArray<double> X, ImmutableArray<double> Y, Unit? Unit);
