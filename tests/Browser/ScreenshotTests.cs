using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;
using Testing;
using Testing.Rigs;

namespace Browser;

/// <summary>
/// Pictures of the page in both themes: into docs/images when <c>TELEMETRY_DOCS_IMAGES=1</c>, otherwise into a folder
/// that is removed.
/// </summary>
[Collection(BrowserGroup.Name)]
[Trait("Lane", "pictures")]
public sealed class ScreenshotTests(ChromiumFixture browser) : IDisposable
{
    private const double ReferenceS = 8;

    // The specimen begins to be pulled after 5 s and breaks after 54: here it necks.
    private const double TensileS = 45;

    private const string Tensile = """
        {"format":"telemetry-variables/1","station":"lab/rig1","variables":[
          {"name":"stress","expression":"stress(servo1.force, 78.54 [mm^2])","unit":"MPa","displayDigits":1},
          {"name":"strain_percent","expression":"100 * strain(servo1.strain, 50 mm)","displayDigits":3}]}
        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Reference_IsPictured()
    {
        using DashboardRig rig =
            new(source: ["--Source:Type", "simulator", "--Source:Preset", "reference", "--Source:Seed", "1"]);
        await Take(rig, "reference", ReferenceS);
    }

    [Fact]
    public async Task Tensile_IsPictured()
    {
        using DashboardRig rig = new(
            source: ["--Source:Type", "simulator", "--Source:Preset", "tensile-steel", "--Source:Seed", "1"],
            definitions: Tensile);
        await Take(rig, "tensile", Picture.IsForDocs ? TensileS : 1);
    }

    [Fact]
    public async Task Overview_IsPictured()
    {
        const int Count = 6;
        using ManyRigs rigs = new(Count, prepared =>
        {
            prepared.SetLimit(2, "servo1.force", -1e6);
            prepared.Run("testrun", "start", "F-17", "--Specimen", "S355-4", "--Station", ManyRigs.StationOf(4));
        });
        for (int rig = 1; rig <= Count; rig++)
            rigs.WaitForState(rig, "live");
        rigs.KillConnector(Count);
        rigs.WaitForState(Count, "missing");
        foreach (string theme in (string[])["dark", "light"])
        {
            await using DashboardPage page = await DashboardPage.Open(
                browser, new Uri(rigs.Monitor.Endpoint("http")), wait: false, theme: theme);
            await Assertions.Expect(page.Page.Locator(".overview-tile")).ToHaveCountAsync(Count);
            await Shoot(page, $"dashboard-overview-{theme}.png");
        }
    }

    private async Task Take(DashboardRig rig, string name, double seconds)
    {
        await using DashboardPage dark = await DashboardPage.Open(browser, rig);
        await using DashboardPage light = await DashboardPage.Open(browser, rig, theme: "light");
        double begin = await dark.NewestDrawn();
        double end = begin + (Picture.IsForDocs ? seconds : 1);
        await light.Until(
            FormattableString.Invariant($"{DashboardPage.NewestDrawnScript} > {end}"),
            "the run goes on");
        foreach ((DashboardPage page, string theme) in new[] { (dark, "dark"), (light, "light") })
            await Shoot(page, $"dashboard-{name}-{theme}.png");
    }

    private async Task Shoot(DashboardPage page, string name)
    {
        string file = Picture.PathOf(_folder, name);
        await page.Page.ScreenshotAsync(new() { Path = file });
        new FileInfo(file).Length.ShouldBeGreaterThan(10_000);
    }
}
