using System.Buffers;

namespace FuncLibs.Objects;

/// <summary>
/// Objects as bytes by one library. What went wrong is an outcome, never an exception of the library; limits are
/// checked before the library gets the bytes. Any number of threads at a time.
/// </summary>
public interface IObjectSerializer
{
    /// <summary>Its name in configuration and figures, for example <c>messagepack</c>.</summary>
    string Name { get; }

    /// <summary>The media type of its bytes.</summary>
    string ContentType { get; }

    /// <summary>Appends an object.</summary>
    /// <param name="value">The object; null is written as the null of the format, where it has one.</param>
    /// <param name="output">Receives the bytes. After an outcome that is not ok it may have a part of them.</param>
    /// <returns>The number of bytes, or why not: <see cref="ObjectStatus.UnsupportedType"/>,
    /// <see cref="ObjectStatus.LimitExceeded"/> or <see cref="ObjectStatus.Failed"/>.</returns>
    ObjectOutcome Serialize<T>(T value, IBufferWriter<byte> output);

    /// <summary>Reads exactly one object.</summary>
    /// <param name="input">Its bytes, and nothing else.</param>
    /// <param name="value">The object; the default of its type when the outcome is not ok.</param>
    ObjectOutcome Deserialize<T>(ReadOnlyMemory<byte> input, out T? value);
}
