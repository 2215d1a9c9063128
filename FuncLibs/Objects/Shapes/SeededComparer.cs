using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FuncLibs.Objects.Shapes;

/// <summary>
/// Compares numbers, enums, times and Guids by a hash of all their bytes with a seed of the process: a peer cannot
/// choose keys whose hashes collide. Strings have that of .NET.
/// </summary>
internal sealed class SeededComparer<T> : IEqualityComparer<T>
{
    // Its bytes are not all of the value; the hash of a text has a seed, too.
    private static readonly bool IsNullable =
        Nullable.GetUnderlyingType(typeof(T)) is { } of && (of.IsEnum || of == typeof(Guid) || of == typeof(TimeSpan)
            || (of.IsPrimitive && of != typeof(double) && of != typeof(float)));

    private static readonly SeededComparer<T>? Instance =
        IsNullable || typeof(T).IsPrimitive || typeof(T).IsEnum || IsOneOf(
            typeof(Guid),
            typeof(TimeSpan),
            typeof(DateTime),
            typeof(DateTimeOffset),
            typeof(DateOnly),
            typeof(TimeOnly),
            typeof(decimal),
            typeof(Half),
            typeof(Int128),
            typeof(UInt128),
            typeof(BigInteger))
            ? new SeededComparer<T>() : null;

    private SeededComparer()
    {
    }

    /// <summary>The comparer; null where that of the type is used.</summary>
    public static SeededComparer<T>? Find() => Instance;

    /// <inheritdoc/>
    public bool Equals(T? x, T? y) => EqualityComparer<T>.Default.Equals(x, y);

    /// <inheritdoc/>
    public int GetHashCode(T obj) => obj switch
    {
        // Of these, equal values may have other bytes: a zone, a sign of zero, zeros at the end.
        DateTime time => HashOf(time.Ticks),
        DateTimeOffset time => HashOf(time.UtcTicks),
        double number => HashOf(number == 0 ? 0 : double.IsNaN(number) ? double.NaN : number),
        float number => HashOf(number == 0 ? 0 : float.IsNaN(number) ? float.NaN : number),
        Half number => HashOf(number == default ? default : Half.IsNaN(number) ? Half.NaN : number),
        decimal number => HashOf(number == 0 ? 0m : number / 1.0000000000000000000000000000m),
        BigInteger number => HashOf(number.ToByteArray()),
        not null when IsNullable => obj.ToString()!.GetHashCode(StringComparison.Ordinal),
        _ => HashOf(obj),
    };

    private static int HashOf<TBytes>(TBytes value) => HashOf(
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<TBytes, byte>(ref value), Unsafe.SizeOf<TBytes>()));

    private static int HashOf(ReadOnlySpan<byte> bytes)
    {
        HashCode hash = default;
        hash.AddBytes(bytes);
        return hash.ToHashCode();
    }

    private static bool IsOneOf(params ReadOnlySpan<Type> types) => types.Contains(typeof(T));
}
