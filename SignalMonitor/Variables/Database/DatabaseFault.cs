namespace SignalMonitor.Variables.Database;

/// <summary>Why the database did not do what was asked.</summary>
/// <param name="Kind">For programs.</param>
/// <param name="Text">For people: one line with what, where, why and what to do. Never a password.</param>
public sealed record DatabaseFault(DatabaseFaultKind Kind, string Text)
{
    /// <summary>The line.</summary>
    public override string ToString() => Text;
}
