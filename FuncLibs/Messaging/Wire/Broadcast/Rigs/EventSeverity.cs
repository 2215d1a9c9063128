namespace FuncLibs.Messaging.Wire.Broadcast.Rigs;

/// <summary>How bad an event of a rig is.</summary>
public enum EventSeverity : byte
{
    /// <summary>Worth knowing. What a reader does not know reads as this.</summary>
    Info,

    /// <summary>Something does not go on as it should.</summary>
    Warning,

    /// <summary>The machine was stopped.</summary>
    Error,
}

/// <summary>Names of <see cref="EventSeverity"/> on the wire.</summary>
public static class EventSeverityText
{
    /// <summary>The name, UTF-8.</summary>
    public static ReadOnlySpan<byte> ToUtf8(EventSeverity severity) => severity switch
    {
        EventSeverity.Warning => "warning"u8,
        EventSeverity.Error => "error"u8,
        _ => "info"u8,
    };

    /// <summary>The name as text.</summary>
    public static string NameOf(EventSeverity severity) => severity switch
    {
        EventSeverity.Warning => "warning",
        EventSeverity.Error => "error",
        _ => "info",
    };

    /// <summary>Reads a name.</summary>
    public static EventSeverity Parse(ReadOnlySpan<byte> text) =>
        text.SequenceEqual("warning"u8) ? EventSeverity.Warning : text.SequenceEqual("error"u8) ? EventSeverity.Error : EventSeverity.Info;
}
