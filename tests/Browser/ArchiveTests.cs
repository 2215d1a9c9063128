using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;
using Testing.Databases;

namespace Browser;

/// <summary>The archive of two rigs: searched, opened and compared in the dashboard of one.</summary>
[Collection(BrowserGroup.Name)]
public sealed class ArchiveTests(ArchivedPage shared) : IClassFixture<ArchivedPage>
{
    private const string Signal = "servo1.force";
    private const string Recorded = "window.telemetry.recorded()";

    private ILocator Panel => shared.Page.Page.Locator(".p-archive");

    private ILocator Rows => Panel.Locator("tbody tr");

    [ArchiveFact]
    public async Task Search_BySpecimenAndResult_FindsTheTestOfTheOtherRigByKeyboard()
    {
        await Open();
        ILocator specimen = Panel.GetByLabel("Specimen", new() { Exact = true });
        await specimen.FocusAsync();
        await shared.Page.Page.Keyboard.TypeAsync("al-t-2");
        await shared.Page.Page.Keyboard.PressAsync("Enter");
        await Rows.Filter(new() { HasText = "T-1" }).WaitForAsync(new() { State = WaitForSelectorState.Detached });

        string found = await Rows.InnerTextAsync();
        found.ShouldContain("lab/rig2");
        found.ShouldContain("complete");
        found.ShouldContain("Fmax ");
        await Search("Results", "Fmax<=-1e9");
        await Panel.GetByText("No test in the archive fits.").WaitForAsync();
        await Search("Results", "nonsense");
        await Panel.GetByText("'nonsense' is no condition").WaitForAsync();
        await Search("Results", "");
        await Search("Specimen", "");
        await Rows.Nth(1).WaitForAsync();
        (await Rows.Nth(0).InnerTextAsync()).ShouldContain("T-1");
    }

    [ArchiveFact]
    public async Task Compare_TestsOfTwoRigs_DrawsBothAndHasNoViolations()
    {
        await Open();
        await Rows.Nth(1).WaitForAsync();
        await Panel.GetByLabel("Compare T-1 of lab/rig1").CheckAsync();
        await Panel.GetByLabel("Compare T-2 of lab/rig2").CheckAsync();
        await shared.Page.Page.EvaluateAsync(Axe.Script);
        (await Axe.Violations(shared.Page, "archive")).ShouldBeEmpty();
        await Panel.GetByRole(AriaRole.Button, new() { Name = "Compare", Exact = true }).ClickAsync();

        await shared.Page.Until($"{Trace("T-1")}?.buckets.fromS.length > 20", "T-1 is drawn");
        await shared.Page.Until($"{Trace("T-2")}?.buckets.fromS.length > 20", "T-2 is drawn over it");
        JsonElement test = shared.Rig.Monitor.Json("/api/recordings/%40lab/rig2/T-2");
        test.GetProperty("id").GetString().ShouldBe("@lab/rig2/T-2");
        (await shared.Page.Page.Locator(".p-recording").First.GetByLabel("Compare with").InputValueAsync())
            .ShouldBe("@lab/rig2/T-2");
        shared.Page.Faults.ShouldBeEmpty();
    }

    private async Task Open()
    {
        if (await Panel.CountAsync() > 0)
            return;
        await shared.Page.OpenDock("Recordings");
        await shared.Page.Page.Locator(".p-recordings").GetByRole(AriaRole.Button, new() { Name = "Archive" }).ClickAsync();
        await Rows.First.WaitForAsync();
    }

    private async Task Search(string field, string text)
    {
        await Panel.GetByLabel(field, new() { Exact = true }).FillAsync(text);
        await Panel.GetByRole(AriaRole.Button, new() { Name = "Search" }).ClickAsync();
    }

    private static string Trace(string run) =>
        $"{Recorded}.flatMap(one => one.traces).find(trace => trace.run === '{run}' && trace.signal === '{Signal}')";

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class ArchiveFactAttribute : FactAttribute
    {
        public ArchiveFactAttribute() => Skip = PostgresServer.Missing;
    }
}
