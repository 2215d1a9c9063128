using Testing;

namespace SignalMonitor.Tests.Hosting;

public sealed class ShareRegistrationTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Share_WithoutFolder_SaysWhatIsMissing()
    {
        (int code, string errors) = await RunAsync("share");

        code.ShouldBe(2);
        errors.ShouldContain("Sharing:Folder is empty: `share` needs a folder that all monitors see");
    }

    [Fact]
    public async Task Run_OfSharedStations_IsRefused()
    {
        (int code, string errors) = await RunAsync("run", "--Sharing:Folder", _folder.File("shared"));

        code.ShouldBe(2);
        errors.ShouldContain("the stations are for the verb `share`");
    }

    [Fact]
    public async Task Share_FolderThatIsAFile_IsRefused()
    {
        File.WriteAllText(_folder.File("file"), "");

        (int code, string errors) = await RunAsync("share", "--Sharing:Folder", _folder.File("file"));

        code.ShouldBe(2);
        errors.ShouldContain("choose one that all monitors see");
    }

    private async Task<(int Code, string Errors)> RunAsync(string verb, params string[] more)
    {
        (int code, _, string errors) = await MonitorCommand.RunAsync(
            Stream.Null,
            [
                verb, "--State:Folder", _folder.File("state"), "--Http:Url", "http://127.0.0.1:0",
                "--Database:Provider", "none", "--Connections:0:Station", "lab/rig1",
                "--Connections:0:Amqp:Address", "amqp://127.0.0.1:1", "--Connections:0:Amqp:Site", "lab",
                "--Connections:0:Amqp:Rig", "rig1", .. more,
            ]);
        return (code, errors);
    }
}
