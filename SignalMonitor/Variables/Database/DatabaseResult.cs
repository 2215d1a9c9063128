using System.Diagnostics.CodeAnalysis;

namespace SignalMonitor.Variables.Database;

/// <summary>What was asked for, or why it is not to be had. A default one is neither.</summary>
/// <typeparam name="T">What was asked for.</typeparam>
public readonly record struct DatabaseResult<T>
    where T : class
{
    /// <summary>A success.</summary>
    public DatabaseResult(T value) => Value = value;

    /// <summary>A failure.</summary>
    public DatabaseResult(DatabaseFault fault) => Fault = fault;

    /// <summary>What was asked for; null with a fault.</summary>
    public T? Value { get; }

    /// <summary>Why it is not to be had; null when it is.</summary>
    public DatabaseFault? Fault { get; }

    /// <summary>Takes it apart: `if (!result.Has(out value, out fault))`.</summary>
    public bool Has([NotNullWhen(true)] out T? value, [NotNullWhen(false)] out DatabaseFault? fault)
    {
        value = Value;
        fault = value is null ? Fault ?? new DatabaseFault(DatabaseFaultKind.Failed, "nothing was asked of the database") : null;
        return value is not null;
    }
}
