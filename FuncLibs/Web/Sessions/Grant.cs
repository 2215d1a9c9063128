using FuncLibs.Web.Accounts;

namespace FuncLibs.Web.Sessions;

/// <summary>How somebody proved who they are.</summary>
internal enum GrantKind
{
    /// <summary>Not at all: neither accounts nor tokens are configured.</summary>
    Local,

    /// <summary>A person logged in.</summary>
    Session,

    /// <summary>A program sent a token.</summary>
    Token,
}

/// <summary>Who sends requests, and what they may do. Any thread.</summary>
/// <param name="name">Name for logs and the audit log: that of the account, or <c>token:NAME</c>.</param>
/// <param name="role">What may be done.</param>
/// <param name="kind">How it was proved.</param>
internal sealed class Grant(string name, Role role, GrantKind kind)
{
    private readonly Lock _gate = new();
    private readonly List<Watcher> _watchers = [];
    private string? _over;

    /// <summary>Everyone, where neither accounts nor tokens are configured.</summary>
    public static Grant Local { get; } = new("local", Role.Admin, GrantKind.Local);

    /// <summary>Name for logs and the audit log.</summary>
    public string Name => name;

    /// <summary>What may be done.</summary>
    public Role Role => role;

    /// <summary>How it was proved.</summary>
    public GrantKind Kind => kind;

    /// <summary>Connections that stay open, such as WebSockets.</summary>
    public int Open
    {
        get
        {
            lock (_gate)
                return _watchers.Count;
        }
    }

    /// <summary>Whether the sender of a request proved who they are.</summary>
    public bool IsNamed => kind != GrantKind.Local;

    /// <summary>A connection that stays open is closed when this ends; until it is disposed.</summary>
    /// <param name="close">Closes it, with the reason; at once when this has ended already.</param>
    public IDisposable Watch(Action<string> close)
    {
        Watcher watcher = new(this, close);
        string? over;
        lock (_gate)
        {
            over = _over;
            if (over is null)
                _watchers.Add(watcher);
        }

        if (over is not null)
            close(over);
        return watcher;
    }

    /// <summary>It is over: closes what is open.</summary>
    public void End(string why)
    {
        Watcher[] open;
        lock (_gate)
        {
            if (_over is not null)
                return;
            _over = why;
            open = [.. _watchers];
            _watchers.Clear();
        }

        foreach (Watcher watcher in open)
            watcher.Close(why);
    }

    private sealed class Watcher(Grant grant, Action<string> close) : IDisposable
    {
        public Action<string> Close => close;

        public void Dispose()
        {
            lock (grant._gate)
                grant._watchers.Remove(this);
        }
    }
}
