using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Architecture;

public class LineWidthTests
{
    private const int Widest = 120;

    // A message or a document on one line is searched for as it is printed: texts count as two quotation marks.
    [Fact]
    public void Sources_HaveLinesOfAtMost120Columns() =>
        SourceTree.Production.Concat(SourceTree.Tests).SelectMany(TooWide).ShouldBeEmpty();

    private static IEnumerable<string> TooWide(SyntaxTree tree)
    {
        foreach (TextLine line in tree.GetText().Lines.Where(line => line.End - line.Start > Widest))
        {
            int texts = tree.GetRoot().DescendantNodes(node => !IsText(node))
                .Where(node => IsText(node) && node.Span.IntersectsWith(line.Span))
                .Sum(node => Math.Min(node.Span.End, line.End) - Math.Max(node.SpanStart, line.Start) - 2);
            if (line.End - line.Start - texts > Widest)
                yield return $"{SourceTree.PathOf(tree)}:{line.LineNumber + 1} has {line.End - line.Start} columns";
        }
    }

    private static bool IsText(SyntaxNode node) => node.Kind() is SyntaxKind.StringLiteralExpression
        or SyntaxKind.Utf8StringLiteralExpression or SyntaxKind.InterpolatedStringExpression;
}
