using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using HostProbe;

namespace FuncLibs.Hosting.Tests.Programs;

public sealed class FlagTests
{
    [Theory]
    [InlineData(true, "show", "--json")]
    [InlineData(true, "SHOW", "--JSON", "--Run:For", "1")]
    [InlineData(true, "show", "--Json=true")]
    [InlineData(true, "show", "--json", "true")]
    [InlineData(false, "show", "--json", "false")]
    [InlineData(true, "show", "--in-short", "--json")]
    [InlineData(true, "show", "--json", "--InShort")]
    [InlineData(false, "show", "--in-short")]
    [InlineData(false, "show", "--InShort=true")]
    [InlineData(false, "show")]
    public async Task Flag_WithAndWithoutAValue_IsRead(bool expected, params string[] words)
    {
        (int code, string output) = await Run(words);

        (code, output).ShouldBe((0, expected ? "yes" : "no"));
    }

    [Fact]
    public async Task Flag_OfAnotherVerb_NeedsItsValue() =>
        (await Run("check", "--json")).Code.ShouldBe(ExitCodes.CannotStart);

    private static async Task<(int Code, string Output)> Run(params string[] words)
    {
        var definition = new HostDefinition<ProbeOptions>
        {
            Name = "probe",
            Build = _ => throw new InvalidOperationException("not asked for"),
            Verbs =
            [
                new("show", "says whether the flag stood", async context =>
                {
                    await context.Streams.Output.WriteAsync(context.Extra<Shown>().Json ? "yes" : "no");
                    return ExitCodes.Ok;
                })
                {
                    ExtraOptions = typeof(Shown),
                    Flags = [nameof(Shown.Json), nameof(Shown.InShort)],
                },
            ],
        };
        await using var output = new StringWriter();
        int code = await HostProgram.RunAsync(
            words,
            definition,
            new ConfigurationInputs("/nowhere", new Dictionary<string, string>()),
            new ProcessStreams(Stream.Null, output, output));
        return (code, output.ToString());
    }

    public sealed class Shown
    {
        public bool Json { get; set; }

        public bool InShort { get; set; }
    }
}
