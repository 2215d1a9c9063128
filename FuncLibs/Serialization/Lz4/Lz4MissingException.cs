namespace FuncLibs.Serialization.Lz4;

/// <summary>liblz4 is not installed, and something asked for compression. Readers do not throw it: they answer with an outcome.</summary>
public sealed class Lz4MissingException : Exception
{
    private const string Text = "liblz4 is not installed: on Debian and Ubuntu run 'sudo apt-get install liblz4-1'.";

    /// <summary>With the advice where to get it.</summary>
    public Lz4MissingException()
        : base(Text)
    {
    }

    /// <summary>With a text of one's own.</summary>
    public Lz4MissingException(string message)
        : base(message)
    {
    }

    /// <summary>With a text of one's own and the cause.</summary>
    public Lz4MissingException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
