using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;
using FuncLibs.Web.Accounts;

namespace FuncLibs.Web.Sessions;

/// <summary>How long a session lasts.</summary>
/// <param name="Idle">Without a request and without an open connection.</param>
/// <param name="Longest">From the log-in on, whatever happens.</param>
internal readonly record struct SessionLimits(TimeSpan Idle, TimeSpan Longest);

/// <summary>
/// Who is logged in, and which tokens are in use. A session ends when its time is over, when its owner logs out, and
/// when its account is changed or removed. It is in memory only: a restart logs everyone out. Any thread.
/// </summary>
/// <param name="directory">The accounts and tokens.</param>
/// <param name="limits">How long a session lasts.</param>
/// <param name="time">Clock.</param>
internal sealed class SessionStore(AccessDirectory directory, SessionLimits limits, TimeProvider time)
{
    /// <summary>Sessions of one account at most; the one that was not used for the longest time goes first.</summary>
    public const int MaxOfAccount = 20;

    private const int IdBytes = 32;
    private const string Changed = "the account was changed or removed: log in again";

    private readonly Lock _gate = new();
    private readonly Dictionary<string, Session> _sessions = [];
    private readonly Dictionary<AccessToken, Grant> _tokens = [];

    /// <summary>Sessions now.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
                return _sessions.Count;
        }
    }

    /// <summary>Begins a session.</summary>
    /// <returns>Its id: 256 random bits. Only the hash is kept: a dump of the memory opens no session.</returns>
    public string Open(Account account)
    {
        string id = Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(IdBytes));
        long now = time.GetTimestamp();
        List<Grant> evicted = [];
        lock (_gate)
        {
            List<KeyValuePair<string, Session>> others =
                [.. _sessions.Where(one => one.Value.Account.Name == account.Name).OrderBy(one => one.Value.Used)];
            for (int i = 0; i <= others.Count - MaxOfAccount; i++)
            {
                _sessions.Remove(others[i].Key);
                evicted.Add(others[i].Value.Grant);
            }

            _sessions[KeyOf(id)] =
                new Session(account, new Grant(account.Name, account.Role, GrantKind.Session), now) { Used = now };
        }

        foreach (Grant grant in evicted)
            grant.End($"{account.Name} logged in {MaxOfAccount} times elsewhere");
        return id;
    }

    /// <summary>The session of an id, which is used by that; null when there is none, or it is over.</summary>
    public Grant? Find(string id)
    {
        string key = KeyOf(id);
        Session? session;
        lock (_gate)
        {
            if (!_sessions.TryGetValue(key, out session))
                return null;
        }

        if (WhyOver(session) is { } why)
        {
            Remove(key, why);
            return null;
        }

        session.Used = time.GetTimestamp();
        return session.Grant;
    }

    /// <summary>Ends the session of an id.</summary>
    /// <returns>Whose it was; null when there was none.</returns>
    public Grant? Close(string id) => Remove(KeyOf(id), "you logged out");

    /// <summary>What the owner of a token may do; null with the reason when it is not valid.</summary>
    public Grant? FindToken(string text, out string? fault)
    {
        AccessToken? token = directory.Current.FindToken(AccessToken.HashOf(text));
        fault = token is null ? "the token is not known"
            : token.IsExpired(time.GetUtcNow())
                ? $"the token {token.Name} expired on {token.Expires:yyyy-MM-dd HH:mm}Z: make another one"
                : null;
        if (fault is not null)
            return null;
        lock (_gate)
        {
            if (_tokens.TryGetValue(token!, out Grant? grant))
                return grant;
            return _tokens[token!] = new Grant($"token:{token!.Name}", token.Role, GrantKind.Token);
        }
    }

    /// <summary>Ends what is over. Called each second.</summary>
    public void Update()
    {
        AccessView view = directory.Current;
        List<(Grant Grant, string Why)> ended = [];
        lock (_gate)
        {
            foreach ((string key, Session session) in _sessions)
            {
                if (WhyOver(session) is not { } why)
                    continue;
                _sessions.Remove(key);
                ended.Add((session.Grant, why));
            }

            foreach ((AccessToken token, Grant grant) in _tokens)
            {
                string? why = !token.Equals(view.FindToken(token.Sha256)) ? "the token was changed or removed"
                    : token.IsExpired(time.GetUtcNow()) ? "the token expired" : null;
                if (why is null)
                    continue;
                _tokens.Remove(token);
                ended.Add((grant, why));
            }
        }

        foreach ((Grant grant, string why) in ended)
            grant.End(why);
    }

    private static string KeyOf(string id) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(id)));

    private string? WhyOver(Session session)
    {
        if (!session.Account.Equals(directory.Current.FindUser(session.Account.Name)))
            return Changed;
        if (time.GetElapsedTime(session.Began) > limits.Longest)
            return $"the session is over after {limits.Longest.TotalHours:0} h: log in again";
        if (session.Grant.Open > 0)
            session.Used = time.GetTimestamp();
        return time.GetElapsedTime(session.Used) > limits.Idle
            ? $"nothing was requested for {limits.Idle.TotalMinutes:0} min: log in again"
            : null;
    }

    private Grant? Remove(string key, string why)
    {
        Session? session;
        lock (_gate)
            _sessions.Remove(key, out session);
        session?.Grant.End(why);
        return session?.Grant;
    }

    private sealed record Session(Account Account, Grant Grant, long Began)
    {
        private long _used;

        public long Used
        {
            get => Volatile.Read(ref _used);
            set => Volatile.Write(ref _used, value);
        }
    }
}
