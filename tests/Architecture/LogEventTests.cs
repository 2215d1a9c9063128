using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Architecture;

public class LogEventTests
{
    private static readonly (string Id, string Place)[] Events = SourceTree.Production.SelectMany(EventsIn).ToArray();

    [Fact]
    public void LoggerMessage_EveryMethod_HasAnExplicitId() =>
        Events.Where(e => !int.TryParse(e.Id, out _)).ShouldBeEmpty();

    [Fact]
    public void LoggerMessage_Ids_AreUniqueInTheWholeSolution()
    {
        Events.Length.ShouldBeGreaterThan(0);
        Events.GroupBy(e => e.Id).Where(group => group.Count() > 1).SelectMany(group => group).ShouldBeEmpty();
    }

    private static IEnumerable<(string Id, string Place)> EventsIn(SyntaxTree tree) => tree.GetRoot().DescendantNodes()
        .OfType<AttributeSyntax>()
        .Where(attribute => attribute.Name.ToString() == "LoggerMessage")
        .Select(
            attribute => (
                IdOf(attribute),
                $"{SourceTree.PathOf(tree)}:{attribute.GetLocation().GetLineSpan().StartLinePosition.Line + 1}"));

    private static string IdOf(AttributeSyntax attribute)
    {
        SeparatedSyntaxList<AttributeArgumentSyntax> arguments = attribute.ArgumentList!.Arguments;
        AttributeArgumentSyntax? named = arguments.FirstOrDefault(a => a.NameEquals?.Name.ToString() == "EventId");
        return (named ?? arguments[0]).Expression.ToString();
    }
}
