using SignalMonitor.CalculatedChannels;
using SignalMonitor.Saving;
using Testing;

namespace SignalMonitor.Tests.CalculatedChannels;

public sealed class VariablesPartTests : IDisposable
{
    private const int Large = 9 << 20;
    private readonly TemporaryFolder _folder = new();

    private string Path => _folder.File(MonitorPositionFile.FileName);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Save_StateAbove8MiB_ContinuesAfterARestart()
    {
        VariablesPart part = new();
        part.Put(Of(1, Memory(Large, 1)));
        part.Put(Of(2, Memory(16, 2)));
        Save(part);
        part.Put(Of(1, Memory(Large, 3)));
        Save(part);

        new FileInfo(Path).Length.ShouldBeLessThan(4096);
        Asides().Length.ShouldBe(1);
        VariablesPart read = Open(out MonitorPositionFile file);
        file.Damage.ShouldBeNull();
        read.Find(TestStream.Publisher, 1)!.Memory.ShouldBe(Memory(Large, 3));
        read.Find(TestStream.Publisher, 2)!.Memory.ShouldBe(Memory(16, 2));
    }

    [Fact]
    public void Save_KilledBeforeThePositionNamesTheNewFile_HasTheFormerOne()
    {
        VariablesPart part = new();
        part.Put(Of(1, Memory(Large, 1)));
        Save(part);
        part.Put(Of(1, Memory(Large, 2)));
        part.SaveAside(_folder.Path).ShouldBeNull();

        Asides().Length.ShouldBe(2);
        Open(out MonitorPositionFile file).Find(TestStream.Publisher, 1)!.Memory.ShouldBe(Memory(Large, 1));
        file.Save().ShouldBeNull();
    }

    [Fact]
    public void Save_UnchangedState_KeepsItsFile()
    {
        VariablesPart part = new();
        part.Put(Of(1, Memory(Large, 1)));
        Save(part);
        string before = Asides().Single();
        part.Put(Of(1, Memory(Large, 1)) with { NextSample = 7 });
        Save(part);

        Asides().Single().ShouldBe(before);
    }

    [Fact]
    public void Open_StateFileIsDamaged_KeepsThePositionAndReportsThatStateIsReset()
    {
        VariablesPart part = new();
        part.Put(Of(1, Memory(Large, 1)));
        Save(part);
        File.WriteAllBytes(Asides().Single(), Memory(Large, 2));

        SavedVariables read = Open(out MonitorPositionFile file).Find(TestStream.Publisher, 1)!;
        (read.NextSample, read.Memory.Length).ShouldBe((3, 0));
        file.Damage.ShouldNotBeNull().ShouldContain("start over");
        File.Exists(Path).ShouldBeTrue();
    }

    [Fact]
    public void Put_NoRoom_IsNamedWithItsBytes()
    {
        VariablesPart part = new(maxBytes: 100);
        part.Put(Of(1, Memory(80, 1)));
        part.Put(Of(2, Memory(24, 1)));

        part.NotSaved.ShouldHaveSingleItem().ShouldContain("24 bytes");
        part.Find(TestStream.Publisher, 2).ShouldBeNull();
        part.Put(Of(2, Memory(16, 1)));
        part.NotSaved.ShouldBeEmpty();
    }

    [Fact]
    public void SaveAside_FolderIsGone_SavesNothing()
    {
        VariablesPart part = new();
        part.Put(Of(1, Memory(Large, 1)));

        MonitorPositionFile
            .Open(System.IO.Path.Combine(_folder.Path, "gone", MonitorPositionFile.FileName), [part], resume: false)
            .Save()
            .ShouldNotBeNull();
    }

    private static SavedVariables Of(uint stream, byte[] memory) => new(TestStream.Publisher, stream, 1, 3, memory);

    private static byte[] Memory(int length, byte content)
    {
        byte[] memory = new byte[length];
        memory.AsSpan().Fill(content);
        return memory;
    }

    private string[] Asides() => Directory.GetFiles(_folder.Path, "variables-*");

    private void Save(VariablesPart part) =>
        MonitorPositionFile.Open(Path, [part], resume: false).Save().ShouldBeNull();

    private VariablesPart Open(out MonitorPositionFile file)
    {
        VariablesPart part = new();
        file = MonitorPositionFile.Open(Path, [part], resume: true);
        return part;
    }
}
