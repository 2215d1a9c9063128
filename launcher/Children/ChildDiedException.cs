namespace Launcher.Children;

/// <summary>A process of the main job ended, or did not get ready, before it was asked to stop; the message is for the user.</summary>
public sealed class ChildDiedException : Exception
{
    /// <summary>Without a reason.</summary>
    public ChildDiedException()
    {
    }

    /// <summary>With what happened.</summary>
    public ChildDiedException(string message)
        : base(message)
    {
    }

    /// <summary>With what happened and why.</summary>
    public ChildDiedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
