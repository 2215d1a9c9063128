using FuncLibs.Hosting.Security;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Users;
using Testing;

namespace FuncLibs.Web.Tests;

/// <summary>Files of accounts and tokens in a folder, whose passwords are hashed in few rounds.</summary>
internal sealed class AccessFolder : IDisposable
{
    public const string Password = "correct horse";

    private readonly TemporaryFolder _folder = new();

    public AccessFolder()
    {
        Options = new SecurityOptions
        {
            UsersFile = _folder.File("users.json"),
            TokensFile = _folder.File("tokens.json"),
        };
        Edits = new AccessEdits(Options, Hashes, Time);
        Edits.AddUser("ann", Role.Admin, Password).ShouldBeNull();
        Edits.AddUser("kim", Role.Control, Password).ShouldBeNull();
        Edits.AddUser("vic", Role.View, Password).ShouldBeNull();
        Edits.AddToken("graph", Role.View, 3650, out string? token).ShouldBeNull();
        Token = token!;
    }

    public static PasswordHashes Hashes { get; } = new(iterations: 10);

    public SecurityOptions Options { get; }

    public AccessEdits Edits { get; }

    public FakeTime Time { get; } = new();

    public string Token { get; }

    public string Path(string name) => _folder.File(name);

    public AccessDirectory Read() => new(Options);

    public void Dispose() => _folder.Dispose();
}
