namespace FuncLibs.Objects.Graph;

/// <summary>The input is no document, or not of this type; it does not leave this library.</summary>
internal sealed class GraphException : FormatException
{
    public GraphException()
    {
    }

    public GraphException(string message)
        : base(message)
    {
    }

    public GraphException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
