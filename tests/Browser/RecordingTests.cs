using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;
using Testing;

namespace Browser;

/// <summary>Recorded test runs: opened, compared, and with a limit that is tried on them.</summary>
[Collection(BrowserGroup.Name)]
public sealed class RecordingTests(RecordedPage shared) : IClassFixture<RecordedPage>
{
    private const string Signal = "servo1.force";
    private const string Route = "/api/recordings/lab/rig1/T-1";

    [Fact]
    public async Task Recording_ComparedWithAnother_DrawsWhatBothHave()
    {
        await Open();
        await shared.Page.Until($"{Trace("T-1")}?.buckets.fromS.length > 20", "T-1 is drawn");
        JsonElement drawn = await shared.Page.Read($"{Trace("T-1")}.buckets");
        await View.GetByLabel("Compare with").SelectOptionAsync(new SelectOptionValue { Label = "T-2 (lab/rig1)" });
        await shared.Page.Until($"{Trace("T-2")}?.buckets.fromS.length > 20", "T-2 is drawn over it");

        // The greatest value of the window is that of the samples, whatever the width of a bucket.
        JsonElement recording = shared.Rig.Monitor.Json(Route);
        (string from, string to) = (
            recording.GetProperty("fromNs").GetString()!, recording.GetProperty("toNs").GetString()!);
        JsonElement history = shared.Rig.Monitor.Json(
            $"{Route}/history?stream=main&channel={Signal}&from={from}&to={to}&buckets=2048").GetProperty("channels")[0];
        Greatest(drawn).ShouldBe(Greatest(history));
        await View.GetByText("Recorded", new() { Exact = true }).WaitForAsync();
        await View.GetByLabel("Compare with").SelectOptionAsync("");
        await shared.Page.Until($"{Trace("T-2")} === undefined", "T-1 is alone again");
        shared.Page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Screenshots_OfARecording_ArePictures()
    {
        using TemporaryFolder folder = new();
        await Open();
        await View.GetByLabel("Compare with").SelectOptionAsync(new SelectOptionValue { Label = "T-2 (lab/rig1)" });
        await shared.Page.Until($"{Trace("T-2")}?.buckets.fromS.length > 20", "T-2 is drawn over it");
        await Keep(folder, "dashboard-compare-dark.png");
        await View.GetByLabel("Compare with").SelectOptionAsync("");
        await shared.Page.Until($"{Trace("T-1")}?.buckets.fromS.length > 20", "T-1 is drawn alone");
        await Keep(folder, "dashboard-recording-dark.png");
    }

    [Fact]
    public async Task WhatIf_LimitThatIsCrossed_IsDrawnWhereItCounted()
    {
        await Open();
        await View.GetByRole(AriaRole.Tab, new() { Name = "What if" }).ClickAsync();
        ILocator form = View.GetByRole(AriaRole.Form, new() { Name = "Limit to try" });
        await form.GetByLabel("Signal").FillAsync(Signal);
        await form.GetByLabel("Value", new() { Exact = true }).FillAsync("30");
        await form.GetByRole(AriaRole.Button, new() { Name = "Try" }).ClickAsync();
        await shared.Page.Until($"{Recorded}.excursions.length > 0", "stretches are drawn");

        JsonElement excursions = await shared.Page.Read($"{Recorded}.excursions");
        string summary = await View.Locator(".p-what-if [role=status]").First.InnerTextAsync();
        summary.ShouldStartWith($"{excursions.GetArrayLength()} alarm");
        excursions[0].GetProperty("signal").GetString().ShouldBe(Signal);
        await form.GetByRole(AriaRole.Button, new() { Name = "Clear" }).ClickAsync();
        await shared.Page.Until($"{Recorded}.excursions.length === 0", "nothing is drawn any more");
        shared.Page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Limit_TriedBeforeItIsSaved_IsMarkedInTheRecording()
    {
        ILocator tries = await TryLimit("T-1", "30");
        await shared.Page.Until($"{Plot}.excursions.length > 0", "stretches are marked");

        string summary = await tries.GetByRole(AriaRole.Status).InnerTextAsync();
        JsonElement excursions = await shared.Page.Read($"{Plot}.excursions");
        summary.ShouldStartWith($"{excursions.GetArrayLength()} alarm");
        (await shared.Page.Read($"{Plot}.limits"))[0].GetString().ShouldBe("tried: servo1.force > 30 kN");
        await FirstTrip.ClickAsync();
        await shared.Page.Until(
            $"{Recorded}?.excursions.length === {excursions.GetArrayLength()}", "the recording has the same marks");
        await CloseLimit();
        await shared.Page.Until($"{Recorded}.excursions.length === 0", "nothing is marked any more");
        shared.Page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task Limit_TriedOnTheRunThatIsRecorded_IsShownInTheLivePlots()
    {
        await Post("/api/testrun/start?by=kim", """{"name":"T-4"}""");
        DashboardRig.WaitFor(() => BlocksOf("T-4") > 300, "a second is on the disk");
        await TryLimit("T-4 (being recorded)", "30");
        await FirstTrip.ClickAsync();

        await shared.Page.Until(
            $"{Plot}.excursions[0].fromS > window.telemetry.window.fromS"
                + $" && {Plot}.excursions[0].fromS < window.telemetry.window.toS && window.telemetry.window.paused",
            "the first stretch is in sight");
        await CloseLimit();
        await shared.Page.Page.Keyboard.PressAsync("l");
        await Post("/api/testrun/stop?by=kim", "{}");
        shared.Page.Faults.ShouldBeEmpty();
    }

    [Fact]
    public async Task TestRun_StartedEditedAndStopped_IsRecorded()
    {
        IPage page = shared.Page.Page;
        await shared.Page.OpenDock("Test run");
        await page.GetByRole(AriaRole.Button, new() { Name = "Start a test run" }).ClickAsync();
        ILocator form = page.GetByRole(AriaRole.Form, new() { Name = "Edit test run" });
        await form.GetByLabel("Name").FillAsync("T-3");
        await form.GetByRole(AriaRole.Button, new() { Name = "Start" }).ClickAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Edit", Exact = true }).ClickAsync();
        await form.GetByLabel("Specimen").FillAsync("S-3");
        await form.GetByRole(AriaRole.Button, new() { Name = "Save" }).ClickAsync();
        await form.WaitForAsync(new() { State = WaitForSelectorState.Hidden });
        await page.GetByRole(AriaRole.Button, new() { Name = "Stop", Exact = true }).ClickAsync();
        await page.Keyboard.PressAsync("Enter");
        await page.GetByRole(AriaRole.Button, new() { Name = "Start a test run" }).WaitForAsync();

        await shared.Page.OpenDock("Recordings");
        ILocator row = page.Locator(".p-recordings-table tr").Filter(new() { HasText = "T-3" });
        await row.GetByText("closed").WaitForAsync();
        (await row.InnerTextAsync()).ShouldContain("S-3");
        shared.Page.Faults.ShouldBeEmpty();
    }

    private const string Recorded = "window.telemetry.recorded()[0]";

    private const string Plot =
        $"window.telemetry.plots().find(plot => plot.signals.some(signal => signal.name === '{Signal}'))";

    private ILocator FirstTrip => shared.Page.Page.Locator(".p-definitions")
        .GetByRole(AriaRole.Group, new() { Name = "When it would have tripped" })
        .GetByRole(AriaRole.Button).First;

    private async Task<ILocator> TryLimit(string run, string value)
    {
        DefinitionForm limits = await DefinitionForm.Open(shared.Page, "Limits", "limit");
        await limits.New();
        await limits.Fill("Signal", Signal);
        await limits.Fill("Value", value);
        ILocator tries = shared.Page.Page.GetByRole(AriaRole.Group, new() { Name = "Try this limit" });
        ILocator option = tries.Locator("option").Filter(new() { HasText = run });
        await option.WaitForAsync(new() { State = WaitForSelectorState.Attached });
        await tries.GetByLabel("Try on").SelectOptionAsync((await option.First.GetAttributeAsync("value"))!);
        await tries.GetByRole(AriaRole.Button, new() { Name = "Try", Exact = true }).ClickAsync();
        return tries;
    }

    private async Task CloseLimit()
    {
        await shared.Page.OpenDock("Definitions");
        ILocator form = shared.Page.Page.GetByRole(AriaRole.Form, new() { Name = "Edit limit" });
        await form.GetByRole(AriaRole.Button, new() { Name = "Cancel" }).ClickAsync();
    }

    private async Task Post(string address, string body) => await shared.Page.Page.EvaluateAsync(
        """
        async ([address, body]) => {
          const sent = await fetch(address, { method: "POST", headers: { "X-Telemetry": "1" }, body });
          if (!sent.ok) throw new Error(await sent.text());
        }
        """,
        new[] { address, body });

    private long BlocksOf(string run) => shared.Rig.Monitor.Json("/api/recordings").GetProperty("recordings")
        .EnumerateArray().Where(one => one.GetProperty("run").GetString() == run)
        .Sum(one => one.GetProperty("blocks").GetInt64());

    private ILocator View => shared.Page.Page.Locator(".p-recording");

    private async Task Open()
    {
        if (await View.CountAsync() == 0)
        {
            await shared.Page.OpenDock("Recordings");
            await shared.Page.Page.GetByRole(AriaRole.Button, new() { Name = "Open the recording of T-1" }).ClickAsync();
        }

        // Plots that another test left out of sight are not drawn.
        await View.Locator(".p-run-plot").First.EvaluateAsync("plot => plot.scrollIntoView()");
    }

    private async Task Keep(TemporaryFolder folder, string name)
    {
        string file = Picture.PathOf(folder, name);
        await shared.Page.Page.ScreenshotAsync(new() { Path = file });
        new FileInfo(file).Length.ShouldBeGreaterThan(10_000);
    }

    private static string Trace(string run) =>
        $"{Recorded}?.traces.find(trace => trace.run === '{run}' && trace.signal === '{Signal}')";

    private static double Greatest(JsonElement buckets) => buckets.GetProperty("max").EnumerateArray()
        .Where(value => value.ValueKind == JsonValueKind.Number).Max(value => value.GetDouble());
}
