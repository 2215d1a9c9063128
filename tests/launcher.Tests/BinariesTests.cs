namespace Launcher.Tests;

public sealed class BinariesTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("launcher-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void PathOf_Pattern_PutsNameIn()
    {
        Directory.CreateDirectory(Path.Combine(_folder, "simulator", "out"));
        File.WriteAllText(Path.Combine(_folder, "simulator", "out", "simulator.dll"), "");
        new Binaries(Path.Combine(_folder, Binaries.NameHolder, "out"))
            .PathOf("simulator")
            .ShouldEndWith("simulator/out/simulator.dll");
    }

    [Theory]
    [InlineData("/r/launcher/bin/Release/net10.0/", "/r/{name}/bin/Release/net10.0")]
    [InlineData("/r/.run/programs/bin/launcher/release", "/r/.run/programs/bin/{name}/release")]
    [InlineData("/launcher/checkout/launcher/out", "/launcher/checkout/{name}/out")]
    public void Beside_FolderOfTheLauncher_IsThePatternOfAll(string folder, string pattern) =>
        Binaries.Beside(folder)!.Pattern.ShouldBe(pattern);

    [Fact]
    public void Beside_NoFolderOfThatName_IsNone() => Binaries.Beside("/opt/telemetry").ShouldBeNull();
}
