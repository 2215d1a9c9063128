using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Tests.Signals.Expressions.Syntax;

/// <summary>Trees of every kind of node, as a parser could give them.</summary>
internal sealed class RandomTree(Random random)
{
    private static readonly string[] Units = ["", "", "kN", "%", "kN/mm", "mm^2", "and", "°", "a b"];
    private static readonly string[] Names = ["x", "servo1.force", "a_1", "e3", "µ", "half_even"];

    public Node Next(int levels) => levels == 0 || random.Next(4) == 0 ? Leaf() : random.Next(6) switch
    {
        0 => new UnaryNode(UnaryOperator.Negate, Next(levels - 1)),
        1 => new UnaryNode(UnaryOperator.Not, Next(levels - 1)),
        2 => new CallNode(Names[random.Next(Names.Length)], Arguments(levels - 1)),
        3 => new TableNode(Rows(levels - 1)),
        _ =>
            new BinaryNode(
                (BinaryOperator)random.Next((int)BinaryOperator.Power + 1), Next(levels - 1), Next(levels - 1)),
    };

    private Node Leaf() => random.Next(4) switch
    {
        0 => new NameNode(Names[random.Next(Names.Length)]),
        1 => new TextNode("kN [" + random.Next(10)),
        _ => new NumberNode(Number(), Units[random.Next(Units.Length)]),
    };

    private double Number() => random.Next(3) switch
    {
        0 => random.Next(1000),
        1 => random.NextDouble(),
        _ => BitConverter.Int64BitsToDouble(random.NextInt64(0x7FEF_FFFF_FFFF_FFFF)),
    };

    private ImmutableArray<Argument> Arguments(int levels) =>
        [.. Enumerable.Range(0, random.Next(4))
            .Select(_ => new Argument(random.Next(3) == 0 ? "digits" : null, Next(levels), default))];

    private ImmutableArray<ImmutableArray<Node>> Rows(int levels) =>
        [.. Enumerable.Range(0, random.Next(1, 3)).Select(_ => Row(levels))];

    private ImmutableArray<Node> Row(int levels) =>
        [.. Enumerable.Range(0, random.Next(1, 4)).Select(_ => Next(levels))];
}
