using FuncLibs.Hosting.Security;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Users;
using Testing;

namespace SignalMonitor.Tests;

/// <summary>Files of accounts and tokens, with an admin whose name is ann.</summary>
internal sealed class AccessTokens : IDisposable
{
    public const string Password = "correct horse";

    private readonly TemporaryFolder _folder = new();

    public AccessTokens()
    {
        Options = new SecurityOptions
        {
            UsersFile = _folder.File("users.json"),
            TokensFile = _folder.File("tokens.json"),
        };
        Edits = new AccessEdits(Options, new PasswordHashes(iterations: 10), TimeProvider.System);
        Edits.AddUser("ann", Role.Admin, Password).ShouldBeNull();
    }

    public SecurityOptions Options { get; }

    public AccessEdits Edits { get; }

    /// <summary>Makes a token.</summary>
    /// <returns>Its text.</returns>
    public string Add(string name, Role role)
    {
        Edits.AddToken(name, role, 1, out string? text).ShouldBeNull();
        return text!;
    }

    public void Remove(string name) => Edits.RemoveToken(name).ShouldBeNull();

    public void Dispose() => _folder.Dispose();
}
