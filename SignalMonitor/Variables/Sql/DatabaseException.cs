using SignalMonitor.Variables.Database;

namespace SignalMonitor.Variables.Sql;

/// <summary>
/// Carries a fault from a session to the repository, which hands it out as a value. Nothing but a repository catches
/// it.
/// </summary>
internal sealed class DatabaseException : Exception
{
    /// <summary>Made by serializers of exceptions only.</summary>
    public DatabaseException()
        : this("")
    {
    }

    /// <summary>With a text of no special kind.</summary>
    public DatabaseException(string message)
        : this(DatabaseFaultKind.Failed, message)
    {
    }

    /// <summary>With a text of no special kind and its cause.</summary>
    public DatabaseException(string message, Exception innerException)
        : this(DatabaseFaultKind.Failed, message, innerException)
    {
    }

    /// <summary>With the fault.</summary>
    public DatabaseException(DatabaseFaultKind kind, string text, Exception? cause = null)
        : base(text, cause) => Fault = new DatabaseFault(kind, text);

    /// <summary>What is handed out.</summary>
    public DatabaseFault Fault { get; }
}
