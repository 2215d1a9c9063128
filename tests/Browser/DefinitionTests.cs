using System.Text.Json;
using Browser.Pages;
using Browser.Rigs;
using Microsoft.Playwright;

namespace Browser;

/// <summary>
/// Limits, units, aliases and break triggers are added, refused at the field that is wrong, edited, and removed on the
/// page.
/// </summary>
[Collection(BrowserGroup.Name)]
public sealed class DefinitionTests(BreakingPage shared) : IClassFixture<BreakingPage>
{
    private const string Break = "snap";

    private static readonly string[] RefusedEdits = ["400", "409"];

    [Fact]
    public async Task Limit_UnknownChannelAndUnitThatDoesNotFit_IsRefusedThereThenWatched()
    {
        const string Key = "servo1.stroke:upper:warning";
        DefinitionForm limits = await DefinitionForm.Open(shared.Page, "Limits", "limit");
        await limits.New();
        await limits.IsRefused("Signal", "signal is needed");
        await limits.Fill("Signal", "servo1.strok");
        await limits.Fill("Value", "-1000");
        await limits.IsRefused("Signal", "(did you mean servo1.stroke?)");
        await limits.Fill("Signal", "servo1.stroke");
        await limits.Fill("Unit", "kN");
        await limits.IsRefused("Unit", "kN is not convertible to mm");
        await limits.Fill("Unit", "mm");
        await limits.Store(Key);
        DashboardRig.WaitFor(() => shared.Rig.Alarm("servo1.stroke") is not null, "the limit is watched");

        await limits.Edit(Key);
        await limits.Fill("Value", "1000");
        await limits.Store(Key);
        Stored("limits", Key)!.Value.GetProperty("value").GetDouble().ShouldBe(1000);
        await limits.Remove(Key);
        Stored("limits", Key).ShouldBeNull();
        NothingElseFailed();
    }

    [Fact]
    public async Task Limit_EditedMeanwhile_IsNotOverwrittenBeforeTheConflictIsShown()
    {
        const string Key = "servo2.force:lower:watch";
        (await Put("limits", Key, "ann", """{"value":-900,"unit":"kN"}""")).ShouldBe(200);
        DefinitionForm limits = await DefinitionForm.Open(shared.Page, "Limits", "limit");
        await limits.Edit(Key);
        await limits.Fill("Value", "-700");
        (await Put("limits", Key, "bob", """{"value":-800}""")).ShouldBe(200);
        await limits.IsRefused("bob changed it");
        await limits.Row(Key).GetByText("-800").WaitForAsync();
        Stored("limits", Key)!.Value.GetProperty("value").GetDouble().ShouldBe(-800, "bob's is kept");

        await limits.Store(Key);
        Stored("limits", Key)!.Value
            .GetProperty("value")
            .GetDouble()
            .ShouldBe(-700, "it was saved once more, knowingly");
        await limits.Remove(Key);
        NothingElseFailed();
    }

    [Fact]
    public async Task Unit_UnknownDimensionAndStandardName_IsRefusedThereThenUsable()
    {
        DefinitionForm units = await DefinitionForm.Open(shared.Page, "Units", "unit");
        await units.New();
        await units.Fill("Name", "kN");
        await units.Fill("Dimension", "NN");
        await units.Fill("Factor", "4448.2");
        await units.IsRefused("Dimension", "'NN' is no unit");
        await units.Fill("Dimension", "N");
        await units.IsRefused("Name", "kN is a standard unit");
        await units.Fill("Name", "kipf");
        await units.Store("kipf");

        await units.Edit("kipf");
        await units.Fill("Factor", "4448,2");
        await units.IsRefused("Factor", "a number is needed");
        await units.Fill("Factor", "4448.222");
        await units.Store("kipf");
        Stored("units", "kipf")!.Value.GetProperty("factor").GetDouble().ShouldBe(4448.222);
        await units.Remove("kipf");
        Stored("units", "kipf").ShouldBeNull();
        NothingElseFailed();
    }

    [Fact]
    public async Task Alias_UnknownChannel_IsRefusedThereThenStoredAndComesBackByUndo()
    {
        DefinitionForm aliases = await DefinitionForm.Open(shared.Page, "Aliases", "alias");
        await aliases.New();
        await aliases.Fill("Alias", "load_cell");
        await aliases.Fill("Channel", "servo1.forse");
        await aliases.IsRefused("Channel", "(did you mean servo1.force?)");
        await aliases.Fill("Channel", "servo1.force");
        await aliases.Store("load_cell");

        await aliases.Edit("load_cell");
        await aliases.Fill("Channel", "servo2.force");
        await aliases.Store("load_cell");
        Stored("aliases", "load_cell")!.Value.GetProperty("channel").GetString().ShouldBe("servo2.force");
        await aliases.Remove("load_cell");
        Stored("aliases", "load_cell").ShouldBeNull();
        await shared.Page.Page
            .Locator(".p-definitions")
            .GetByRole(AriaRole.Button, new() { Name = "Undo" })
            .ClickAsync();
        await aliases.Row("load_cell").WaitForAsync();
        NothingElseFailed();
    }

    [Fact]
    public async Task BreakTrigger_IsAddedAndTheSpecimenBreaks_CaptureIsDrawn()
    {
        DefinitionForm breaks = await DefinitionForm.Open(shared.Page, "Break triggers", "break trigger");
        await breaks.New();
        await breaks.Fill("Name", Break);
        await breaks.Fill("Force", "servo9.force");
        await breaks.Fill("Least force", "100");
        await breaks.IsRefused("Force", "has no signal servo9.force");
        await breaks.Fill("Force", "servo1.force");
        await breaks.Fill("Fall, %", "300");
        await breaks.IsRefused("Fall, %", "300 % is not allowed");
        await breaks.Fill("Fall, %", "50");
        await breaks.Fill("Kept before, ms", "200");
        await breaks.Fill("Kept after, ms", "100");
        await breaks.Store(Break);
        await breaks.Edit(Break);
        await breaks.Fill("Least force", "10");
        await breaks.Store(Break);
        Stored("breaks", Break)!.Value.GetProperty("minForce").GetDouble().ShouldBe(10);
        DashboardRig.WaitFor(() => States().SequenceEqual(["armed"]), "the trigger is armed");
        long before = shared.Rig.View.Delivered;
        DashboardRig.WaitFor(() => shared.Rig.View.Delivered > before + 30, "what is kept before a break is there");

        shared.Source.Break();
        await shared.Page.OpenDock("Captures");
        ILocator captures = shared.Page.Page.Locator(".p-captures");
        await captures.GetByRole(AriaRole.Button, new() { Name = $"{Break} of main" }).ClickAsync();
        await captures.GetByText($"{Break}: ").WaitForAsync();
        ILocator force =
            captures.GetByRole(AriaRole.Img).Filter(new() { Has = shared.Page.Page.Locator("canvas") }).First;
        (await force.GetAttributeAsync("aria-label"))!.ShouldContain("s from the break");
        (await Labels(captures)).ShouldContain("servo1.force: 2 to 50.02 kN");

        breaks = await DefinitionForm.Open(shared.Page, "Break triggers", "break trigger");
        await breaks.Remove(Break);
        DashboardRig.WaitFor(() => !States().Any(), "the trigger is gone");
        NothingElseFailed();
    }

    private static async Task<string> Labels(ILocator captures) => string.Join(
        "; ",
        await captures
            .GetByRole(AriaRole.Img)
            .EvaluateAllAsync<string[]>("all => all.map(one => one.getAttribute('aria-label'))"));

    private IEnumerable<string?> States() => shared.Rig.View.Health.TryGetProperty("breaks", out JsonElement breaks)
        ? breaks.EnumerateArray().Select(one => one.GetProperty("state").GetString()) : [];

    private JsonElement? Stored(string kind, string key)
    {
        JsonElement[] found =
        [
            .. shared.Rig.Monitor.Json("/api/definitions?stream=main").GetProperty(kind).EnumerateArray()
                .Where(row => row.GetProperty("key").GetString() == key),
        ];
        return found is [var row] ? row : null;
    }

    // As somebody else's browser does.
    private Task<int> Put(string kind, string key, string by, string body) => shared.Page.Page.EvaluateAsync<int>(
        """
        async ([address, body]) => (await fetch(address, {
          method: "PUT", headers: { "X-Telemetry": "1", "Content-Type": "application/json" }, body,
        })).status
        """,
        new[] { $"/api/definitions/{kind}/{key}?stream=main&by={by}", body });

    // A refused edit is in the console of the browser, by its status.
    private void NothingElseFailed() => shared.Page.Faults
        .Where(fault => !RefusedEdits.Any(status => fault.Contains(status, StringComparison.Ordinal))).ShouldBeEmpty();
}
