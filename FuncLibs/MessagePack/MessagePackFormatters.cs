namespace FuncLibs.MessagePack;

/// <summary>The formatters that <see cref="MessagePackSerializer"/> finds: one a type, looked up without a dictionary.</summary>
public static class MessagePackFormatters
{
    /// <summary>Makes a formatter known; the last one registered for a type wins.</summary>
    public static void Register<T>(IMessagePackFormatter<T> formatter) => Volatile.Write(ref Slot<T>.Formatter, formatter);

    /// <summary>The formatter of a type.</summary>
    /// <exception cref="MessagePackSerializationException">None is registered.</exception>
    public static IMessagePackFormatter<T> Get<T>() => Volatile.Read(ref Slot<T>.Formatter)
        ?? throw new MessagePackSerializationException($"No MessagePack formatter is registered for {typeof(T)}.");

    private static class Slot<T>
    {
        public static IMessagePackFormatter<T>? Formatter;
    }
}
