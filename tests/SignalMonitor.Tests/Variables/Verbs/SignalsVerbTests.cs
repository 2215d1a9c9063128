using System.Text.Json;
using Testing;

namespace SignalMonitor.Tests.Variables.Verbs;

public sealed class SignalsVerbTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Database => _folder.File("variables.db");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task List_FirstUse_MakesTheReferenceRig()
    {
        (int code, string output, string errors) = await Run("list");

        (code, errors).ShouldBe((0, ""));
        output.ShouldContain("lab/rig1 in database " + Database);
        output.ShouldContain("force_abs");
        output.ShouldContain("abs(servo1.force)");
        output.ShouldContain("endofcount");
    }

    [Fact]
    public async Task List_Json_IsOneObjectWithAllRows()
    {
        (_, string output, _) = await Run("list", "--json");

        JsonElement set = JsonDocument.Parse(output).RootElement;
        set.GetProperty("variables").GetArrayLength().ShouldBe(11);
        set.GetProperty("limits").GetArrayLength().ShouldBe(5);
        set.GetProperty("variables")[0].GetProperty("revision").GetInt64().ShouldBe(1);
    }

    [Fact]
    public async Task Add_New_IsStoredWithItsAuthor()
    {
        (await Run(
            "add",
            "load2",
            "--Expression",
            "servo2.force * 2",
            "--Unit",
            "kN",
            "--Digits",
            "1",
            "--By",
            "kim")).ShouldBe((0, "load2: revision 1\n", ""));

        JsonElement stored = await Variable("load2");
        stored.GetProperty("expression").GetString().ShouldBe("servo2.force * 2");
        stored.GetProperty("changed_by").GetString().ShouldBe("kim");
    }

    [Fact]
    public async Task Set_KeepOverRuns_IsStoredAndShownAndExported()
    {
        (await Run(
            "add",
            "total",
            "--Expression",
            "count(servo1.force > 0)",
            "--KeepOverRuns",
            "true")).ShouldBe((0, "total: revision 1\n", ""));
        (await Variable("total")).GetProperty("keep_over_runs").GetBoolean().ShouldBeTrue();
        (await Run("export")).Output.ShouldContain("\"keepOverRuns\": true");
        await Run("set", "total", "--KeepOverRuns", "false");
        (await Variable("total")).GetProperty("keep_over_runs").GetBoolean().ShouldBeFalse();
    }

    [Fact]
    public async Task Add_NameThatIsTaken_Exits2() =>
        (await Run(
            "add",
            "force_abs",
            "--Expression",
            "1")).Errors.ShouldContain("signals: variable force_abs: it is there already, with revision 1");

    [Fact]
    public async Task Add_BeforeAnyStreamWasMet_RefusesAFormulaThatNoStreamCanCompute() =>
        (await Run(
            "add", "line", "--Expression", $"poly(servo1.force, {string.Join(", ", Enumerable.Repeat(1, 33))})")).Errors
            .ShouldContain("line 1, column 116: poly takes at most 32 of 'c'; expected poly(x, c, ...)");

    [Theory]
    [InlineData("ad7", "is taken by a channel")]
    [InlineData("two words", "is no name")]
    [InlineData("servo1.force", "is no name")]
    public async Task Add_InvalidName_Exits2AndReportsWhy(string name, string why)
    {
        (int code, _, string errors) = await Run("add", name, "--Expression", "1");

        code.ShouldBe(2);
        errors.ShouldContain(why);
        errors.Trim().ShouldNotContain("\n");
    }

    [Fact]
    public async Task Set_OneField_KeepsTheOthers()
    {
        (await Run("set", "force_abs", "--Digits", "5")).Output.ShouldBe("force_abs: revision 2\n");

        JsonElement stored = await Variable("force_abs");
        (stored.GetProperty("display_digits").GetInt32(), stored.GetProperty("unit").GetString()).ShouldBe((5, "kN"));
    }

    [Fact]
    public async Task Set_FromAnOldRevision_Exits2()
    {
        await Run("set", "force_abs", "--Digits", "5");

        (int code, _, string errors) = await Run("set", "force_abs", "--Digits", "6", "--Revision", "1");

        code.ShouldBe(2);
        errors.ShouldContain("it has revision 2, and this edit was made from 1");
    }

    [Fact]
    public async Task Set_UnknownName_SuggestsTheNearest() =>
        (await Run(
            "set",
            "force_abb",
            "--Unit",
            "N")).Errors.ShouldBe(
                "signals: there is no variable force_abb in lab/rig1 (did you mean force_abs?); signals list shows "
                    + "all\n");

    [Fact]
    public async Task Remove_LimitsOnIt_IsRefusedUnlessRequested()
    {
        (int refused, _, string errors) = await Run("remove", "force_abs");
        (int code, string output, _) = await Run("remove", "force_abs", "--WithLimits", "true");

        refused.ShouldBe(2);
        errors.ShouldContain("limit force_abs upper critical: there is no variable force_abs");
        (code, output).ShouldBe((0, "force_abs: removed, with 1 of its limits\n"));
    }

    [Fact]
    public async Task Check_Seed_IsOk() =>
        (await Run("check")).ShouldBe((0, "lab/rig1: 11 variables, 5 limits ok\n", ""));

    [Fact]
    public async Task List_BrokenRow_ShowsTheOthersAndExits2()
    {
        await Run("list");
        SqliteShell.Run(Database, "UPDATE signal_variable SET display_digits = 99 WHERE name = 'cycles'");

        (int code, string output, string errors) = await Run("list");

        code.ShouldBe(2);
        errors.ShouldBe("signals: row 8 of signal_variable is left out: display_digits: 99 is not allowed; 0 to 15\n");
        output.ShouldContain("force_abs");
    }

    [Fact]
    public async Task Export_ThenImport_ChangesNothing()
    {
        string file = _folder.File("rig.json");
        (await Run("export", file)).Code.ShouldBe(0);

        (await Run("import", file)).Output.ShouldBe("lab/rig1: 0 added, 0 changed, 18 unchanged, 0 removed\n");
    }

    [Fact]
    public async Task Import_IntoANewDatabase_MakesItWithoutTheReferenceRig()
    {
        string file = _folder.File("rig.json");
        await File.WriteAllTextAsync(
            file,
            """{ "format": "telemetry-variables/1", "station": "lab/rig9", "variables": [ { "name": "a", "expression": "ad1" } ] }""");
        string other = _folder.File("other.db");

        (await Run(
            "import",
            file,
            "--Database:Path",
            other)).Output.ShouldBe("lab/rig9: 1 added, 0 changed, 0 unchanged, 0 removed\n");

        (await Run("list", "--Database:Path", other)).Output.ShouldNotContain("force_abs");
    }

    [Fact]
    public async Task Import_Replace_RemovesTheRest()
    {
        string file = _folder.File("rig.json");
        await File.WriteAllTextAsync(
            file,
            """{ "format": "telemetry-variables/1", "station": "lab/rig1", "variables": [ { "name": "cycles", "expression": "ad1" } ] }""");

        (await Run("import", file)).Output.ShouldBe("lab/rig1: 1 added, 0 changed, 0 unchanged, 0 removed\n");
        await Run("add", "extra", "--Expression", "1");
        (await Run(
            "import",
            file,
            "--Replace",
            "true")).Output.ShouldBe("lab/rig1: 0 added, 0 changed, 1 unchanged, 1 removed\n");
    }

    [Theory]
    [InlineData("{", "line 1")]
    [InlineData("null", "is empty")]
    [InlineData("""{ "format": "x", "station": "a/b" }""", "has format 'x'")]
    [InlineData("""{ "format": "telemetry-variables/1", "station": "lab/rig1", "variabels": [] }""", "variabels")]
    [InlineData(
        """{ "format": "telemetry-variables/1", "station": "lab/rig1", "variables": [ { "name": "a" } ] }""",
        "expression")]
    [InlineData(
        """{ "format": "telemetry-variables/1", "station": "nowhere", "variables": [] }""", "'nowhere' is no station")]
    [InlineData(
        """{ "format": "telemetry-variables/1", "station": "lab/rig1", "variables": [ { "name": "a", "expression": "1" }, { "name": "a", "expression": "2" } ] }""",
        "is given more than once")]
    [InlineData(
        """{ "format": "telemetry-variables/1", "station": "lab/rig1", "limits": [ { "variable": "ad1", "kind": "over", "value": 1 } ] }""",
        "one of upper, lower")]
    public async Task Import_BadFile_Exits2WithOneLine(string text, string why)
    {
        string file = _folder.File("bad.json");
        await File.WriteAllTextAsync(file, text);

        (int code, _, string errors) = await Run("import", file);

        code.ShouldBe(2);
        errors.ShouldContain(why);
        errors.Trim().ShouldNotContain("\n");
    }

    [Fact]
    public async Task Signals_ConfiguredFileMissing_Exits2()
    {
        (int code, _, string errors) = await Run("list", "--Database:Path", _folder.File("typo.db"));

        code.ShouldBe(2);
        errors.ShouldContain("typo.db does not exist");
        File.Exists(_folder.File("typo.db")).ShouldBeFalse();
    }

    [Fact]
    public async Task Signals_NoDatabase_Exits2() =>
        (await Run(
            "list",
            "--Database:Provider",
            "none")).Errors.ShouldBe(
                "signals: there is no database: Database:Provider is none; set it to sqlite or postgres\n");

    [Theory]
    [InlineData("check")]
    [InlineData("config")]
    [InlineData("signals")]
    public async Task Password_AnyRequest_IsNeverShown(string verb)
    {
        (_, string output, string errors) = await MonitorCommand.RunAsync(
            Stream.Null,
            verb,
            "--Database:Provider",
            "postgres",
            "--Database:ConnectionString",
            "Host=/nowhere;Username=kim;Password=geheim");

        (output + errors).ShouldNotContain("geheim");
    }

    [Theory]
    [InlineData("Host=db;Passwort=geheim")]
    [InlineData("geheim")]
    [InlineData("Username=geheim")]
    public async Task ConnectionString_ThatCannotBe_IsRefusedWithoutShowingIt(string text)
    {
        (int code, string output, string errors) = await MonitorCommand.RunAsync(
            Stream.Null, "config", "--Database:Provider", "postgres", "--Database:ConnectionString", text);

        code.ShouldBe(2);
        errors.ShouldContain("Database:ConnectionString (from command line): it ");
        (output + errors).ShouldNotContain("geheim");
    }

    private async Task<JsonElement> Variable(string name) =>
        JsonDocument.Parse((await Run("list", "--json")).Output).RootElement
            .GetProperty("variables").EnumerateArray().Single(
                variable => variable.GetProperty("name").GetString() == name);

    private Task<(int Code, string Output, string Errors)> Run(params string[] words) =>
        MonitorCommand.RunAsync(Stream.Null, ["signals", .. words, "--State:Folder", _folder.Path]);
}
