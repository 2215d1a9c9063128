using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Hosting.Security;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Web.Accounts;

namespace FuncLibs.Web.Users;

/// <summary>An edit of an account or token, for the audit log.</summary>
/// <param name="Action">What is done, such as <c>users.add</c>.</param>
/// <param name="Target">Name of the account or token.</param>
/// <param name="Old">What was there before; null = nothing, or it is secret.</param>
/// <param name="New">What is there after it; null = nothing, or it is secret.</param>
internal sealed record AccessChange(string Action, string Target, string? Old, string? New);

/// <summary>
/// Edits of accounts and tokens, for the verb `users` and the dashboard. Each is noted before it is in force, and
/// refused when it cannot be.
/// </summary>
/// <param name="options">Where the files are.</param>
/// <param name="hashes">Hashes new passwords.</param>
/// <param name="time">Clock.</param>
internal sealed class AccessEdits(SecurityOptions options, PasswordHashes hashes, TimeProvider time)
{
    /// <summary>Entries of a file at most.</summary>
    public const int MaxEntries = 1000;

    /// <summary>Days that a token may be valid at most.</summary>
    public const int MaxDays = 3660;

    private const string NoUsers = "there is no file of accounts: set Security:UsersFile";
    private const string NoTokens = "there is no file of tokens: set Security:TokensFile";

    private Func<AccessChange, string?> Note { get; init; } = static _ => null;

    /// <summary>The same, which notes each edit first.</summary>
    /// <param name="note">Notes it; gives why it could not, or null.</param>
    public AccessEdits NotedBy(Func<AccessChange, string?> note) => new(options, hashes, time) { Note = note };

    /// <summary>Adds an account.</summary>
    /// <returns>Why not, in one line; null when it is done.</returns>
    public string? AddUser(string name, Role role, string password) => EditUsers(name, (users, old) =>
        old is not null ? Refuse($"there is an account {name} already: users role, or users password")
            : users.Length >= MaxEntries ? Refuse($"there are {MaxEntries} accounts already; remove one")
                : PasswordHashes.FindPasswordFault(password) is { } fault ? Refuse(fault)
                    : Change(users.Add(NewAccount(name, role, password)), "users.add", name, null, RoleText.NameOf(role)));

    /// <summary>Gives an account a role.</summary>
    /// <returns>Why not, in one line; null when it is done.</returns>
    public string? SetRole(string name, Role role) => EditUsers(name, (users, old) =>
        old is null ? Refuse(Missing(name, users))
            : IsLastAdmin(users, old) && role != Role.Admin ? Refuse(LastAdmin(name))
                : Change(
                    users.Replace(old, old with { Role = role, Changed = time.GetUtcNow() }),
                    "users.role",
                    old.Name,
                    RoleText.NameOf(old.Role),
                    RoleText.NameOf(role)));

    /// <summary>Gives an account a password.</summary>
    /// <returns>Why not, in one line; null when it is done.</returns>
    public string? SetPassword(string name, string password) => EditUsers(name, (users, old) =>
        old is null ? Refuse(Missing(name, users))
            : PasswordHashes.FindPasswordFault(password) is { } fault ? Refuse(fault)
                : Change(
                    users.Replace(old, NewAccount(old.Name, old.Role, password)), "users.password", old.Name, null, null));

    /// <summary>Removes an account.</summary>
    /// <returns>Why not, in one line; null when it is done.</returns>
    public string? RemoveUser(string name) => EditUsers(name, (users, old) =>
        old is null ? Refuse(Missing(name, users))
            : IsLastAdmin(users, old) && users.Length > 1 ? Refuse(LastAdmin(name))
                : Change(users.Remove(old), "users.remove", old.Name, RoleText.NameOf(old.Role), null));

    /// <summary>Makes a token.</summary>
    /// <param name="name">Whose it is.</param>
    /// <param name="role">What it allows.</param>
    /// <param name="days">How long it is valid; 0 = for ever.</param>
    /// <param name="text">Its text, which is kept nowhere; null when there is a fault.</param>
    /// <returns>Why not, in one line; null when it is done.</returns>
    public string? AddToken(string name, Role role, int days, out string? text)
    {
        string made = AccessToken.CreateText();
        DateTimeOffset now = time.GetUtcNow();
        DateTimeOffset? expires = days > 0 ? now.AddDays(days) : null;
        string? fault = days is < 0 or > MaxDays
            ? string.Create(CultureInfo.InvariantCulture, $"days is {days}; 0 (for ever) to {MaxDays}")
            : EditTokens(name, (tokens, old) =>
                old is not null ? Refuse<AccessToken>($"there is a token {name} already; remove it first")
                    : tokens.Length >= MaxEntries ? Refuse<AccessToken>($"there are {MaxEntries} tokens already; remove one")
                        : Change(
                            tokens.Add(new AccessToken(name, role, AccessToken.HashOf(made), now, expires)),
                            "tokens.add",
                            name,
                            null,
                            RoleText.NameOf(role)
                                + (expires is { } end ? FormattableString.Invariant($" until {end:yyyy-MM-dd}") : "")));
        text = fault is null ? made : null;
        return fault;
    }

    /// <summary>Removes a token.</summary>
    /// <returns>Why not, in one line; null when it is done.</returns>
    public string? RemoveToken(string name) => EditTokens(name, (tokens, old) =>
        old is null
            ? Refuse<AccessToken>($"there is no token '{OneLine.Format(name)}'; there are "
                + string.Join(", ", tokens.Select(token => token.Name).DefaultIfEmpty("none")))
            : Change(tokens.Remove(old), "tokens.remove", old.Name, RoleText.NameOf(old.Role), null));

    private static bool IsLastAdmin(ImmutableArray<Account> users, Account account) =>
        account.Role == Role.Admin && users.Count(user => user.Role == Role.Admin) == 1;

    private static string LastAdmin(string name) => $"{name} is the last admin; make another one first";

    private static string Missing(string name, ImmutableArray<Account> users) =>
        $"there is no account '{OneLine.Format(name)}'; there are "
            + string.Join(", ", users.Select(user => user.Name).DefaultIfEmpty("none"));

    private static EntryEdit<Account> Refuse(string fault) => Refuse<Account>(fault);

    private static EntryEdit<T> Refuse<T>(string fault) => new([], fault);

    private EntryEdit<T> Change<T>(ImmutableArray<T> entries, string action, string target, string? old, string? now) =>
        new(entries, Note(new AccessChange(action, target, old, now)));

    private Account NewAccount(string name, Role role, string password) =>
        new(name, role, hashes.Hash(password), time.GetUtcNow());

    private string? EditUsers(string name, Func<ImmutableArray<Account>, Account?, EntryEdit<Account>> edit) =>
        options.UsersFile.Length == 0
            ? NoUsers
            : Edit(EntryFile.OfUsers(options.UsersFile), name, user => user.Name, edit);

    private string? EditTokens(
        string name, Func<ImmutableArray<AccessToken>, AccessToken?, EntryEdit<AccessToken>> edit) =>
        options.TokensFile.Length == 0
            ? NoTokens
            : Edit(EntryFile.OfTokens(options.TokensFile), name, token => token.Name, edit);

    private static string? Edit<T>(
        EntryFile<T> file, string name, Func<T, string> nameOf, Func<ImmutableArray<T>, T?, EntryEdit<T>> edit)
        where T : class
    {
        if (AccessName.FindFault(name) is { } fault)
            return $"'{OneLine.Format(name)}' {fault}";
        try
        {
            return file.Edit(entries => edit(
                entries,
                entries.FirstOrDefault(one => string.Equals(nameOf(one), name, StringComparison.OrdinalIgnoreCase))));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{file.Path} cannot be written: {OneLine.Format(e)}; free some space or mend the folder";
        }
    }
}
