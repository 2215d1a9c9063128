namespace FuncLibs.Hosting;

/// <summary>
/// The process cannot start for a reason that its user can remove: one line that says what, where and what to do. Exit code 2.
/// </summary>
public class StartupException : Exception
{
    /// <summary>Made by serializers of exceptions only.</summary>
    public StartupException()
    {
    }

    /// <summary>With the line.</summary>
    public StartupException(string message)
        : base(message)
    {
    }

    /// <summary>With the line and its cause.</summary>
    public StartupException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }
}
