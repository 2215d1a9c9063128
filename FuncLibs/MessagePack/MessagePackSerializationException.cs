namespace FuncLibs.MessagePack;

/// <summary>Bytes that <see cref="MessagePackSerializer"/> cannot read as the type that was asked for,
/// or a type without a formatter.</summary>
public sealed class MessagePackSerializationException : Exception
{
    /// <summary>Creates the exception without a message.</summary>
    public MessagePackSerializationException()
    {
    }

    /// <summary>Creates the exception with a message that says what and where.</summary>
    public MessagePackSerializationException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception with a message and its cause.</summary>
    public MessagePackSerializationException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
