namespace FuncLibs.Objects.Cbor;

/// <summary>
/// Compares numbers and the like by a hash with a seed of the process: a peer cannot choose keys whose hashes collide.
/// Strings have that of .NET.
/// </summary>
internal sealed class SeededComparer<T> : IEqualityComparer<T>
{
    private static readonly SeededComparer<T>? Instance =
        typeof(T).IsPrimitive || typeof(T).IsEnum || typeof(T) == typeof(Guid) ? new SeededComparer<T>() : null;

    private SeededComparer()
    {
    }

    /// <summary>The comparer; null where that of the type will do.</summary>
    public static SeededComparer<T>? Find() => Instance;

    /// <inheritdoc/>
    public bool Equals(T? x, T? y) => EqualityComparer<T>.Default.Equals(x, y);

    /// <inheritdoc/>
    public int GetHashCode(T obj) => HashCode.Combine(obj);
}
