using System.Text.RegularExpressions;
using SignalMonitor.Exporting.Formats;
using Testing;

namespace SignalMonitor.Tests.Exporting.Formats;

public sealed partial class ExportFormatsTests
{
    [Fact]
    public void All_DashboardsList_HasTheSameInTheSameOrder()
    {
        string source = File.ReadAllText(
            Repository.PathOf("dashboard", "src", "panels", "exports", "export-request.ts"));

        Names().Matches(FormatsOfTheDashboard().Match(source).Groups[1].Value).Select(name => name.Groups[1].Value)
            .ShouldBe(ExportFormats.All.Select(format => format.Name));
    }

    [Fact]
    public void Names_ASentence_EndsWithOr() =>
        ExportFormats.Names.ShouldBe("csv, jsonl, parquet, hdf5, mcap or npy");

    [Fact]
    public void ResumableNames_FormatsThatContinue_AreNamed() =>
        ExportFormats.ResumableNames.ShouldBe("csv, jsonl, npy");

    [GeneratedRegex("""export const formats = \[([^\]]*)\]""")]
    private static partial Regex FormatsOfTheDashboard();

    [GeneratedRegex("\"([^\"]*)\"")]
    private static partial Regex Names();
}
