using System.Text;
using FuncLibs.Runtime.Files;
using FuncLibs.Web.Accounts;
using SignalMonitor.Audit;
using Testing;

namespace SignalMonitor.Tests.Http;

/// <summary>The verb `users` of the monitor, with its audit log.</summary>
public sealed class UsersVerbTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Add_PasswordOnInput_IsInTheFileAndNoted()
    {
        (int code, string text) = await Users("correct horse\nmore", "add", "kim", "--role", "control", "--By", "ann");

        code.ShouldBe(0, text);
        text.ShouldNotContain("correct horse");
        EntryFile.OfUsers(_folder.File("users.json")).TryRead(out var users, out string? fault).ShouldBeTrue(fault);
        new PasswordHashes().IsRight(users.ShouldHaveSingleItem(), "correct horse").ShouldBeTrue();
        AuditAction noted = AuditFolder
            .NewestFirst(new DiskFiles(_folder.File("state")), long.MaxValue, _ => { }).First().Action;
        (noted.Who, noted.From, noted.Action, noted.Target, noted.New)
            .ShouldBe(("ann", "verb users", "users.add", "kim", "control"));
    }

    [Theory]
    [InlineData("short", "kim", "control", "10 to 128 characters")]
    [InlineData("", "kim", "control", "10 to 128 characters")]
    [InlineData("correct horse", "kim", "root", "is no role")]
    [InlineData("correct horse", "../kim", "control", "is no name of an account")]
    [InlineData("correct horse", "a\u001bb", "control", "is no name of an account")]
    public async Task Add_BadInput_IsRefused(string password, string name, string role, string why)
    {
        (int code, string text) = await Users(password, "add", name, "--role", role);

        code.ShouldBe(2);
        text.ShouldContain(why);
        text.ShouldNotContain("\u001b");
        File.Exists(_folder.File("users.json")).ShouldBeFalse();
    }

    [Fact]
    public async Task Token_New_PrintsATokenThatIsKeptAsHashOnly()
    {
        (int code, string text) = await Users("", "token", "new", "--name", "graph", "--role", "view");

        code.ShouldBe(0, text);
        text.Trim().ShouldStartWith(AccessToken.Prefix);
        string file = File.ReadAllText(_folder.File("tokens.json"));
        file.ShouldNotContain(text.Trim());
        file.ShouldContain(AccessToken.HashOf(text.Trim()));
    }

    [Fact]
    public async Task List_FileForOthersToo_SaysSoAndExits1()
    {
        if (OperatingSystem.IsWindows())
            return;
        await Users("", "token", "new", "--name", "graph", "--role", "view");
        File.SetUnixFileMode(_folder.File("tokens.json"), UnixFileMode.UserRead | UnixFileMode.OtherRead);
        await Users("correct horse", "add", "kim", "--role", "view");

        (int code, string text) = await Users("", "list");

        code.ShouldBe(1);
        text.ShouldContain("kim");
        text.ShouldContain("may be used by others (OtherRead)");
    }

    [Fact]
    public async Task Run_UsersFileForOthersToo_DoesNotStart()
    {
        if (OperatingSystem.IsWindows())
            return;
        await Users("correct horse", "add", "kim", "--role", "view");
        File.SetUnixFileMode(_folder.File("users.json"), UnixFileMode.UserRead | UnixFileMode.GroupRead);

        (int code, _, string errors) = await MonitorCommand.RunAsync(Stream.Null, [.. Words("check")]);

        code.ShouldBe(2);
        errors.ShouldContain("Security:UsersFile");
        errors.ShouldContain("chmod 600");
    }

    private async Task<(int Code, string Text)> Users(string input, params string[] words)
    {
        using MemoryStream stream = new(Encoding.UTF8.GetBytes(input));
        (int code, string output, string errors) =
            await MonitorCommand.RunAsync(stream, [.. Words(["users", .. words])]);
        return (code, output + errors);
    }

    private IEnumerable<string> Words(params string[] words) =>
    [
        .. words, "--Security:UsersFile", _folder.File("users.json"), "--Security:TokensFile", _folder.File("tokens.json"),
        "--State:Folder", _folder.File("state"),
    ];
}
