using System.Collections.Frozen;
using System.Collections.Immutable;
using FuncLibs.Hosting.Security;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Web.Accounts;

/// <summary>
/// The accounts and tokens of a program, in two files. Any thread reloads them, and reads <see cref="Current"/>.
/// </summary>
/// <remarks>
/// A file that cannot be used any more leaves in force what it said before, so that an edit by hand that is half saved
/// logs nobody out in the middle of a test; <see cref="AccessView.Faults"/> has the reason. A file that is gone gives
/// no access.
/// </remarks>
internal sealed class AccessDirectory
{
    private readonly Source<Account>? _users;
    private readonly Source<AccessToken>? _tokens;
    private readonly Lock _gate = new();
    private AccessView _current;

    /// <summary>Reads the files.</summary>
    /// <param name="options">Where they are.</param>
    public AccessDirectory(SecurityOptions options)
    {
        _users = options.UsersFile.Length > 0 ? new(EntryFile.OfUsers(options.UsersFile)) : null;
        _tokens = options.TokensFile.Length > 0 ? new(EntryFile.OfTokens(options.TokensFile)) : null;
        _users?.Reload();
        _tokens?.Reload();
        _current = Combine();
    }

    /// <summary>True when neither accounts nor tokens are configured: nobody has to say who they are.</summary>
    public bool IsOpen => _users is null && _tokens is null;

    /// <summary>True when people can log in.</summary>
    public bool HasAccounts => _users is not null;

    /// <summary>True when programs can have tokens.</summary>
    public bool HasTokens => _tokens is not null;

    /// <summary>What is in force.</summary>
    public AccessView Current => Volatile.Read(ref _current);

    /// <summary>Reads a file again if it changed.</summary>
    /// <returns>True when <see cref="Current"/> was replaced.</returns>
    public bool Reload()
    {
        lock (_gate)
        {
            bool isChanged = _users?.Reload() == true;
            isChanged |= _tokens?.Reload() == true;
            if (isChanged)
                Volatile.Write(ref _current, Combine());
            return isChanged;
        }
    }

    private AccessView Combine() => new(
        _users?.Entries ?? [],
        _tokens?.Entries ?? [],
        [.. new[] { _users?.Fault, _tokens?.Fault }.OfType<string>()]);

    private sealed class Source<T>(EntryFile<T> file)
        where T : class
    {
        private (FileStamp File, UnixFileMode Mode)? _stamp;

        public ImmutableArray<T> Entries { get; private set; } = [];

        public string? Fault { get; private set; }

        public bool Reload()
        {
            var info = new FileInfo(file.Path);
            (FileStamp File, UnixFileMode) stamp =
                (FileStamp.Read(file.Path), info.Exists ? info.UnixFileMode : default);
            if (stamp == _stamp)
                return false;
            _stamp = stamp;
            bool isRead = file.TryRead(out ImmutableArray<T> entries, out string? fault);
            Fault = fault;
            if (isRead || !stamp.File.Exists)
                Entries = entries;
            return true;
        }
    }
}

/// <summary>Accounts and tokens at one moment.</summary>
internal sealed class AccessView
{
    private readonly FrozenDictionary<string, Account> _users;
    private readonly FrozenDictionary<string, AccessToken> _tokens;

    public AccessView(
        ImmutableArray<Account> users, ImmutableArray<AccessToken> tokens, ImmutableArray<string> faults)
    {
        (Users, Tokens, Faults) = (users, tokens, faults);
        _users = users.ToFrozenDictionary(user => user.Name, StringComparer.OrdinalIgnoreCase);
        _tokens = tokens.DistinctBy(token => token.Sha256).ToFrozenDictionary(token => token.Sha256);
    }

    /// <summary>The accounts, in the order of the file.</summary>
    public ImmutableArray<Account> Users { get; }

    /// <summary>The tokens, in the order of the file.</summary>
    public ImmutableArray<AccessToken> Tokens { get; }

    /// <summary>A line for each file that cannot be used.</summary>
    public ImmutableArray<string> Faults { get; }

    /// <summary>The account of a name; null for none.</summary>
    public Account? FindUser(string name) => _users.GetValueOrDefault(name);

    /// <summary>The token whose text has this hash; null for none.</summary>
    public AccessToken? FindToken(string sha256) => _tokens.GetValueOrDefault(sha256);
}
