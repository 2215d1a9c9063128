using System.Globalization;
using System.IO.Compression;
using System.Xml.Linq;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;
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
        "FuncLibs.GroundTruth", "FuncLibs.NetMq", "FuncLibs.Objects", "FuncLibs.Hosting",
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

    /// <summary>An empty folder for a project that restores from the feed alone.</summary>
    public string NewProject(string name)
    {
        string project = Directory.CreateDirectory(File(name)).FullName;
        System.IO.File.WriteAllText(Path.Combine(project, "nuget.config"), $"""
            <configuration>
              <packageSources>
                <clear />
                <add key="feed" value="{Feed}" />
                <add key="cache" value="{Cache}" />
              </packageSources>
            </configuration>
            """);
        return project;
    }

    public void Dispose() => _folder.Dispose();

    // What the packages need in turn is in the cache from which this repository was built.
    private static string Cache => Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

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
        string project = libraries.NewProject("user");
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

    /// <summary>clients/csharp: built over the packages, then run against a connector and over its journal.</summary>
    [Fact]
    public void Client_OverThePackages_HealsGapsReadsTheJournalAndHasKeys()
    {
        const int Blocks = 100;
        string project = libraries.NewProject("client");
        foreach (string file in Directory.EnumerateFiles(Repository.PathOf("clients", "csharp")))
            File.Copy(file, Path.Combine(project, Path.GetFileName(file)));
        PackedLibraries.Dotnet(
            "build", project, "-c", "Release", "-nologo", "-v", "quiet", "-p:NuGetAudit=false",
            $"-p:RestorePackagesPath={libraries.File("packages")}");
        string client = Path.Combine(project, "bin", "Release", "net10.0", "telemetry-client.dll");
        using HostProcess connector = Hosts.StartSelfFed(libraries.File("connector"));

        using HostProcess watch = HostProcess.Run(
            "client", "dotnet", [],
            [client, "watch", connector.Endpoint("publish"), connector.Endpoint("control"), $"{Blocks}", "10"]);
        watch.WaitForExit(TimeSpan.FromMinutes(1)).ShouldBe(0, watch.Everything);
        string[] watched = [.. watch.Output];
        watched.Count(line => line.Contains("servo1.force", StringComparison.Ordinal)
            && line.EndsWith("kN", StringComparison.Ordinal)).ShouldBeGreaterThan(Blocks / 2);
        long[] account =
        [
            .. watched[^1].Split(' ').Where(word => char.IsAsciiDigit(word[0]))
                .Select(word => long.Parse(word, CultureInfo.InvariantCulture)),
        ];
        (account[2], account[0] - account[1] - account[3]).ShouldBe((0, 0), "nothing is lost, and the account closes");
        account[4].ShouldBeGreaterThan(0, "gaps were healed from the journal");

        using HostProcess read = HostProcess.Run("client", "dotnet", [], [client, "read", libraries.File("connector")]);
        read.WaitForExit(TimeSpan.FromMinutes(1)).ShouldBe(0, read.Everything);
        string[] blocks = [.. read.Output];
        blocks[^1].ShouldEndWith("missing 0");
        blocks[0].ShouldStartWith("block 1 servo1.force");
        WatchWithKeys(client, libraries.File("keys"));
    }

    private static void WatchWithKeys(string client, string folder)
    {
        const int Blocks = 5;
        string allowed = Path.Combine(folder, "allowed");
        Directory.CreateDirectory(allowed);
        foreach (string name in (string[])["rig1", "office1"])
        {
            CurveKeys.TryCreate(out CurveKey? known, out CurveKey? secret).ShouldBeTrue();
            new KeyFile { Name = name, Public = known, Secret = secret }.WriteNew(folder);
        }

        File.Copy(Path.Combine(folder, "office1.pub"), Path.Combine(allowed, "office1.pub"));
        using HostProcess connector = Hosts.StartSelfFed(
            Path.Combine(folder, "state"), "--Security:KeyFile", Path.Combine(folder, "rig1.key"));

        using HostProcess watch = HostProcess.Run(
            "client", "dotnet", [],
            [
                client, "watch", connector.Endpoint("publish"), connector.Endpoint("control"), $"{Blocks}", "0",
                Path.Combine(folder, "office1.key"), Path.Combine(folder, "rig1.pub"),
            ]);
        watch.WaitForExit(TimeSpan.FromMinutes(1)).ShouldBe(0, watch.Everything);
        watch.Output.Count(line => line.StartsWith("block ", StringComparison.Ordinal)).ShouldBe(Blocks);
        connector.Json("/health").GetProperty("security").GetProperty("accepted").GetInt64().ShouldBe(2);
    }
}
