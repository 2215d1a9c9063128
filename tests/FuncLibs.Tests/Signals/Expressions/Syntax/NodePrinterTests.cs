using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Tests.Signals.Expressions.Syntax;

public class NodePrinterTests
{
    private const int Seed = 6;
    private const int Trees = 20_000;

    [Fact]
    public void Print_OfRandomTrees_ParsesToTheSameTree()
    {
        RandomTree trees = new(new Random(Seed));
        for (int i = 0; i < Trees; i++)
        {
            Node tree = trees.Next(i % 6);
            string printed = NodePrinter.Print(tree);

            ParseOutcome parsed = ExpressionParser.Parse(printed);

            parsed.Fault.ShouldBeNull(printed);
            NodeEquality.AreEqual(tree, parsed.Tree!).ShouldBeTrue(printed);
        }
    }
}
