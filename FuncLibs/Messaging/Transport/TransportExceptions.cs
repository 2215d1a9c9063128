namespace FuncLibs.Messaging.Transport;

/// <summary>Base of what this room throws: misuse and start-up only. What may happen in a loop is a status value.</summary>
public class TransportException : Exception
{
    /// <summary>Without a message.</summary>
    public TransportException()
    {
    }

    /// <summary>With a message.</summary>
    public TransportException(string message)
        : base(message)
    {
    }

    /// <summary>With a message and its cause.</summary>
    public TransportException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>An endpoint cannot be used. The message is one line: which endpoint, why, what to do.</summary>
public sealed class EndpointException : TransportException
{
    /// <summary>Without a message.</summary>
    public EndpointException()
    {
    }

    /// <summary>With a message.</summary>
    public EndpointException(string message)
        : base(message)
    {
    }

    /// <summary>With a message and its cause.</summary>
    public EndpointException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
