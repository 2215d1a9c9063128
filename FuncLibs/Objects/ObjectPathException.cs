namespace FuncLibs.Objects;

/// <summary>A fault and where it was; it does not leave this library.</summary>
internal sealed class ObjectPathException : FormatException
{
    public ObjectPathException()
    {
    }

    public ObjectPathException(string message)
        : base(message)
    {
    }

    public ObjectPathException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>The place.</summary>
    public string Path { get; init; } = "$";
}

/// <summary>A required member is not there; it does not leave this library.</summary>
internal sealed class RequiredMemberException : FormatException
{
    public RequiredMemberException()
    {
    }

    public RequiredMemberException(string message)
        : base(message)
    {
    }

    public RequiredMemberException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
