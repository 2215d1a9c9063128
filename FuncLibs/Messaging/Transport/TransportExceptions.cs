namespace FuncLibs.Messaging.Transport;

/// <summary>
/// Base of the exceptions of this namespace: misuse and start-up only. Expected events in a loop are status values.
/// </summary>
public class TransportException : Exception
{
    /// <summary>Creates an exception without a message.</summary>
    public TransportException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public TransportException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public TransportException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>An endpoint cannot be used. The message is one line: which endpoint, why, and what to do.</summary>
public sealed class EndpointException : TransportException
{
    /// <summary>Creates an exception without a message.</summary>
    public EndpointException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    public EndpointException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    public EndpointException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
