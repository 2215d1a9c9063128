using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using MessagePack;
using MessagePack.Formatters;

namespace FuncLibs.Objects.MessagePack;

/// <summary>
/// Counts levels while it writes: the library does so only when it reads, and a cycle of objects would take the whole
/// stack, which ends the process.
/// </summary>
/// <param name="inner">Finds the formatters.</param>
/// <param name="maxDepth">Levels at most.</param>
internal sealed class DepthLimitedResolver(IFormatterResolver inner, int maxDepth) : IFormatterResolver
{
    // Of the object that the thread is writing.
    [ThreadStatic]
    private static int _depth;

    private readonly ConcurrentDictionary<Type, object?> _made = new();

    /// <summary>Begins an object. A formatter may write one by another serializer, whose levels are not those of the
    /// first.</summary>
    /// <returns>For <see cref="End"/>.</returns>
    public static int Begin()
    {
        int outer = _depth;
        _depth = 0;
        return outer;
    }

    /// <summary>Ends an object, also after an exception.</summary>
    /// <param name="outer">What <see cref="Begin"/> gave.</param>
    public static void End(int outer) => _depth = outer;

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>()
    {
        // What has no members that are objects has no levels, and most members are so.
        if (!RuntimeHelpers.IsReferenceOrContainsReferences<T>() || typeof(T) == typeof(string)
            || typeof(T) == typeof(byte[]))
            return inner.GetFormatter<T>();
        return (IMessagePackFormatter<T>?)_made.GetOrAdd(
            typeof(T),
            static (_, of) => of.Inner.GetFormatter<T>() is { } found ? new DepthLimited<T>(found, of.MaxDepth) : null,
            (Inner: inner, MaxDepth: maxDepth));
    }

    private sealed class DepthLimited<T>(IMessagePackFormatter<T> formatter, int maxDepth) : IMessagePackFormatter<T>
    {
        public void Serialize(ref MessagePackWriter writer, T value, MessagePackSerializerOptions options)
        {
            if (_depth >= maxDepth)
                throw new ObjectLimitException($"it has more than {maxDepth} levels");

            // Serializers within each other have a count each, and one stack.
            RuntimeHelpers.EnsureSufficientExecutionStack();
            _depth++;
            try
            {
                formatter.Serialize(ref writer, value, options);
            }
            finally
            {
                _depth--;
            }
        }

        public T Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options) =>
            formatter.Deserialize(ref reader, options);
    }
}
