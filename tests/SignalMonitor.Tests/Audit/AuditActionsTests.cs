using System.Reflection;
using System.Text.RegularExpressions;
using SignalMonitor.Audit;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Audit;

public sealed partial class AuditActionsTests
{
    [Fact]
    public void Names_TableOfTheDocs_HasAllAndNoOther() =>
        Documented().Where(name => !OfAccounts(name)).Order(StringComparer.Ordinal)
            .ShouldBe(Known().Order(StringComparer.Ordinal));

    // Their names are in FuncLibs.Web.
    private static bool OfAccounts(string name) =>
        name.StartsWith("users.", StringComparison.Ordinal) || name.StartsWith("tokens.", StringComparison.Ordinal);

    private static IEnumerable<string> Known() => typeof(AuditActions)
        .GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (string)field.GetRawConstantValue()!)
        .Concat(DefinitionTables.All.Remove(DefinitionTables.Runs).Select(table => table.Plural).SelectMany(
            rows => new[] { AuditActions.Add(rows), AuditActions.Set(rows), AuditActions.Remove(rows) }));

    // `.set` continues the word before it; a word without a dot after "the same of" has the endings of the row.
    private static IEnumerable<string> Documented()
    {
        string page = File.ReadAllText(Repository.PathOf("docs", "audit.md"));
        int begins = page.IndexOf("## What is in it", StringComparison.Ordinal);
        int ends = page.IndexOf("\n## ", begins, StringComparison.Ordinal);
        foreach (Match row in Row().Matches(page[begins..ends]))
        {
            string begin = "";
            List<string> endings = [];
            foreach (string word in Word().Matches(row.Groups[1].Value).Select(word => word.Groups[1].Value))
            {
                if (!word.Contains('.', StringComparison.Ordinal))
                {
                    foreach (string end in endings)
                        yield return word + end;
                    continue;
                }

                begin = word[0] == '.' ? begin : word[..word.IndexOf('.', StringComparison.Ordinal)];
                endings.Add(word[0] == '.' ? word : word[begin.Length..]);
                yield return begin + endings[^1];
            }
        }
    }

    [GeneratedRegex("^\\| (`[a-z]+\\.[^|]*)\\|", RegexOptions.Multiline)]
    private static partial Regex Row();

    [GeneratedRegex("`([^`]*)`")]
    private static partial Regex Word();
}
