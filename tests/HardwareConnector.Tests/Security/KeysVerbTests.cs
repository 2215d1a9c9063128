using System.Security.Cryptography.X509Certificates;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Tls;
using FuncLibs.Messaging.Keys;
using FuncLibs.Runtime.Files;
using HardwareConnector.Hosting;
using Testing;

namespace HardwareConnector.Tests.Security;

public sealed class KeysVerbTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string OwnKey => _folder.File("rig1.key");

    [Fact]
    public async Task New_Name_MakesTwoFiles()
    {
        (int code, string text) = await Keys("new", "--name", "rig1", "--out", _folder.Path);
        code.ShouldBe(0, text);
        File.Exists(OwnKey).ShouldBeTrue();
        File.Exists(_folder.File("rig1.pub")).ShouldBeTrue();
        text.ShouldNotContain(Secret(OwnKey));
    }

    [Theory]
    [InlineData("../up")]
    [InlineData(".hidden")]
    [InlineData("a/b")]
    public async Task New_NameThatIsAPath_IsRefused(string name)
    {
        (int code, string text) = await Keys("new", "--name", name, "--out", _folder.Path);
        code.ShouldBe(2);
        text.ShouldContain("is no name of a key");
        Directory.EnumerateFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task New_NameThatIsThere_ReplacesNothing()
    {
        await Keys("new", "--name", "rig1", "--out", _folder.Path);
        string before = File.ReadAllText(OwnKey);
        (int code, string text) = await Keys("new", "--name", "rig1", "--out", _folder.Path);
        code.ShouldBe(2);
        text.ShouldContain("never replaced");
        File.ReadAllText(OwnKey).ShouldBe(before);
    }

    [Fact]
    public async Task Allow_PublicKey_IsListedWithItsRights()
    {
        await MakeKeys();
        (int code, string text) = await WithKey("allow", _folder.File("office1.pub"), "--rights", "live,replay");
        code.ShouldBe(0, text);
        (code, text) = await WithKey("list");
        code.ShouldBe(0);
        text.ShouldMatch("office1 +([0-9a-f]{4}:){5}[0-9a-f]{4} +live replay");
    }

    [Fact]
    public async Task Allow_OwnersFile_KeepsTheSecretOut()
    {
        await MakeKeys();
        await WithKey("allow", _folder.File("office1.key"));
        File.ReadAllText(_folder.File("allowed/office1.pub")).ShouldNotContain("secret:");
    }

    [Fact]
    public async Task Allow_AnotherKeyOfAName_IsRefused()
    {
        await MakeKeys();
        await WithKey("allow", _folder.File("office1.pub"));
        await Keys("new", "--name", "office1", "--out", _folder.File("other"));
        (int code, string text) = await WithKey("allow", _folder.File("other/office1.pub"));
        code.ShouldBe(2);
        text.ShouldContain("keys revoke office1");
    }

    [Fact]
    public async Task Allow_KeyUnderAnotherFileName_ReplacesThatFile()
    {
        await MakeKeys();
        Directory.CreateDirectory(_folder.File("allowed"));
        File.Copy(_folder.File("office1.pub"), _folder.File("allowed/copied.pub"));
        (int code, string text) = await WithKey("allow", _folder.File("office1.pub"), "--rights", "live");
        code.ShouldBe(0, text);
        (code, text) = await WithKey("list");
        code.ShouldBe(0, text);
        text.ShouldMatch("office1 +([0-9a-f]{4}:){5}[0-9a-f]{4} +live\n");
        Directory.GetFiles(_folder.File("allowed")).ShouldBe([_folder.File("allowed/copied.pub")]);
    }

    [Fact]
    public async Task Allow_FileThatAllowsAnother_IsNotReplaced()
    {
        await MakeKeys();
        Directory.CreateDirectory(_folder.File("allowed"));
        File.Copy(_folder.File("rig1.pub"), _folder.File("allowed/office1.pub"));
        (int code, string text) = await WithKey("allow", _folder.File("office1.pub"));
        code.ShouldBe(2);
        text.ShouldContain("allows rig1");
        (_, text) = await WithKey("list");
        text.ShouldContain("rig1 ");
    }

    [Fact]
    public async Task Allow_KeyInTwoFiles_SaysThatItMayNotConnect()
    {
        await MakeKeys();
        Directory.CreateDirectory(_folder.File("allowed"));
        File.Copy(_folder.File("office1.pub"), _folder.File("allowed/copied.pub"));
        File.Copy(_folder.File("office1.pub"), _folder.File("allowed/copied2.pub"));
        (int code, string text) = await WithKey("allow", _folder.File("office1.pub"));
        code.ShouldBe(2);
        text.ShouldContain("may not connect yet");
    }

    [Theory]
    [InlineData("new", "--name", "rig2", "--out", "FOLDER")]
    [InlineData("allow", "KEY", "--Security:AllowedFolder", "FOLDER")]
    public async Task Keys_FolderThatCannotBeWritten_IsAFault(params string[] words)
    {
        await MakeKeys();
        string taken = _folder.File("taken");
        File.WriteAllText(taken, "");
        words = [.. words.Select(word => word switch
        {
            "FOLDER" => taken,
            "KEY" => _folder.File("office1.pub"),
            _ => word,
        })];
        (int code, string text) = await Keys(words);
        code.ShouldBe(2);
        text.ShouldContain(taken);
    }

    [Fact]
    public async Task Allow_WordThatIsNoRight_IsRefused()
    {
        await MakeKeys();
        (int code, string text) = await WithKey("allow", _folder.File("office1.pub"), "--rights", "live,everything");
        code.ShouldBe(2);
        text.ShouldContain("'everything'");
    }

    [Fact]
    public async Task Revoke_AllowedName_IsListedNoLonger()
    {
        await MakeKeys();
        await WithKey("allow", _folder.File("office1.pub"));
        (int code, _) = await WithKey("revoke", "office1");
        code.ShouldBe(0);
        (_, string text) = await WithKey("list");
        text.ShouldNotContain("office1");
    }

    [Fact]
    public async Task Revoke_UnknownName_NamesThoseThatAreAllowed()
    {
        await MakeKeys();
        await WithKey("allow", _folder.File("office1.pub"));
        (int code, string text) = await WithKey("revoke", "office9");
        code.ShouldBe(2);
        text.ShouldContain("allowed are: office1");
    }

    [Fact]
    public async Task List_DamagedFile_IsNamed()
    {
        await MakeKeys();
        await WithKey("allow", _folder.File("office1.pub"));
        File.WriteAllText(_folder.File("allowed/cut.pub"), "name: cu");
        (int code, string text) = await WithKey("list");
        code.ShouldBe(1);
        text.ShouldContain("cut.pub");
        text.ShouldContain("office1");
    }

    [Fact]
    public async Task Check_EmptyListOfPeers_IsAFault()
    {
        await MakeKeys();
        (int code, string text) = await Run("check", "--Security:KeyFile", OwnKey);
        code.ShouldBe(2);
        text.ShouldContain("allows no peer");
    }

    [Fact]
    public async Task Check_KeyFileThatOthersMayRead_IsAFault()
    {
        if (OperatingSystem.IsWindows())
            return;
        await MakeKeys();
        await WithKey("allow", _folder.File("office1.pub"));
        File.SetUnixFileMode(OwnKey, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        (int code, string text) = await Run("check", "--Security:KeyFile", OwnKey);
        code.ShouldBe(2);
        text.ShouldContain($"chmod 600 {OwnKey}");
    }

    [Fact]
    public async Task Check_ControlBeyondLoopback_NeedsKeys()
    {
        (int code, string text) = await Run("check", "--Control:Endpoint", "tcp://0.0.0.0:5557");
        code.ShouldBe(2);
        text.ShouldContain("Control:Endpoint");
    }

    [Fact]
    public async Task Check_BeyondLoopback_NeedsKeys()
    {
        string[] words = ["check", "--Publish:Endpoint", "tcp://0.0.0.0:5556"];
        (await Run(words)).Code.ShouldBe(2);
        await MakeKeys();
        await WithKey("allow", _folder.File("office1.pub"));
        (int code, string text) = await Run([.. words, "--Security:KeyFile", OwnKey]);
        code.ShouldBe(0, text);
    }

    [Fact]
    public async Task Check_BeyondLoopbackInsecure_IsAllowedWhenSaid() =>
        (await Run("check", "--Publish:Endpoint", "tcp://0.0.0.0:5556", "--Security:AllowInsecure", "true"))
            .Code.ShouldBe(0);

    [Theory]
    [InlineData("false", 2)]
    [InlineData("true", 0)]
    public async Task Check_BeyondLoopbackWithDirect_IsAllowedWhenSaid(string insecure, int code) =>
        (await Run(
            "check", "--Publish:Endpoint", "tcp://0.0.0.0:5556", "--Control:Endpoint", "ipc:///tmp/control",
            "--Transport:Library", "direct", "--Security:AllowInsecure", insecure))
            .Code.ShouldBe(code);

    [Theory]
    [InlineData("netmq", "ZMTP 1.0")]
    [InlineData("direct", "is direct, which has no keys: libzmq alone encrypts")]
    public async Task Check_KeysWithoutLibzmq_IsAFault(string library, string reason)
    {
        await MakeKeys();
        await WithKey("allow", _folder.File("office1.pub"));
        (int code, string text) =
            await Run("check", "--Security:KeyFile", OwnKey, "--Transport:Library", library);
        code.ShouldBe(2);
        text.ShouldContain(reason);
    }

    [Fact]
    public async Task Check_KeysThatDoNotBelongTogether_IsAFault()
    {
        await MakeKeys();
        await WithKey("allow", _folder.File("office1.pub"));
        string other = Secret(_folder.File("office1.key"));
        File.WriteAllText(OwnKey, File.ReadAllText(OwnKey).Replace(Secret(OwnKey), other, StringComparison.Ordinal));
        (int code, string text) = await Run("check", "--Security:KeyFile", OwnKey);
        code.ShouldBe(2);
        text.ShouldContain("do not belong together");
    }

    [Fact]
    public async Task Certificate_Name_MakesOneForItsHostsThatTheWebServerTakes()
    {
        (int code, string text) = await Keys(
            "certificate", "--name", "lab", "--out", _folder.Path, "--hosts", "lab.example,192.0.2.7");
        code.ShouldBe(0, text);
        (string path, string key) = (_folder.File("lab.pem"), _folder.File("lab-key.pem"));
        using X509Certificate2 made = X509CertificateLoader.LoadCertificateFromFile(path);
        made.MatchesHostname("lab.example").ShouldBeTrue();
        made.MatchesHostname("192.0.2.7").ShouldBeTrue();
        made.MatchesHostname("other.example").ShouldBeFalse();
        OwnerOnlyFile.FindModeFault(key).ShouldBeNull();
        CertificateFiles.TryReadOwn(
                new OwnCertificate(path, key, ""),
                CertificateFiles.ServerPurpose,
                TimeProvider.System.GetUtcNow(),
                out _,
                out string? fault)
            .ShouldBeTrue(fault);
    }

    [Theory]
    [InlineData("../up", "lab.example", "is no name of a key")]
    [InlineData("lab", "a b", "is no name or address of a machine")]
    [InlineData("", "lab.example", "needs --name NAME and --out FOLDER")]
    public async Task Certificate_BadInput_IsRefused(string name, string hosts, string why)
    {
        (int code, string text) = await Keys(
            "certificate", "--name", name, "--out", _folder.Path, "--hosts", hosts);
        code.ShouldBe(2);
        text.ShouldContain(why);
        Directory.EnumerateFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Certificate_Twice_ReplacesNothing()
    {
        await Keys("certificate", "--name", "lab", "--out", _folder.Path);
        string before = File.ReadAllText(_folder.File("lab-key.pem"));

        (int code, string text) = await Keys("certificate", "--name", "lab", "--out", _folder.Path);

        code.ShouldBe(2);
        text.ShouldContain("is there already");
        File.ReadAllText(_folder.File("lab-key.pem")).ShouldBe(before);
    }

    public void Dispose() => _folder.Dispose();

    private static string Secret(string path)
    {
        KeyFile.TryRead(path, out KeyFile? key, out string? fault).ShouldBeTrue(fault);
        return key.Secret!.ToString();
    }

    private async Task MakeKeys()
    {
        foreach (string name in (string[])["rig1", "office1"])
            (await Keys("new", "--name", name, "--out", _folder.Path)).Code.ShouldBe(0);
    }

    private Task<(int Code, string Text)> Keys(params string[] words) => Run(["keys", .. words]);

    private Task<(int Code, string Text)> WithKey(params string[] words) =>
        Run(["keys", .. words, "--Security:KeyFile", OwnKey]);

    private static async Task<(int Code, string Text)> Run(params string[] words)
    {
        using var output = new StringWriter();
        var inputs = new ConfigurationInputs(AppContext.BaseDirectory, new Dictionary<string, string>());
        int code = await HostProgram.RunAsync(
            words, ConnectorHost.Definition, inputs, new ProcessStreams(Stream.Null, output, output));
        return (code, output.ToString());
    }
}
