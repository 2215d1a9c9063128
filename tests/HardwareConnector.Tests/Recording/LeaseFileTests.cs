using FuncLibs.Hosting.State;
using FuncLibs.Journal.Retention;
using HardwareConnector.Recording;
using Testing;

namespace HardwareConnector.Tests.Recording;

public sealed class LeaseFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly StateFolder _state;
    private readonly FakeTime _time = new();

    public LeaseFileTests() => _state = StateFolder.Open(_folder.Path);

    private string FilePath => _folder.File(LeaseFile.FileName);

    public void Dispose()
    {
        _state.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Open_NoFile_HasNoLeasesAndNoDamage() => (Open().Leases.All.Count, Open().Damage).ShouldBe((0, null));

    [Fact]
    public void Save_ThenOpen_LeasesAreKept()
    {
        LeaseFile file = Open();
        file.Leases.Renew("plotter", 1, 7, 40);
        file.Leases.Renew("recorder", 2, 8, ulong.MaxValue);
        file.Save().ShouldBeNull();
        _time.Advance(TimeSpan.FromDays(6));

        LeaseFile back = Open();
        back.Leases.All.ShouldBe(file.Leases.All);
        back.Leases.IsRetained(7, 1, 41).ShouldBeTrue();
        _time.Advance(TimeSpan.FromDays(1.1));
        back.Leases.IsRetained(7, 1, 41).ShouldBeFalse();
    }

    [Fact]
    public void Save_NothingChanged_WritesNothing()
    {
        LeaseFile file = Open();
        file.Leases.Renew("plotter", 1, 7, 40);
        file.Save();
        File.Delete(FilePath);
        file.Save().ShouldBeNull();

        File.Exists(FilePath).ShouldBeFalse();
    }

    [Fact]
    public void Save_FolderGone_ReportsWhyAndTriesAgain()
    {
        LeaseFile file = Open();
        file.Leases.Renew("plotter", 1, 7, 40);
        Directory.Move(_folder.Path, _folder.Path + ".away");
        file.Save().ShouldNotBeNull();
        Directory.Move(_folder.Path + ".away", _folder.Path);

        file.Save().ShouldBeNull();
        Open().Leases.All.Count.ShouldBe(1);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("{\"format\": 1, \"claims\": [")]
    [InlineData("{\"format\": 2, \"claims\": []}")]
    [InlineData("{\"format\": 1, \"claims\": null}")]
    [InlineData("{\"format\": 1, \"claims\": [null]}")]
    [InlineData(
        "{\"format\": 1, \"claims\": [{\"consumer\": \"a\\nb\", \"stream\": 1, \"epoch\": 1, \"delivered\": 1, "
            + "\"renewed\": \"2026-01-01T00:00:00Z\"}]}")]
    [InlineData(
        "{\"format\": 1, \"claims\": [{\"consumer\": \"a\", \"stream\": 0, \"epoch\": 1, \"delivered\": 1, "
            + "\"renewed\": \"2026-01-01T00:00:00Z\"}]}")]
    [InlineData(
        "{\"format\": 1, \"claims\": [{\"consumer\": \"a\", \"stream\": 1, \"epoch\": -1, \"delivered\": 1, "
            + "\"renewed\": \"2026-01-01T00:00:00Z\"}]}")]
    [InlineData(
        "{\"format\": 1, \"claims\": [{\"consumer\": \"a\", \"stream\": 1, \"epoch\": 1, \"delivered\": 1, "
            + "\"renewed\": \"yesterday\"}]}")]
    public void Open_DamagedFile_IsSetAsideAndReported(string content)
    {
        File.WriteAllText(FilePath, content);

        LeaseFile file = Open();
        file.Leases.All.ShouldBeEmpty();
        file.Damage.ShouldNotBeNull().ShouldContain(FilePath);
        File.ReadAllText(FilePath + DamagedFile.Ending).ShouldBe(content);
        Open().Damage.ShouldBeNull();
    }

    [Fact]
    public void Open_FileTooLong_IsNotRead()
    {
        using (FileStream long4 = File.Create(FilePath))
            long4.SetLength(LeaseFile.MaxBytes + 1);

        Open().Damage.ShouldNotBeNull().ShouldContain("more than");
    }

    [Fact]
    public void Open_MaximumOfLeases_FitsTheFile()
    {
        LeaseFile file = Open();
        for (int i = 0; i < RetentionLeases.Capacity; i++)
            file.Leases.Renew($"{i}".PadLeft(64, '&'), uint.MaxValue - 1, ulong.MaxValue, ulong.MaxValue);
        file.Save().ShouldBeNull();

        new FileInfo(FilePath).Length.ShouldBeLessThan(LeaseFile.MaxBytes);
        Open().Leases.All.Count.ShouldBe(RetentionLeases.Capacity);
    }

    private LeaseFile Open() => LeaseFile.Open(_state, _time);
}
