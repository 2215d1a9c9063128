namespace FuncLibs.Blocks;

/// <summary>A layout that cannot be: a negative size, or more than <see cref="BlockLimits"/> allows.</summary>
public sealed class BlockLayoutException : Exception
{
    /// <summary>Creates the exception without a message.</summary>
    public BlockLayoutException()
    {
    }

    /// <summary>Creates the exception with a message that names the size and its limit.</summary>
    public BlockLayoutException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception with a message and its cause.</summary>
    public BlockLayoutException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
