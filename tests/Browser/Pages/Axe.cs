using System.Text.Json;

namespace Browser.Pages;

/// <summary>
/// The accessibility engine axe-core, run in a page by the browser itself: the page's policy allows no foreign script.
/// </summary>
internal static class Axe
{
    /// <summary>Its source, to be evaluated once in a page.</summary>
    public static string Script { get; } = Read();

    /// <summary>What it finds, one line for each: where, rule, how to mend it, element.</summary>
    public static async Task<IEnumerable<string>> Violations(DashboardPage page, string where)
    {
        JsonElement result = await page.Page.EvaluateAsync<JsonElement>(
            "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
            + ".flatMap(rule => rule.nodes.map(node => ({ id: rule.id, help: rule.help, html: node.html, why: "
            + "node.failureSummary })))");
        return [.. result.EnumerateArray().Select(found =>
            $"{where}: {found.GetProperty("id").GetString()}: {found.GetProperty("help").GetString()}: "
                + $"{found.GetProperty("html").GetString()} "
            + found.GetProperty("why").GetString())];
    }

    private static string Read()
    {
        using Stream resource = typeof(Axe).Assembly.GetManifestResourceStream("axe.min.js")!;
        using StreamReader reader = new(resource);
        return reader.ReadToEnd();
    }
}
