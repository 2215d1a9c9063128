using System.IO.Compression;
using System.Xml.Linq;
using Testing;
using Testing.Processes;

namespace Integration.Packages;

/// <summary>The libraries, packed once into a folder.</summary>
public sealed class PackedLibraries : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);
    private readonly TemporaryFolder _folder = new();

    public PackedLibraries()
    {
        foreach (string library in Names)
            Dotnet("pack", FolderOf(library), "-c", Configuration, "--no-build", "-o", Feed, DocumentationOf(library));
    }

    public static IReadOnlyList<string> Names { get; } =
    [
        "FuncLibs.Runtime", "FuncLibs.Blocks", "FuncLibs.Signals", "FuncLibs.Messaging", "FuncLibs.Journal",
        "FuncLibs.GroundTruth", "FuncLibs.NetMq", "FuncLibs.Hosting",
    ];

    public string Feed => File("feed");

    private static string Configuration => new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;

    public string File(string name) => _folder.File(name);

    public static string Dotnet(params string[] words)
    {
        using var process = HostProcess.Run(words[0], "dotnet", [], words);
        process.WaitForExit(Limit).ShouldBe(0, process.Everything);
        return process.Everything;
    }

    public void Dispose() => _folder.Dispose();

    // FuncLibs.Blocks is in FuncLibs/Blocks.
    private static string FolderOf(string library) => Repository.PathOf(library.Split('.'));

    // What was built without documentation, as a quick build is, is packed without.
    private static string DocumentationOf(string library)
    {
        string output = Path.GetFileName(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar));
        return $"-p:GenerateDocumentationFile={System.IO.File.Exists(Path.Combine(FolderOf(library), "bin", Configuration, output, library + ".xml"))}";
    }
}

/// <summary>
/// The libraries as packages in a folder, used by a project that knows nothing else of this repository.
/// </summary>
public sealed class LibraryPackageTests(PackedLibraries libraries) : IClassFixture<PackedLibraries>
{

    // What the packages need in turn is in the cache from which this repository was built.
    private static string Cache => Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    private static string Version =>
        XDocument.Load(Repository.PathOf("Directory.Build.props")).Descendants("Version").Single().Value;

    [Fact]
    public void Packages_HaveTheirMetadata()
    {
        foreach (string library in PackedLibraries.Names)
        {
            using ZipArchive package = ZipFile.OpenRead(Path.Combine(libraries.Feed, $"{library}.{Version}.nupkg"));
            using Stream spec = package.GetEntry($"{library}.nuspec")!.Open();
            string[] named =
            [
                .. XDocument
                    .Load(spec)
                    .Descendants()
                    .Where(e => !e.HasElements && (e.Value.Length > 0 || e.HasAttributes))
                    .Select(e => e.Name.LocalName),
            ];

            foreach (string name in (string[])["authors", "license", "readme", "description", "tags", "repository"])
                named.ShouldContain(name, library);
            package.GetEntry("README.md").ShouldNotBeNull();
            File.Exists(Path.Combine(libraries.Feed, $"{library}.{Version}.snupkg")).ShouldBeTrue();
        }
    }

    [Fact]
    public void Packages_FromAFolder_AreRestoredAndUsed()
    {
        string project = Directory.CreateDirectory(libraries.File("user")).FullName;
        File.WriteAllText(Path.Combine(project, "nuget.config"), $"""
            <configuration>
              <packageSources>
                <clear />
                <add key="feed" value="{libraries.Feed}" />
                <add key="cache" value="{Cache}" />
              </packageSources>
            </configuration>
            """);
        File.WriteAllText(Path.Combine(project, "user.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <RestorePackagesPath>{libraries.File("packages")}</RestorePackagesPath>
                <RestoreLockedMode>false</RestoreLockedMode>
                <NuGetAudit>false</NuGetAudit>
              </PropertyGroup>
              <ItemGroup>
                <PackageReference Include="FuncLibs.Hosting" Version="{Version}" />
              </ItemGroup>
            </Project>
            """);
        File.WriteAllText(Path.Combine(project, "Program.cs"), """
            using FuncLibs.Hosting.State;
            using FuncLibs.Blocks.Serialization.BuiltIn;
            using FuncLibs.Runtime.Timing;

            using StateFolder folder = StateFolder.Open(args[0]);
            var latency = new LatencyHistogram();
            latency.Record(42);
            System.Console.WriteLine($"{latency.PercentileNs(50)} ns, {(BuiltInSerializers.CreateRegistry() is null ? "no" : "all")} formats");
            """);

        PackedLibraries
            .Dotnet("run", "--project", project, "-c", "Release", "--", libraries.File("state"))
            .ShouldContain("42 ns, all formats");
    }
}
