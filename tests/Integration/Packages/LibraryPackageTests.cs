using System.IO.Compression;
using System.Xml.Linq;
using Testing;
using Testing.Processes;

namespace Integration.Packages;

/// <summary>The libraries as packages in a folder, used by a project that knows nothing else of this repository.</summary>
public sealed class LibraryPackageTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);
    private readonly TemporaryFolder _folder = new();

    public LibraryPackageTests()
    {
        Directory.CreateDirectory(Project);
        foreach (string library in (string[])["FuncLibs", "FuncLibs.Hosting"])
            Dotnet("pack", Repository.PathOf(library), "-c", Configuration, "--no-build", "-o", Feed);
    }

    private static string Configuration => new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;

    private string Feed => _folder.File("feed");

    private string Project => _folder.File("user");

    // What the packages need in turn is in the cache from which this repository was built.
    private static string Cache => Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    private static string Version => XDocument.Load(Repository.PathOf("Directory.Build.props")).Descendants("Version").Single().Value;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Packages_SayWhatTheyAre()
    {
        foreach (string library in (string[])["FuncLibs", "FuncLibs.Hosting"])
        {
            using ZipArchive package = ZipFile.OpenRead(Path.Combine(Feed, $"{library}.{Version}.nupkg"));
            using Stream spec = package.GetEntry($"{library}.nuspec")!.Open();
            string[] said = [.. XDocument.Load(spec).Descendants().Where(e => !e.HasElements && (e.Value.Length > 0 || e.HasAttributes)).Select(e => e.Name.LocalName)];

            foreach (string name in (string[])["authors", "license", "readme", "description", "tags", "repository"])
                said.ShouldContain(name, library);
            package.GetEntry("README.md").ShouldNotBeNull();
            File.Exists(Path.Combine(Feed, $"{library}.{Version}.snupkg")).ShouldBeTrue();
        }
    }

    [Fact]
    public void Packages_FromAFolder_AreRestoredAndUsed()
    {
        File.WriteAllText(Path.Combine(Project, "nuget.config"), $"""
            <configuration>
              <packageSources>
                <clear />
                <add key="feed" value="{Feed}" />
                <add key="cache" value="{Cache}" />
              </packageSources>
            </configuration>
            """);
        File.WriteAllText(Path.Combine(Project, "user.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <RestorePackagesPath>{_folder.File("packages")}</RestorePackagesPath>
                <RestoreLockedMode>false</RestoreLockedMode>
                <NuGetAudit>false</NuGetAudit>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="FuncLibs.Hosting" Version="{Version}" />
              </ItemGroup>
            </Project>
            """);
        File.WriteAllText(Path.Combine(Project, "Program.cs"), """
            using FuncLibs.Hosting.State;
            using FuncLibs.Serialization;
            using FuncLibs.Timing;

            using StateFolder folder = StateFolder.Open(args[0]);
            var latency = new LatencyHistogram();
            latency.Record(42);
            System.Console.WriteLine($"{latency.PercentileNs(50)} ns, {(BuiltInSerializers.CreateRegistry() is null ? "no" : "all")} formats");
            """);

        Dotnet("run", "--project", Project, "-c", "Release", "--", _folder.File("state")).ShouldContain("42 ns, all formats");
    }

    private static string Dotnet(params string[] words)
    {
        using var process = HostProcess.Run(words[0], "dotnet", [], words);
        process.WaitForExit(Limit).ShouldBe(0, process.Everything);
        return process.Everything;
    }
}
