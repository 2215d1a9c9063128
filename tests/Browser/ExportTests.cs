using System.Buffers.Binary;
using System.Globalization;
using System.Text.RegularExpressions;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>The visible window as a file.</summary>
[Collection(BrowserGroup.Name)]
public sealed partial class ExportTests(SmallRigPage shared) : IClassFixture<SmallRigPage>
{
    private const string Signal = "servo1.force";
    private const double BucketS = 0.1;
    private const int HeaderBytes = 24;

    [Fact]
    public async Task Csv_OfTheVisibleWindow_HasTheValuesOfHistory()
    {
        double begin = await shared.Page.LiveDrawn(Signal);
        await shared.Page.Until(
            FormattableString.Invariant($"{DashboardPage.NewestOfScript(Signal)} > {begin + 2}"),
            "two seconds are drawn");
        string csv = await File.ReadAllTextAsync(await Export("Export CSV", ".csv"));
        DrawnBuckets history =
            DrawnBuckets.OfHistory(shared.Rig.Monitor.Json($"/history?channel={Signal}&seconds=20&buckets=400"));
        DrawnBuckets exported = OfCsv(csv);

        // Buckets that are whole on both sides: after what was drawn first, before the newest.
        double last = Math.Floor((exported.FromS[^1] - BucketS) / BucketS) * BucketS;
        double[] starts =
        [
            .. history.FromS.Where(
                start => start >= begin && start < last && history.Together(start, start + BucketS) is not null),
        ];
        starts.Length.ShouldBeGreaterThan(10);
        foreach (double start in starts)
            exported
                .Together(start, start + BucketS)
                .ShouldBe(history.Together(start, start + BucketS), $"bucket at {start:F1} s");
        shared.Page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Png_OfAPlot_IsAPictureOfItsSize()
    {
        byte[] picture = await File.ReadAllBytesAsync(await Export("Export PNG", ".png"));

        picture.AsSpan(1, 3).SequenceEqual("PNG"u8).ShouldBeTrue();
        picture.Length.ShouldBeGreaterThan(HeaderBytes);
        double canvas = await shared.Page.Number("document.querySelector('.main .plot-body canvas').width");
        BinaryPrimitives.ReadUInt32BigEndian(picture.AsSpan(16)).ShouldBe((uint)canvas);
        shared.Page.Faults.ShouldBeEmpty();
    }

    private async Task<string> Export(string entry, string ending)
    {
        ILocator panel = shared.Page.Page.Locator(".main section.panel").Filter(new() { HasText = "force" }).First;
        await panel.Locator(".menu-button").ClickAsync();
        IDownload download = await shared.Page.Page.RunAndWaitForDownloadAsync(
            () => panel.GetByRole(AriaRole.Menuitem, new() { Name = entry }).ClickAsync());
        download.SuggestedFilename.ShouldSatisfyAllConditions(
            name => name.ShouldStartWith(Signal),
            name => name.ShouldEndWith(ending));
        return await download.PathAsync();
    }

    // time_utc, start_ns, width_ns, then first, last, min, max and count of each signal; those of the first one are
    // read.
    private static DrawnBuckets OfCsv(string csv)
    {
        string[] lines = csv.Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        lines[0].ShouldStartWith(
            $"time_utc,start_ns,width_ns,{Signal} [kN] first,{Signal} [kN] last,{Signal} [kN] min,{Signal} [kN] max,{Signal} [kN] count");
        string[][] rows = [.. lines.Skip(1).Select(line => line.Split(','))];
        rows.ShouldAllBe(row => Utc().IsMatch(row[0]));
        double[] Of(int column) =>
            [.. rows.Select(row =>
                row[column].Length == 0 ? double.NaN : double.Parse(row[column], CultureInfo.InvariantCulture))];
        return new(
            [.. Of(1).Select(ns => ns / 1e9)], Of(5), Of(6), Of(3), Of(4), [.. Of(7).Select(count => (long)count)]);
    }

    [GeneratedRegex(@"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
    private static partial Regex Utc();
}
