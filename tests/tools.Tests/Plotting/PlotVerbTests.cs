using Testing;

namespace Tools.Tests.Plotting;

public sealed class PlotVerbTests
{
    [Fact]
    public async Task Plot_WithFaults_Exits2()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.File("faults.json"), "[]");

        (int code, _, string errors) = await ToolsCommand.RunAsync(
            "plot", "--Preset", "small", "--Faults", folder.File("faults.json"), "--out", folder.File("small.svg"));

        (code, errors.Trim()).ShouldBe((2, "plot: Faults are not drawn; leave them out, or play them by run or dump"));
    }

    [Fact]
    public async Task Plot_APreset_WritesADrawing()
    {
        using var folder = new TemporaryFolder();

        (int code, _, _) = await ToolsCommand.RunAsync(
            "plot", "--Preset", "small", "--seconds", "1", "--out", folder.File("small.svg"));

        code.ShouldBe(0);
        System.Xml.Linq.XDocument.Load(folder.File("small.svg")).Root!.Name.LocalName.ShouldBe("svg");
    }

    [Fact]
    public async Task Plot_NoSuchChannel_Exits2()
    {
        (int code, _, string errors) =
            await ToolsCommand.RunAsync("plot", "--Preset", "small", "--channel", "3", "--out", "/nowhere/x.svg");

        (code, errors.Trim()).ShouldBe((2, "plot: no servo channel 3; the rig has 1 to 2"));
    }
}
