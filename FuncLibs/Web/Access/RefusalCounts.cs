namespace FuncLibs.Web.Access;

/// <summary>Why a request was refused.</summary>
internal enum Refusal
{
    /// <summary>Nobody is logged in: 401.</summary>
    NoSession,

    /// <summary>The token is not known, or expired: 401.</summary>
    Token,

    /// <summary>The account or the password is wrong: 401.</summary>
    Password,

    /// <summary>The role does not allow it: 403.</summary>
    Role,

    /// <summary>It may come from a page of another site: 403.</summary>
    Forgery,

    /// <summary>Too many log-ins were tried: 429.</summary>
    Rate,

    /// <summary>The client certificate is missing or not allowed: no connection.</summary>
    Certificate,
}

/// <summary>What was refused. Any thread counts and reads.</summary>
internal sealed class RefusalCounts
{
    private readonly long[] _counts = new long[Enum.GetValues<Refusal>().Length];
    private string? _last;

    /// <summary>The newest refusal in one line; null for none.</summary>
    public string? Last => Volatile.Read(ref _last);

    /// <summary>All refusals.</summary>
    public long Total => Enum.GetValues<Refusal>().Sum(Of);

    /// <summary>Name of a cause in metrics and JSON.</summary>
    public static string NameOf(Refusal cause) => cause switch
    {
        Refusal.NoSession => "noSession",
        Refusal.Token => "token",
        Refusal.Password => "password",
        Refusal.Role => "role",
        Refusal.Forgery => "forgery",
        Refusal.Rate => "rate",
        _ => "certificate",
    };

    /// <summary>Refusals of one cause.</summary>
    public long Of(Refusal cause) => Volatile.Read(ref _counts[(int)cause]);

    /// <summary>Counts one.</summary>
    public void Add(Refusal cause, string line)
    {
        Interlocked.Increment(ref _counts[(int)cause]);
        Volatile.Write(ref _last, line);
    }
}
