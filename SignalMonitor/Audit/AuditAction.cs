namespace SignalMonitor.Audit;

/// <summary>A control action that is to be noted.</summary>
/// <param name="Who">Name of the operator, or the user of the system.</param>
/// <param name="From">Where it came from: <c>verb testrun</c>, <c>http 127.0.0.1</c>, <c>dashboard 127.0.0.1</c>,
/// <c>monitor</c>.</param>
/// <param name="Action">What is done, one of <see cref="AuditActions"/>.</param>
/// <param name="Target">What it is done to.</param>
internal sealed record AuditAction(string Who, string From, string Action, string Target)
{
    /// <summary>What was there before; null = nothing, or it is not known.</summary>
    public string? Old { get; init; }

    /// <summary>What is there after it; null = nothing.</summary>
    public string? New { get; init; }

    /// <summary>The block at which it takes effect; null = it has no place in a stream, or none is known yet.</summary>
    public ulong? Sequence { get; init; }

    /// <summary>The second entry of an action that was noted and then refused.</summary>
    /// <param name="why">Why, in one line.</param>
    public AuditAction Refuse(string why) => this with { Old = "refused", New = why };
}

/// <summary>Who asks for actions, and from where.</summary>
/// <param name="Who">Name of the operator, or the user of the system.</param>
/// <param name="From">Where from: <c>verb testrun</c>, <c>http 127.0.0.1</c>, <c>dashboard 127.0.0.1</c>.</param>
internal sealed record AuditOrigin(string Who, string From)
{
    /// <summary>What a monitor does by itself.</summary>
    public static AuditOrigin Monitor { get; } = new("SignalMonitor", "monitor");

    /// <summary>An action of it.</summary>
    public AuditAction CreateAction(string action, string target) => new(Who, From, action, target);
}
