using SignalMonitor.Archiving;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Recorder;
using SignalMonitor.Tests.Variables;

namespace SignalMonitor.Tests.Archiving;

public sealed class ArchiveCheckTests(PostgresFixture fixture) : IClassFixture<PostgresFixture>, IDisposable
{
    private ArchiveRig? _rig;

    private ArchiveRig Rig => _rig ??= new ArchiveRig(fixture.Server);

    public void Dispose() => _rig?.Dispose();

    [PostgresFact]
    public void FaultsOf_BitOfAFileFlipped_NamesTheFile()
    {
        string file = FileOf(Archive("A"));
        byte[] bytes = File.ReadAllBytes(file);
        bytes[0] ^= 1;
        File.WriteAllBytes(file, bytes);

        FaultsOf("A").ShouldBe([$"{file} was changed: its CRC-32C is not that of the manifest"]);
    }

    [PostgresFact]
    public void FaultsOf_FileCut_HasBothLengths()
    {
        string file = FileOf(Archive("A"));
        long length = new FileInfo(file).Length;
        File.WriteAllText(file, "x");

        FaultsOf("A").ShouldBe([$"{file} has 1 bytes; {length} were archived"]);
    }

    [PostgresFact]
    public void FaultsOf_OneFileGoneAndOneAdded_NamesBoth()
    {
        string place = Archive("A");
        string file = FileOf(place);
        File.Delete(file);
        File.WriteAllText(Path.Combine(place, "more.txt"), "x");

        FaultsOf("A").ShouldBe(
        [
            $"{file} is gone",
            $"{Path.Combine(place, "more.txt")} was added after the test was archived",
        ]);
    }

    [PostgresFact]
    public void FaultsOf_ManifestOfAnotherTest_IsFound()
    {
        string first = Archive("A");
        string second = Archive("B", RecorderRig.Started.AddDays(1));
        File.Copy(
            Path.Combine(second, ArchiveManifest.FileName),
            Path.Combine(first, ArchiveManifest.FileName),
            overwrite: true);

        FaultsOf("A").Single().ShouldEndWith("is of another recording than recording.json beside it");
    }

    [PostgresFact]
    public void FaultsOf_FolderWasMoved_IsFound()
    {
        Directory.Move(Archive("A"), Rig.PlaceOf("B"));

        FaultsOf("B").Single().ShouldEndWith("is of lab/rig1/A; the folder was moved");
    }

    [PostgresFact]
    public void List_FoldersThatAreNoTests_AreLeftOut()
    {
        string place = Archive("A");
        Directory.CreateDirectory(Rig.PlaceOf("empty"));
        Directory.CreateSymbolicLink(Rig.PlaceOf("link"), place);
        Directory.CreateDirectory(Path.Combine(Rig.Root, TestArchiver.IncomingName, "0", "journal"));

        ArchiveCheck.List(Rig.Root).ShouldBe([place]);
    }

    private static string FileOf(string place) =>
        Directory.EnumerateFiles(place, RecordedDefinitions.Pattern).Order(StringComparer.Ordinal).First();

    private string Archive(string run, DateTimeOffset? started = null)
    {
        Rig.Push(Rig.Record(run, started: started)).IsDone.ShouldBeTrue();
        return Rig.PlaceOf(run);
    }

    private string[] FaultsOf(string name) => [.. ArchiveCheck.FaultsOf(Rig.PlaceOf(name), CancellationToken.None)];
}
