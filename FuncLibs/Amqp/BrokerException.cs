namespace FuncLibs.Amqp;

/// <summary>A broker cannot be used now; connect again later.</summary>
public sealed class BrokerException : IOException
{
    /// <summary>Without a fault.</summary>
    public BrokerException()
        : this("the broker cannot be used")
    {
    }

    /// <summary>With a message.</summary>
    public BrokerException(string message)
        : this(new BrokerFault(BrokerFaultKind.Unreachable, message))
    {
    }

    /// <summary>With a message and a cause.</summary>
    public BrokerException(string message, Exception innerException)
        : this(new BrokerFault(BrokerFaultKind.Unreachable, message), innerException)
    {
    }

    /// <summary>With a fault.</summary>
    public BrokerException(BrokerFault fault)
        : base(fault.Text) => Fault = fault;

    internal BrokerException(BrokerFault fault, Exception cause)
        : base(fault.Text, cause) => Fault = fault;

    /// <summary>Why.</summary>
    public BrokerFault Fault { get; }
}
