namespace FuncLibs.Messaging.Publishing;

/// <summary>Content ids that are not those of a block serializer.</summary>
public static class ContentIds
{
    /// <summary>A map with string keys: every control payload.</summary>
    public const byte ControlMap = 8;
}
