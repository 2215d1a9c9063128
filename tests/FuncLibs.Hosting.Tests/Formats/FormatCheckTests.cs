using FuncLibs.Hosting.Formats;

namespace FuncLibs.Hosting.Tests.Formats;

public sealed class FormatCheckTests
{
    private static readonly FormatCheck<PayloadFormatOptions> Check = new(options => options);

    [Fact]
    public void Check_MorePlugInsThanAllowed_IsRefusedBeforeAnyIsLoaded()
    {
        PayloadFormatOptions options = new() { PlugIns = [.. Enumerable.Repeat("none.dll", 17)] };

        Check.Check(options).Single().ToString().ShouldContain("17 files are configured");
    }

    [Fact]
    public void Check_PlugInThatIsNotThere_IsNamed()
    {
        PayloadFormatOptions options = new() { PlugIns = ["none.dll"] };

        Check.Check(options).Single().ToString().ShouldContain(Path.GetFullPath("none.dll"));
    }
}
