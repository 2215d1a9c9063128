using SignalMonitor.Sharing;
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
        errors.ShouldContain($"Sharing:Folder {_folder.File("file")} cannot be used");
    }

    [Fact]
    public async Task Share_FolderWithoutSign_SaysWhatToDo()
    {
        Directory.CreateDirectory(_folder.File("shared"));

        (int code, string errors) = await RunAsync("share", "--Sharing:Folder", _folder.File("shared"));

        code.ShouldBe(2);
        errors.ShouldContain("mount the folder, or, for a new one, run `SignalMonitor share prepare` once");
    }

    [Fact]
    public async Task Prepare_NewFolder_HasTheSign()
    {
        (int code, string errors) = await RunAsync("share", "prepare", "--Sharing:Folder", _folder.File("shared"));

        (code, errors).ShouldBe((0, ""));
        File.Exists(_folder.File(Path.Combine("shared", SharedRoot.SignName))).ShouldBeTrue();
    }

    [Fact]
    public async Task Run_OneStationByHand_IsRefused()
    {
        (int code, string errors) = await RunAsync("run", "--Sharing:Only", "lab/rig1");

        code.ShouldBe(2);
        errors.ShouldContain("this one would compute without a lease");
    }

    private async Task<(int Code, string Errors)> RunAsync(string verb, params string[] more)
    {
        (int code, _, string errors) = await MonitorCommand.RunAsync(
            Stream.Null,
            [
                verb, .. more, "--State:Folder", _folder.File("state"), "--Http:Url", "http://127.0.0.1:0",
                "--Database:Provider", "none", "--Connections:0:Station", "lab/rig1",
                "--Connections:0:Amqp:Address", "amqp://127.0.0.1:1", "--Connections:0:Amqp:Site", "lab",
                "--Connections:0:Amqp:Rig", "rig1",
            ]);
        return (code, errors);
    }
}
