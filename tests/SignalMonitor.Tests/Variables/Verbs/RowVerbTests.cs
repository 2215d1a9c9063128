using System.Text.Json;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using Testing;

namespace SignalMonitor.Tests.Variables.Verbs;

public sealed class RowVerbTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Limits_Set_AddsThenChangesWhatIsGiven()
    {
        (await Run(
            "limits",
            "set",
            "servo1.force",
            "--Kind",
            "upper",
            "--Severity",
            "severe",
            "--Value",
            "90",
            "--Latch",
            "true"))
            .ShouldBe((0, "limit servo1.force upper severe: revision 1\n", ""));
        (await Run(
            "limits", "set", "servo1.force", "--Kind", "upper", "--Severity", "severe", "--Value", "-5", "--By", "kim"))
            .ShouldBe((0, "limit servo1.force upper severe: revision 2\n", ""));

        JsonElement limit = (await List("limits")).Single(
            row => row.GetProperty("severity").GetString() == "severe"
                && row.GetProperty("variable").GetString() == "servo1.force");
        (limit.GetProperty("value").GetDouble(), limit.GetProperty("latch").GetBoolean(), limit.GetProperty("changed_by").GetString())
            .ShouldBe((-5, true, "kim"));
    }

    [Fact]
    public async Task Limits_SetWithoutAUnit_TakesTheOneOfTheChannelAndKeepsIt()
    {
        KnownStreams.Save(_folder.Path, "lab/rig1", [TestStream.Description]);
        await Run("limits", "set", "servo1.force", "--Kind", "upper", "--Value", "90");
        await Run("limits", "set", "servo1.force", "--Kind", "rate", "--Value", "9000", "--MinDurationCount", "3");
        await Run("limits", "set", "servo1.force", "--Kind", "stale", "--Value", "90");
        await Run("limits", "set", "servo1.force", "--Kind", "lower", "--Value", "-9", "--Unit", "N");

        JsonElement[] rows =
        [
            .. (await List("limits")).Where(row => row.GetProperty("variable").GetString() == "servo1.force"),
        ];
        rows.Select(row => row.GetProperty("unit").GetString()).ShouldBe(["kN", "kN/s", "", "N"]);
        rows[1].GetProperty("min_duration_count").GetInt64().ShouldBe(3);
    }

    [Fact]
    public async Task Limits_SetInAUnitOfAnotherDimension_IsRefused()
    {
        (await Run("limits", "set", "servo1.force", "--Kind", "upper", "--Value", "90", "--Unit", "kNN")).Errors
            .ShouldContain("unit: 'kNN' is no unit");
        KnownStreams.Save(_folder.Path, "lab/rig1", [TestStream.Description]);
        (await Run("limits", "set", "servo1.force", "--Kind", "upper", "--Value", "90", "--Unit", "mm")).Errors
            .ShouldStartWith("limits: limit servo1.force upper warning: unit: mm is not convertible to kN");
        (await Run(
            "limits",
            "set",
            "servo1.force",
            "--Kind",
            "stale",
            "--Value",
            "90",
            "--Unit",
            "s")).Errors.ShouldContain("leave the unit empty");
    }

    [Fact]
    public async Task Limits_Remove_TakesOnlyTheOneThatIsMeant()
    {
        await Run("limits", "set", "servo1.force", "--Kind", "upper", "--Severity", "watch", "--Value", "90");
        int before = (await List("limits")).Length;

        (await Run("limits", "remove", "servo1.force", "--Kind", "upper", "--Severity", "watch")).Output
            .ShouldBe("limit servo1.force upper watch: removed\n");
        (await List("limits")).Length.ShouldBe(before - 1);
    }

    [Theory]
    [InlineData("limits: --Kind names the limit", "limits", "set", "servo1.force", "--Value", "1")]
    [InlineData(
        "limits: a new limit needs --Value", "limits", "set", "servo1.force", "--Kind", "upper", "--Severity", "watch")]
    [InlineData(
        "limits: limit nothing upper warning: there is no variable nothing in lab/rig1",
        "limits",
        "set",
        "nothing",
        "--Kind",
        "upper",
        "--Value",
        "1")]
    [InlineData(
        "limits: there is no such row for forc_abs in lab/rig1 (did you mean force_abs?)",
        "limits",
        "remove",
        "forc_abs",
        "--Kind",
        "rate")]
    [InlineData("limits: remove needs a name after it", "limits", "remove")]
    [InlineData("units: a new unit needs --Dimension and --Factor", "units", "set", "grip", "--Factor", "2")]
    [InlineData(
        "units: unit grip: dimension: 'Newton' is no unit",
        "units",
        "set",
        "grip",
        "--Dimension",
        "Newton",
        "--Factor",
        "2")]
    [InlineData(
        "units: unit kN: name: kN is a standard unit", "units", "set", "kN", "--Dimension", "N", "--Factor", "2")]
    [InlineData("aliases: set needs --Channel", "aliases", "set", "pull")]
    [InlineData(
        "aliases: alias force_abs: a variable has this name",
        "aliases",
        "set",
        "force_abs",
        "--Channel",
        "servo1.force")]
    public async Task Edit_ThatCannotBe_Exits2WithOneLineAndChangesNothing(string why, params string[] words)
    {
        (int code, string output, string errors) = await Run(words);

        (code, output).ShouldBe((2, ""));
        errors.ShouldStartWith(why);
        errors.Count(c => c == '\n').ShouldBe(1);
    }

    [Fact]
    public async Task Set_FromAnOlderRevision_IsRefused()
    {
        await Run("aliases", "set", "pull", "--Channel", "servo1.force");
        await Run("aliases", "set", "pull", "--Channel", "servo2.force");

        (await Run("aliases", "set", "pull", "--Channel", "ad1", "--Revision", "1")).Errors
            .ShouldContain("it has revision 2, and this edit was made from 1");
    }

    [Fact]
    public async Task Aliases_SetAndRemove_AreInTheChangeLog()
    {
        await Run("aliases", "set", "pull", "--Channel", "servo1.force", "--By", "kim");
        await Run("aliases", "remove", "pull", "--By", "lee");

        using IVariableRepository repository =
            VariableDatabase.Open(new DatabaseOptions(), _folder.Path, TimeProvider.System)!;
        repository.Changes(2).Has(out IReadOnlyList<ChangeEntry>? changes, out _).ShouldBeTrue();
        changes
            .Select(change => (change.ChangedBy, change.Table))
            .ShouldBe([("lee", "channel_alias"), ("kim", "channel_alias")], ignoreOrder: true);
    }

    [Fact]
    public async Task Units_UsedByAVariable_AreNeitherRemovedNorChangedUnseen()
    {
        KnownStreams.Save(_folder.Path, "lab/rig1", [TestStream.Description]);
        await Run("units", "set", "grip", "--Dimension", "kN", "--Factor", "2.5");
        (await Run("signals", "add", "grips", "--Expression", "convert(servo1.force, \"grip\")")).Errors.ShouldBe("");

        (await Run("units", "remove", "grip")).Errors.ShouldBe(
            "units: unit grip: variables use it: grips of lab/rig1; change them first\n");
        (await Run(
            "units",
            "set",
            "grip",
            "--Factor",
            "3")).Errors.ShouldContain(
                "their values would change: grips of lab/rig1; --UsedToo true does it all the same");
        (await Run("units", "set", "grip", "--Factor", "2.5")).Output.ShouldBe("unit grip: revision 1, unchanged\n");
        (await Run(
            "units", "set", "grip", "--Factor", "3", "--UsedToo", "true")).Output.ShouldBe("unit grip: revision 2\n");
        await Run("signals", "remove", "grips");
        (await Run("units", "remove", "grip")).Output.ShouldBe("unit grip: removed\n");
    }

    [Fact]
    public async Task Units_UsedByALimit_AreNotRemoved()
    {
        KnownStreams.Save(_folder.Path, "lab/rig1", [TestStream.Description]);
        await Run("units", "set", "grip", "--Dimension", "kN", "--Factor", "2.5");
        string[] limit = ["limits", "set", "servo1.force", "--Kind", "upper", "--Value", "3", "--Unit", "grip"];
        (await Run(limit)).Errors.ShouldBe("");

        (await Run("units", "remove", "grip")).Errors.ShouldContain(
            "use it: limit servo1.force upper warning; change them first");
    }

    [Fact]
    public async Task Units_UsedInAnotherStation_AreNeitherRemovedNorChangedUnseen()
    {
        KnownStreams.Save(_folder.Path, "lab/rig1", [TestStream.Description]);
        await Run("units", "set", "grip", "--Dimension", "kN", "--Factor", "2.5");
        (await Run(
            "signals",
            "add",
            "grips",
            "--Expression",
            "convert(servo1.force, \"grip\")",
            "--Station",
            "lab/rig2")).Errors.ShouldBe("");
        (await Run(
            "signals", "add", "Gripping", "--Expression", "servo1.force", "--Station", "lab/rig2")).Errors.ShouldBe("");

        (await Run("units", "remove", "grip")).Errors.ShouldBe(
            "units: unit grip: variables use it: grips of lab/rig2; change them first\n");
        (await Run(
            "units",
            "set",
            "grip",
            "--Factor",
            "3")).Errors.ShouldContain("their values would change: grips of lab/rig2; --UsedToo");
        (await Run("units", "list")).Output.ShouldContain("2.5");
    }

    [Theory]
    [InlineData("limits", "limit on")]
    [InlineData("units", "unit  dimension  factor")]
    [InlineData("aliases", "servo1.force")]
    public async Task List_Text_HasOnlyItsTable(string verb, string head)
    {
        await Run("aliases", "set", "pull", "--Channel", "servo1.force");
        await Run("units", "set", "grip", "--Dimension", "kN", "--Factor", "2.5");
        (int code, string output, string errors) = await Run(verb, "list");

        (code, errors).ShouldBe((0, ""));
        output.ShouldContain(head);
        output.ShouldNotContain("expression");
    }

    private async Task<JsonElement[]> List(string verb) =>
        [.. JsonDocument.Parse((await Run(verb, "list", "--json")).Output).RootElement.EnumerateArray()];

    private Task<(int Code, string Output, string Errors)> Run(params string[] words) =>
        MonitorCommand.RunAsync(Stream.Null, [.. words, "--State:Folder", _folder.Path]);
}
