namespace FuncLibs.Hosting;

/// <summary>
/// The process cannot start for a reason that its user can remove. The message is one line: what, where and the remedy.
/// Exit code 2.
/// </summary>
public class StartupException : Exception
{
    /// <summary>For serializers of exceptions only.</summary>
    public StartupException()
    {
    }

    /// <summary>Creates an exception with its message.</summary>
    public StartupException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with its message and its cause.</summary>
    public StartupException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
