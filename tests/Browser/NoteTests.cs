using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>Notes of the operator are on the time line of every plot.</summary>
[Collection(BrowserGroup.Name)]
public sealed class NoteTests(ChromiumFixture browser) : IDisposable
{
    private const string Text = "oil of the pump changed";
    private const string FirstNote = "window.telemetry.plots().find(plot => plot.kind === 'time')?.notes[0]";

    // Within 1.5 pixels of the note's share of the window's length.
    private const string IsAtItsPlace = $$"""
        (({ atS, x } = {}, { fromS, toS }, { left, width }) =>
            Math.abs(left + width * (atS - fromS) / (toS - fromS) - x) <= 1.5)(
            {{FirstNote}}, window.telemetry.window, document.querySelector('.u-over').getBoundingClientRect())
        """;

    private readonly DashboardRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Note_Entered_IsOnThePlotsAtItsTime()
    {
        await using DashboardPage page = await DashboardPage.Open(browser, _rig);
        await page.OpenDock("Events and notes");
        double before = await page.Number("window.telemetry.window.toS");
        await page.Page.GetByLabel("Note", new() { Exact = true }).FillAsync(Text);
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Add note" }).ClickAsync();
        await page.Until($"{FirstNote} !== undefined", "the plot marks it");
        double after = await page.Number("window.telemetry.window.toS");

        // A window that stands still has one place for it.
        await page.Page.Keyboard.PressAsync("Escape");
        await page.Page.GetByRole(AriaRole.Button, new() { Name = "Pause" }).ClickAsync();
        await page.Until("window.telemetry.window.paused", "the view stands");
        await page.Until(IsAtItsPlace, "the standing view has the note at its time");
        JsonElement note = await page.Read(FirstNote);
        note.GetProperty("texts")[0].GetString().ShouldBe($"kim: {Text}");
        double at = note.GetProperty("atS").GetDouble();
        at.ShouldBeInRange(before, after);

        // Who and what, where a person points at.
        LocatorBoundingBoxResult box = (await page.Page.Locator(".u-over").First.BoundingBoxAsync())!;
        await page.Page.Mouse.MoveAsync((float)note.GetProperty("x").GetDouble(), box.Y + (box.Height / 2));
        await page.Until(
            $"document.querySelector('.cursor-mark')?.textContent.endsWith('kim: {Text}')", "the cursor tells of it");
        page.Faults.ShouldBeEmpty();
    }
}
