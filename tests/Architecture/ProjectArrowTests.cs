using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Testing;

namespace Architecture;

public partial class ProjectArrowTests
{
    // Who may reference whom, folder by folder. HardwareConnector -> simulator is the in-process source and nothing
    // else.
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["FuncLibs/Runtime"] = [],
        ["FuncLibs/Blocks"] = ["FuncLibs.Runtime"],
        ["FuncLibs/Signals"] = ["FuncLibs.Blocks"],
        ["FuncLibs/Messaging"] = ["FuncLibs.Blocks"],
        ["FuncLibs/Journal"] = ["FuncLibs.Messaging"],
        ["FuncLibs/GroundTruth"] = ["FuncLibs.Runtime"],
        ["FuncLibs/Objects"] = ["FuncLibs.Runtime"],
        ["FuncLibs/NetMq"] = ["FuncLibs.Messaging"],
        ["FuncLibs/Amqp"] = ["FuncLibs.Messaging"],
        ["FuncLibs/Hosting"] = ["FuncLibs.Messaging", "FuncLibs.NetMq"],
        ["FuncLibs/Web"] = ["FuncLibs.Hosting"],
        ["simulator"] = ["FuncLibs.GroundTruth", "FuncLibs.Hosting", "FuncLibs.Messaging"],
        ["HardwareConnector"] =
        [
            "FuncLibs.Amqp", "FuncLibs.Hosting", "FuncLibs.Journal", "FuncLibs.Messaging", "FuncLibs.Signals",
            "FuncLibs.Web", "simulator",
        ],
        ["SignalMonitor"] =
        [
            "FuncLibs.Amqp", "FuncLibs.Hosting", "FuncLibs.Journal", "FuncLibs.Messaging", "FuncLibs.Signals",
            "FuncLibs.Web",
        ],
        ["launcher"] = ["FuncLibs.Hosting"],
        ["tools"] = ["FuncLibs.GroundTruth", "SignalMonitor", "simulator"],
        ["benchmarks"] =
        [
            "FuncLibs.Journal", "FuncLibs.Messaging", "FuncLibs.NetMq", "FuncLibs.Objects", "FuncLibs.Signals",
            "HardwareConnector", "launcher", "simulator", "tools",
        ],
    };

    public static TheoryData<string> Projects => new(Allowed.Keys);

    [Theory]
    [MemberData(nameof(Projects))]
    public void Project_References_AreOnTheMap(string project) =>
        ReferencesOf(project).Except(Allowed[project]).ShouldBeEmpty();

    [Theory]
    [MemberData(nameof(Projects))]
    public void Project_Folder_HoldsOneProjectFile(string project) =>
        Directory.GetFiles(Repository.PathOf(project), "*.*proj").Length.ShouldBe(1);

    [Fact]
    public void HardwareConnector_TouchesTheSimulator_OnlyInItsSources() => SourceTree.Production
        .Where(tree => SourceTree.PathOf(tree).StartsWith("HardwareConnector/", StringComparison.Ordinal))
        .Where(tree => tree.ToString().Contains("using Simulator", StringComparison.Ordinal))
        .Select(SourceTree.FolderOf)
        .ShouldAllBe(folder => folder == "HardwareConnector/Sources/Simulated");

    [Fact]
    public void AspNetCore_IsUsed_OnlyInTheHostsHttpFolders() => SourceTree.Production
        .Where(tree => tree.ToString().Contains("using Microsoft.AspNetCore", StringComparison.Ordinal))
        .Select(SourceTree.FolderOf)
        .ShouldAllBe(folder => folder.Contains("/Hosting", StringComparison.Ordinal)
            || folder.StartsWith("FuncLibs/Web/", StringComparison.Ordinal)
            || folder == "SignalMonitor/Http" || folder == "SignalMonitor/Dashboard"
            || folder.StartsWith("SignalMonitor/Dashboard/", StringComparison.Ordinal)
            || folder == "SignalMonitor/Viewers/Serving" || folder == "SignalMonitor/Viewers/Foxglove");

    [Theory]
    [InlineData("libzmq.", "FuncLibs/Messaging/Transport/ZeroMq")]
    [InlineData("liblz4", "benchmarks/Serialization/Native")]
    [InlineData("e_sqlite3", "SignalMonitor/Variables/Sqlite")]
    public void NativeLibrary_IsNamed_OnlyInItsFolder(string library, string owner) => SourceTree.Production
        .Where(tree => tree.ToString().Contains('"' + library, StringComparison.Ordinal))
        .Select(SourceTree.FolderOf)
        .ShouldAllBe(folder => folder == owner || folder.StartsWith(owner + "/", StringComparison.Ordinal));

    [Theory]
    [InlineData("using K4os", "FuncLibs/Blocks/Serialization/Lz4")]
    [InlineData("using Microsoft.Data.Sqlite", "SignalMonitor/Variables/Sqlite")]
    [InlineData("using SQLitePCL", "SignalMonitor/Variables/Sqlite")]
    [InlineData("using Npgsql", "SignalMonitor/Variables/Postgres")]
    [InlineData("using Parquet", "SignalMonitor/Exporting/Formats")]
    [InlineData("using PureHDF", "SignalMonitor/Exporting/Formats")]
    [InlineData("using System.IO.Hashing", "SignalMonitor/Exporting/Formats")]
    [InlineData("using MailKit", "SignalMonitor/Notifications/Targets")]
    [InlineData("using MimeKit", "SignalMonitor/Notifications/Targets")]
    [InlineData("using MQTTnet", "SignalMonitor/Notifications/Targets")]
    [InlineData("using System.Formats.Cbor", "FuncLibs/Objects/Cbor")]
    public void Library_IsUsed_OnlyInItsFolder(string library, string owner)
    {
        string[] users = [.. SourceTree.Production
            .Where(tree => tree.ToString().Contains(library, StringComparison.Ordinal))
            .Select(SourceTree.FolderOf)
            .Distinct()];

        users.ShouldBe([owner]);
    }

    [Fact]
    public void Nerdbank_IsUsed_OnlyByItsSerializerTheGraphFormatAndBenchmarks() => SourceTree.Production
        .Where(tree => tree.ToString().Contains("using Nerdbank", StringComparison.Ordinal))
        .Select(SourceTree.FolderOf)
        .Distinct()
        .ShouldBe(
            ["FuncLibs/Objects/Graph", "FuncLibs/Objects/Nerdbank", "benchmarks/Objects"], ignoreOrder: true);

    [Fact]
    public void OpenTelemetry_IsUsed_OnlyForTheExportOfMetrics() => SourceTree.Production
        .Where(tree => tree.ToString().Contains("using OpenTelemetry", StringComparison.Ordinal))
        .Select(SourceTree.FolderOf)
        .Distinct()
        .ShouldBe(["FuncLibs/Web/Metrics"], ignoreOrder: true);

    [Fact]
    public void MessagePackLibrary_IsUsed_OnlyByRowsTheResolverObjectsAndBenchmarks() => SourceTree.Production
        .Where(tree => UsesMessagePack().IsMatch(tree.ToString()))
        .Select(SourceTree.FolderOf)
        .Distinct()
        .ShouldBe(
            [
                "FuncLibs/Blocks/Rows", "FuncLibs/Blocks/Serialization/BuiltIn", "FuncLibs/Objects/MessagePack",
                "benchmarks/Objects", "benchmarks/Serialization/Formats",
            ],
            ignoreOrder: true);

    // Programs of others write tokens with the library; only the reason of a failure is in the outcomes that they see.
    [Fact]
    public void Tokens_PublicTypes_AreTheReasonOfAFailure() => SourceTree.Production
        .Where(tree => SourceTree.FolderOf(tree).StartsWith("FuncLibs/Blocks/Tokens", StringComparison.Ordinal))
        .SelectMany(tree => tree.GetRoot().DescendantNodes().OfType<BaseTypeDeclarationSyntax>())
        .Where(type => type.Modifiers.Any(word => word.IsKind(SyntaxKind.PublicKeyword)))
        .Select(type => type.Identifier.Text)
        .ShouldBe(["ReadFailure"]);

    // What a consumer of a library gets with it: nothing comes in without a line of decision record 5.
    [Theory]
    [InlineData("Runtime")]
    [InlineData("Blocks", "K4os.Compression.LZ4", "MessagePack")]
    [InlineData("Signals")]
    [InlineData("Messaging")]
    [InlineData("Journal")]
    [InlineData("GroundTruth")]
    [InlineData("NetMq", "NetMQ")]
    [InlineData("Amqp", "RabbitMQ.Client")]
    [InlineData(
        "Objects", "MessagePack", "Nerdbank.MessagePack", "Newtonsoft.Json", "PolyType", "protobuf-net",
        "System.Formats.Cbor")]
    public void Library_Packages_AreThoseOfTheDecisionRecord(string library, params string[] packages) => XDocument
        .Load(Directory.GetFiles(Repository.PathOf("FuncLibs", library), "*.*proj").Single())
        .Descendants("PackageReference")
        .Select(reference => reference.Attribute("Include")!.Value)
        .ShouldBe(packages, ignoreOrder: true);

    [Theory]
    [InlineData("[LibraryImport(\"libc\"")]
    [InlineData("OperatingSystem.IsLinux()")]
    public void WhatOnlyLinuxHas_IsUsed_OnlyInItsFolder(string words) => SourceTree.Production
        .Where(tree => tree.ToString().Contains(words, StringComparison.Ordinal))
        .Select(SourceTree.FolderOf)
        .Where(folder => !folder.StartsWith("benchmarks/", StringComparison.Ordinal))
        .ShouldAllBe(folder => folder == "FuncLibs/Runtime/Platform");

    [Fact]
    public void NetMq_IsUsed_OnlyInItsProject() => SourceTree.Production
        .Where(tree => tree.ToString().Contains("using NetMQ", StringComparison.Ordinal))
        .Select(SourceTree.FolderOf)
        .Distinct()
        .ShouldBe(["FuncLibs/NetMq"]);

    [Fact]
    public void RabbitMq_IsUsed_OnlyInItsProject() => SourceTree.Production
        .Where(tree => tree.ToString().Contains("using RabbitMQ", StringComparison.Ordinal))
        .Select(SourceTree.FolderOf)
        .ShouldAllBe(folder => folder.StartsWith("FuncLibs/Amqp", StringComparison.Ordinal));

    private static IEnumerable<string> ReferencesOf(string project) => Directory
        .GetFiles(Repository.PathOf(project), "*.*proj")
        .SelectMany(file => XDocument.Load(file).Descendants("ProjectReference"))
        .Select(reference => Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value));

    // The library, not names of ours that begin alike.
    [GeneratedRegex(@"using MessagePack[;.]")]
    private static partial Regex UsesMessagePack();
}
