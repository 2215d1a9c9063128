using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FuncLibs.Objects.Shapes;

/// <summary>
/// Compares whole numbers, enums, time spans and Guids by a hash of all their bytes with a seed of the process: a peer
/// cannot choose keys whose hashes collide. Strings have that of .NET.
/// </summary>
internal sealed class SeededComparer<T> : IEqualityComparer<T>
{
    // Of these, and not of floating point, equal values have equal bytes.
    private static readonly SeededComparer<T>? Instance =
        (typeof(T).IsPrimitive && typeof(T) != typeof(double) && typeof(T) != typeof(float))
        || typeof(T).IsEnum || typeof(T) == typeof(Guid) || typeof(T) == typeof(TimeSpan)
            ? new SeededComparer<T>() : null;

    private SeededComparer()
    {
    }

    /// <summary>The comparer; null where that of the type is used.</summary>
    public static SeededComparer<T>? Find() => Instance;

    /// <inheritdoc/>
    public bool Equals(T? x, T? y) => EqualityComparer<T>.Default.Equals(x, y);

    /// <inheritdoc/>
    public int GetHashCode(T obj)
    {
        HashCode hash = default;
        hash.AddBytes(MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<T, byte>(ref obj), Unsafe.SizeOf<T>()));
        return hash.ToHashCode();
    }
}
