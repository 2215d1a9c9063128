using System.Collections.Immutable;
using SignalMonitor.Dashboard.Files;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Files;

public class BundleTests
{
    [Fact]
    public void Read_EveryFile_IsTheOneOfTheCommittedBundle()
    {
        string folder = Repository.PathOf("dashboard", "dist");
        ImmutableArray<BundleFile> bundle = Bundle.Read();

        bundle.Select(file => file.Path).ShouldBe(
            Directory.GetFiles(
                folder,
                "*",
                SearchOption.AllDirectories).Select(file => Path.GetRelativePath(folder, file).Replace('\\', '/')),
            ignoreOrder: true);
        foreach (BundleFile file in bundle)
            file.Content.Span.SequenceEqual(File.ReadAllBytes(Path.Combine(folder, file.Path))).ShouldBeTrue(file.Path);
    }

    [Fact]
    public void Read_Page_IsThere() => Bundle.Read().ShouldContain(file => file.Path == Bundle.Index);
}
