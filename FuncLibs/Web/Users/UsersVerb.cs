using System.ComponentModel;
using System.Globalization;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Security;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Web.Accounts;

namespace FuncLibs.Web.Users;

/// <summary>What the verb `users` does.</summary>
internal enum UsersAction
{
    /// <summary>Lists accounts and tokens.</summary>
    List,

    /// <summary>Adds an account.</summary>
    Add,

    /// <summary>Gives an account another role.</summary>
    Role,

    /// <summary>Gives an account another password.</summary>
    Password,

    /// <summary>Removes an account.</summary>
    Remove,

    /// <summary>Makes or removes a token.</summary>
    Token,
}

/// <summary>Options of the verb `users`.</summary>
internal sealed class UsersVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("list, add, role, password, remove or token; given after the verb")]
    public UsersAction Action { get; set; } = UsersAction.List;

    /// <summary>Name of the account; with token: new or remove.</summary>
    [Description("name of the account; with token: new or remove; given after the action")]
    public string Target { get; set; } = "";

    /// <summary>Name of the token.</summary>
    [Description("with token: whose it is; the audit log says token:NAME")]
    public string Name { get; set; } = "";

    /// <summary>The role.</summary>
    [Description("with add, role and token new: view, control or admin")]
    public string Role { get; set; } = "";

    /// <summary>How long a token is valid.</summary>
    [Description("with token new: days until it expires; 0 = it does not")]
    public int Days { get; set; } = 365;

    /// <summary>Who edits.</summary>
    [Description("who does it, for the audit log; without it the user of the system")]
    public string? By { get; set; }
}

/// <summary>
/// The verb `users`: keeps accounts and tokens. A running program reads the files again within a second.
/// </summary>
internal static class UsersVerb
{
    /// <summary>Name of the verb.</summary>
    public const string Name = "users";

    /// <summary>The verb for the list of a host.</summary>
    /// <param name="noteOf">What notes an edit, by the options and who does it; null = nothing does.</param>
    /// <typeparam name="TOptions">The root option class.</typeparam>
    public static HostVerb<TOptions> Create<TOptions>(
        Func<TOptions, string, Func<AccessChange, string?>>? noteOf = null)
        where TOptions : class, IHostOptions, ISecuredOptions, new() =>
        new(
            Name,
            "list, add, role, password, remove, token: who may use HTTP and the dashboard",
            context => Task.FromResult(Run(context, noteOf)))
        {
            ExtraOptions = typeof(UsersVerbOptions),
            ProgramSections = noteOf is null ? ["Security"] : ["Security", "State"],
            Argument = nameof(UsersVerbOptions.Action),
            NextArgument = nameof(UsersVerbOptions.Target),
            SkipsChecks = true,
        };

    private static int Run<TOptions>(
        VerbContext<TOptions> context, Func<TOptions, string, Func<AccessChange, string?>>? noteOf)
        where TOptions : class, IHostOptions, ISecuredOptions, new()
    {
        UsersVerbOptions options = context.Extra<UsersVerbOptions>();
        SecurityOptions security = context.Options.Security;
        if (options.Action == UsersAction.List)
            return List(security, context.Streams.Output);
        AccessEdits edits = new(security, new PasswordHashes(), TimeProvider.System);
        if (noteOf is not null)
            edits = edits.NotedBy(noteOf(context.Options, options.By ?? Environment.UserName));
        if (options.Action == UsersAction.Token)
            return EditTokens(options, edits, context.Streams.Output);
        Throw(EditUsers(options, edits, context.Streams));
        context.Streams.Output.WriteLine($"{options.Target}: {DoneOf(options)}");
        return ExitCodes.Ok;
    }

    private static string? EditUsers(UsersVerbOptions options, AccessEdits edits, ProcessStreams streams)
    {
        if (options.Target.Length == 0)
            return $"users {Word(options.Action)} needs the name of an account";

        // Said before a password is asked for.
        if (AccessName.FindFault(options.Target) is { } fault)
            return $"'{OneLine.Format(options.Target)}' {fault}";
        return options.Action switch
        {
            UsersAction.Add => edits.AddUser(options.Target, RoleOf(options), PasswordInput.Read(streams)),
            UsersAction.Role => edits.SetRole(options.Target, RoleOf(options)),
            UsersAction.Password => edits.SetPassword(options.Target, PasswordInput.Read(streams)),
            _ => edits.RemoveUser(options.Target),
        };
    }

    private static int EditTokens(UsersVerbOptions options, AccessEdits edits, TextWriter output)
    {
        if (options.Name.Length == 0 || options.Target is not ("new" or "remove"))
            throw new StartupException("users token needs new or remove, and --name NAME");
        if (options.Target == "remove")
        {
            Throw(edits.RemoveToken(options.Name));
            output.WriteLine($"{options.Name}: its token is removed; what it has open ends within 5 s");
            return ExitCodes.Ok;
        }

        Throw(edits.AddToken(options.Name, RoleOf(options), options.Days, out string? text));
        output.WriteLine(text);
        return ExitCodes.Ok;
    }

    private static int List(SecurityOptions security, TextWriter output)
    {
        List<string> faults = [];
        if (security.UsersFile.Length + security.TokensFile.Length == 0)
            throw new StartupException("give --Security:UsersFile FILE, --Security:TokensFile FILE or both");
        if (security.UsersFile.Length > 0)
        {
            EntryFile.OfUsers(security.UsersFile).TryRead(out var users, out string? fault);
            output.WriteLine($"accounts in {security.UsersFile}: {users.Length}");
            foreach (Account user in users)
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"  {user.Name,-24} {RoleText.NameOf(user.Role),-8} changed {user.Changed:yyyy-MM-dd HH:mm}Z"));
            if (fault is not null)
                faults.Add(fault);
        }

        if (security.TokensFile.Length > 0)
        {
            EntryFile.OfTokens(security.TokensFile).TryRead(out var tokens, out string? fault);
            output.WriteLine($"tokens in {security.TokensFile}: {tokens.Length}");
            foreach (AccessToken token in tokens)
                output.WriteLine(string.Create(
                    CultureInfo.InvariantCulture,
                    $"  {token.Name,-24} {RoleText.NameOf(token.Role),-8} "
                        + $"{(token.Expires is { } end ? $"expires {end:yyyy-MM-dd HH:mm}Z" : "does not expire")}"));
            if (fault is not null)
                faults.Add(fault);
        }

        foreach (string fault in faults)
            output.WriteLine($"  not used: {fault}");
        return faults.Count == 0 ? ExitCodes.Ok : ExitCodes.FatalError;
    }

    private static Role RoleOf(UsersVerbOptions options)
    {
        Role role = RoleText.Parse(options.Role);
        return role != Role.None
            ? role
            : throw new StartupException($"--role '{OneLine.Format(options.Role)}' is no role; there are {RoleText.Known}");
    }

    private static string DoneOf(UsersVerbOptions options) => options.Action switch
    {
        UsersAction.Add => $"may log in, with the role {options.Role}",
        UsersAction.Role => $"has the role {options.Role} now, and has to log in again",
        UsersAction.Password => "has a new password, and has to log in again",
        _ => "may not log in any more; what is open ends within 5 s",
    };

    private static string Word(UsersAction action) => action switch
    {
        UsersAction.Add => "add",
        UsersAction.Role => "role",
        UsersAction.Password => "password",
        _ => "remove",
    };

    private static void Throw(string? fault)
    {
        if (fault is not null)
            throw new StartupException(fault);
    }
}
