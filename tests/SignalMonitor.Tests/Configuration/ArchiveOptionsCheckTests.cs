using SignalMonitor.Configuration;

namespace SignalMonitor.Tests.Configuration;

public sealed class ArchiveOptionsCheckTests
{
    private const string Good = "Host=db;Database=archive;Username=kim";

    [Theory]
    [InlineData("", Good, "Archive:Folder")]
    [InlineData("/archive", "", "Archive:ConnectionString")]
    [InlineData("/archive", "Password=geheim;x", "Archive:ConnectionString")]
    [InlineData("/a\0b", Good, "Archive:Folder")]
    [InlineData("/state", Good, "Archive:Folder")]
    [InlineData("/state/recordings", Good, "Archive:Folder")]
    [InlineData("/state/recordings/lab", Good, "Archive:Folder")]
    public void Check_Unusable_NamesTheOptionAndNoPassword(string folder, string connection, string key)
    {
        string fault = Check(folder, connection).ShouldHaveSingleItem();

        fault.ShouldContain(key);
        fault.ShouldNotContain("geheim");
    }

    [Theory]
    [InlineData("", "")]
    [InlineData("/archive", Good)]
    [InlineData("/state/recordings-archive", Good)]
    public void Check_Usable_FindsNothing(string folder, string connection) =>
        Check(folder, connection).ShouldBeEmpty();

    private static string[] Check(string folder, string connection)
    {
        MonitorOptions options = new();
        options.State.Folder = "/state";
        (options.Archive.Folder, options.Archive.ConnectionString) = (folder, connection);
        return [.. new ArchiveOptionsCheck().Check(options).Select(fault => fault.ToString())];
    }
}
