using System.Diagnostics.CodeAnalysis;

namespace SignalMonitor.Variables.Database;

/// <summary>Why the database refused or failed.</summary>
public enum DatabaseFaultKind
{
    /// <summary>Something else; the text has the message of the database.</summary>
    Failed,

    /// <summary>There is no such database.</summary>
    Missing,

    /// <summary>Another process holds it, longer than is waited for.</summary>
    Locked,

    /// <summary>This user may read it at most.</summary>
    ReadOnly,

    /// <summary>A newer program has changed its tables.</summary>
    NewerSchema,

    /// <summary>It is something else, or damaged.</summary>
    NotOurs,

    /// <summary>The server does not answer, or does not let this user in.</summary>
    Unreachable,

    /// <summary>The audit log cannot be written.</summary>
    NotNoted,

    /// <summary>Somebody else changed the row since it was read, or a row of this key is there already.</summary>
    Conflict,
}

/// <summary>Why the database refused or failed.</summary>
/// <param name="Kind">For programs.</param>
/// <param name="Text">For people: one line with what, where, why and what to do. Never a password.</param>
public sealed record DatabaseFault(DatabaseFaultKind Kind, string Text)
{
    /// <summary>The line.</summary>
    public override string ToString() => Text;
}

/// <summary>The requested value, or the fault. A default one is neither.</summary>
/// <typeparam name="T">The requested value.</typeparam>
public readonly record struct DatabaseResult<T>
    where T : class
{
    /// <summary>A success.</summary>
    public DatabaseResult(T value) => Value = value;

    /// <summary>A failure.</summary>
    public DatabaseResult(DatabaseFault fault) => Fault = fault;

    /// <summary>The requested value; null with a fault.</summary>
    public T? Value { get; }

    /// <summary>Why there is none; null when there is one.</summary>
    public DatabaseFault? Fault { get; }

    /// <summary>Takes it apart: `if (!result.Has(out value, out fault))`.</summary>
    public bool Has([NotNullWhen(true)] out T? value, [NotNullWhen(false)] out DatabaseFault? fault)
    {
        value = Value;
        fault = value is null
            ? Fault ?? new DatabaseFault(DatabaseFaultKind.Failed, "there was no request to the database")
            : null;
        return value is not null;
    }
}
