using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Text;

namespace FuncLibs.Signals.Expressions.Tree;

/// <summary>A table of constants: rows between semicolons, entries between commas, <c>[0 V, 0 kN; 10 V, 100 kN]</c>.</summary>
/// <param name="rows">One row or more, of one entry or more each.</param>
/// <param name="place">Where the bracket stands.</param>
public sealed class TableNode(ImmutableArray<ImmutableArray<Node>> rows, TextPlace place = default)
    : Node(place, rows.SelectMany(row => row).Select(entry => entry.Depth).DefaultIfEmpty().Max() + 1)
{
    /// <summary>The rows.</summary>
    public ImmutableArray<ImmutableArray<Node>> Rows { get; } = rows;
}
