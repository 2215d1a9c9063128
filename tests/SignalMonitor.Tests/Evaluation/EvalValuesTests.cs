using Testing;

namespace SignalMonitor.Tests.Evaluation;

public sealed class EvalValuesTests
{
    [Theory]
    [InlineData("abs(x)", "10.6,-10.6,4.3,4.8,-4.3,-4.8,0", "[10.6,10.6,4.3,4.8,4.3,4.8,0]")]
    [InlineData("ceiling(x)", "10.6,-10.6,-0.3", "[11,-10,-0]")]
    [InlineData("sign(x)", "-2,nan,-0.0,inf", "[-1,\"NaN\",0,1]")]
    [InlineData("log(x)", "0, -1 ,1", "[\"-Infinity\",\"NaN\",0]")]
    [InlineData("x", "0.1,1e300,-inf,+inf,5e-324", "[0.1,1E+300,\"-Infinity\",\"Infinity\",5E-324]")]
    [InlineData("x * 2", "", "[]")]
    public async Task Json_Column_IsAnArray(string expression, string values, string json) =>
        (await EvalCommand.RunAsync("--expr", expression, "--values", values, "--json")).ShouldBe((0, json + "\n", ""));

    [Fact]
    public async Task Json_Rainflow_IsRowsOfTheAstmExample()
    {
        const string Astm = "-2,1,-3,5,-1,3,-4,4,-2";

        (await EvalCommand.RunAsync("--expr", "rainflow(x)", "--values", Astm, "--json")).Output.ShouldBe(
            "[[3,-0.5,0.5],[4,-1,0.5],[4,1,1],[6,1,0.5],[8,0,0.5],[8,1,0.5],[9,0.5,0.5]]\n");
    }

    [Fact]
    public async Task Json_Number_IsAFinalValue() =>
        (await EvalCommand.RunAsync("--expr", "round(10.6) + 1", "--values", "0", "--json")).Output
            .ShouldBe("{\"value\":12,\"state\":\"final\"}\n");

    [Fact]
    public async Task Json_ResultWithoutAValue_ReportsWhy()
    {
        (int code, string output, string errors) =
            await EvalCommand.RunAsync("--expr", "breakindex(x * 1 MPa)", "--values", "0,100,200", "--json");

        const string Reason = "The specimen has not broken: after at least 10 MPa (loaded) "
            + "the stress has not come down to 2 % of its greatest (broken_at).";
        string json = $$"""{"value":"NaN","state":"pending","reason":"{{Reason}}"}""";
        (code, output, errors).ShouldBe((0, json + "\n", $"eval: no value: {Reason}\n"));
    }

    [Fact]
    public async Task Json_BreakCriterion_IsOfTheFormula() =>
        (await EvalCommand.RunAsync(
            "--expr", "breakindex(x * 1 MPa, broken_at = 10 %, broken_for = 1, loaded = 50 MPa, sudden = 2)",
            "--values", "0,100,200,300,12,12,0", "--json")).Output.ShouldBe("{\"value\":3,\"state\":\"final\"}\n");

    [Fact]
    public async Task Json_YieldCriterion_IsOfTheFormula()
    {
        const string Stress = "rm(x * 1 MPa, fall = 20 %)";

        (await EvalCommand.RunAsync("--expr", Stress, "--values", "0,160,320,280,310,300,0,0,0,0", "--json")).Output
            .ShouldBe("{\"value\":320,\"state\":\"final\"}\n");
    }

    [Fact]
    public async Task Json_TableThatDroppedRows_ReportsHowMany()
    {
        string values = string.Join(',', Enumerable.Range(0, 140_000).Select(i => i % 2));

        (int code, _, string errors) = await EvalCommand.RunAsync("--expr", "cycles(x)", "--values", values, "--json");

        code.ShouldBe(0);
        errors.ShouldMatch("^eval: 4[0-9]{3} older rows were dropped\n$");
    }

    [Fact]
    public async Task Json_RainflowInClasses_ReportsHowWide()
    {
        string values = string.Join(',', Enumerable.Range(0, 80_000).Select(i => i % 2 == 0 ? 0 : 1 + (i * 1e-5)));

        (int code, _, string errors) =
            await EvalCommand.RunAsync("--expr", "rainflow(x)", "--values", values, "--json");

        code.ShouldBe(0);
        errors.ShouldStartWith("eval: ranges and means are those of classes ");
    }

    [Fact]
    public async Task Json_Rate_IsTheRateOfTheValues() =>
        (await EvalCommand.RunAsync(
            "--expr", "deriv(x)", "--values", "1,2,4", "--rate", "10", "--json")).Output.ShouldBe("[\"NaN\",10,20]\n");

    [Fact]
    public async Task Csv_Column_HasIndexAndQuality() =>
        (await EvalCommand.RunAsync("--expr", "movavg(x, 2)", "--values", "1,2,nan", "--csv")).Output
            .ShouldBe("index,value,quality\n0,1,uncertain\n1,1.5,good\n2,NaN,invalid\n");

    [Fact]
    public async Task Csv_Table_HasItsColumns() =>
        (await EvalCommand.RunAsync("--expr", "rainflow(x)", "--values", "0,2,0", "--csv")).Output
            .ShouldBe("range,mean,count\n2,1,1\n");

    [Fact]
    public async Task Csv_Number_IsALine() =>
        (await EvalCommand.RunAsync("--expr", "1/3", "--values", "0", "--csv")).Output
            .ShouldBe("value,state,quality\n0.3333333333333333,final,good\n");

    [Fact]
    public async Task Text_ShortColumn_ShowsAll() =>
        (await EvalCommand.RunAsync("--expr", "x * 2 kN", "--values", "1,nan")).Output
            .ShouldBe("values at 1 Hz\n0: 2 kN\n1: NaN kN, invalid\n2 values\n");

    [Fact]
    public async Task Text_LongColumn_ShowsBothEnds()
    {
        (_, string output, _) =
            await EvalCommand.RunAsync("--expr", "x", "--values", string.Join(',', Enumerable.Range(0, 100)));

        output.ShouldContain("19: 19\n... 75 more; --csv and --json give all\n95: 95\n");
        output.ShouldEndWith("99: 99\n100 values\n");
    }

    [Theory]
    [InlineData("1,2,three", "eval: value 3 of --values, 'three', is no number; write 1.5, -2e3, nan, inf or -inf")]
    [InlineData("1,,3", "eval: value 2 of --values, '', is no number; write 1.5, -2e3, nan, inf or -inf")]
    [InlineData("1e999", "eval: value 1 of --values, '1e999', is no number; write 1.5, -2e3, nan, inf or -inf")]
    [InlineData("1;2", "eval: value 1 of --values, '1;2', is no number; write 1.5, -2e3, nan, inf or -inf")]
    [InlineData("--inf", "eval: value 1 of --values, '--inf', is no number; write 1.5, -2e3, nan, inf or -inf")]
    public async Task Values_ThatAreNone_NameThePlace(string values, string refusal) =>
        (await EvalCommand.RefusalAsync("--expr", "x", "--values=" + values)).ShouldBe(refusal);

    [Fact]
    public async Task Values_OfAFile_AreReadFromIt()
    {
        using TemporaryFolder folder = new();
        await File.WriteAllTextAsync(folder.File("x.csv"), string.Join('\n', Enumerable.Range(1, 70_000)) + "\n");

        (int code, string output, _) =
            await EvalCommand.RunAsync("--expr", "last(x)", "--values", "@" + folder.File("x.csv"), "--json");

        code.ShouldBe(0);
        output.ShouldEndWith(",69999,70000]\n");
    }

    [Fact]
    public async Task Values_OfStandardInput_AreReadFromIt()
    {
        using MemoryStream input = new("1, 2\n3 4\r\n"u8.ToArray());

        (int code, string output, _) = await MonitorCommand.RunAsync(
            input, "eval", "--Database:Provider", "none", "--expr", "x * 2", "--values", "-", "--json");

        (code, output).ShouldBe((0, "[2,4,6,8]\n"));
    }

    [Fact]
    public async Task Values_OfAFileThatIsNotThere_AreRefused() =>
        (await EvalCommand.RefusalAsync(
            "--expr", "x", "--values", "@/nowhere/x.csv")).ShouldStartWith("eval: /nowhere/x.csv cannot be read: ");

    [Theory]
    [InlineData(
        "movavg(x, 0.4 s)",
        "eval: line 1, column 11: 'n' is 0.4 s, 0.4 values at 1 Hz; expected a time of 1 to 1048576 values: 0.5 s to "
            + "1.04858E+06 s")]
    [InlineData(
        "lowpass(x, 2 Hz)",
        "eval: line 1, column 12: 'fc' is 2 Hz; expected 1E-06 Hz to below 0.5 Hz, half the rate of the column")]
    public async Task Expression_WithArgumentOutOfRange_IsShownAtTheArgument(string expression, string refusal) =>
        (await EvalCommand.RefusalAsync("--expr", expression, "--values", "1")).ShouldBe(refusal);

    [Fact]
    public async Task Values_TooMany_AreRefusedBeforeTheyAreRead() =>
        (await EvalCommand.RefusalAsync("--expr", "x", "--values", new string(',', 1_000_000)))
            .ShouldBe(
                "eval: --values has 1000001 numbers; at most 1000000 are allowed, more can be evaluated from a "
                    + "journal");

    [Fact]
    public async Task Expression_Wrong_IsShownWithACaret()
    {
        (int code, string output, string errors) =
            await EvalCommand.RunAsync("--expr", "abs(x) + abz(x)", "--values", "1");

        (code, output).ShouldBe((2, ""));
        string[] lines = errors.Split('\n');
        lines[0].ShouldStartWith("eval: line 1, column 10: ");
        lines[0].ShouldContain("abs");
        (lines[1], lines[2]).ShouldBe(("  abs(x) + abz(x)", "           ^"));
    }

    [Theory]
    [InlineData("eval: give either --values \"1,2,3\" (or @FILE, or - for standard input) or --source JOURNAL")]
    [InlineData(
        "eval: give either --values \"1,2,3\" (or @FILE, or - for standard input) or --source JOURNAL",
        "--values",
        "1",
        "--source",
        "somewhere")]
    [InlineData("eval: --json and --csv cannot both be given", "--values", "1", "--json", "--csv")]
    [InlineData(
        "eval: --stream, --station, --from, --to, --epoch and --as-live belong to --source", "--values", "1", "--from", "1")]
    [InlineData("Rate (from command line): '0' is not allowed; 1E-09 to 1000000000", "--values", "1", "--rate", "0")]
    public async Task Options_ThatDoNotGoTogether_AreRefused(string refusal, params string[] words) =>
        (await EvalCommand.RefusalAsync(["--expr", "x", .. words])).ShouldBe(refusal);
}
