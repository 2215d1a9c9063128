using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Tests.Signals.Expressions.Syntax;

/// <summary>Whether two trees are equal; places do not count.</summary>
internal static class NodeEquality
{
    /// <summary>True when the trees are equal.</summary>
    public static bool AreEqual(Node a, Node b) => (a, b) switch
    {
        (NumberNode x, NumberNode y) => x.Value.Equals(y.Value) && x.Unit == y.Unit,
        (NameNode x, NameNode y) => x.Name == y.Name,
        (TextNode x, TextNode y) => x.Value == y.Value,
        (UnaryNode x, UnaryNode y) => x.Operator == y.Operator && AreEqual(x.Operand, y.Operand),
        (BinaryNode x, BinaryNode y) =>
            x.Operator == y.Operator && AreEqual(x.Left, y.Left) && AreEqual(x.Right, y.Right),
        (CallNode x, CallNode y) => x.Name == y.Name && AreEqual(x.Arguments, y.Arguments, SameArgument),
        (TableNode x, TableNode y) => AreEqual(x.Rows, y.Rows, (p, q) => AreEqual(p, q, AreEqual)),
        _ => false,
    };

    private static bool SameArgument(Argument a, Argument b) => a.Name == b.Name && AreEqual(a.Value, b.Value);

    private static bool AreEqual<T>(IReadOnlyList<T> a, IReadOnlyList<T> b, Func<T, T, bool> same) =>
        a.Count == b.Count && a.Zip(b).All(pair => same(pair.First, pair.Second));
}
