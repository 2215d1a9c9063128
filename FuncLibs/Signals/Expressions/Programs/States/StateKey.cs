using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Programs.States;

/// <summary>128 bits that name a memory: the first half of a SHA-256 over what decides its content.</summary>
internal readonly record struct StateKey(long High, long Low)
{
    /// <summary>Key of a text that says everything.</summary>
    public static StateKey Of(string text)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(Encoding.UTF8.GetBytes(text), hash);
        return new StateKey(BinaryPrimitives.ReadInt64BigEndian(hash), BinaryPrimitives.ReadInt64BigEndian(hash[sizeof(long)..]));
    }

    /// <summary>Writes it.</summary>
    public void Save(StateWriter target)
    {
        target.Add(High);
        target.Add(Low);
    }

    /// <summary>Reads what <see cref="Save"/> wrote; false at the end of the bytes.</summary>
    public static bool TryTake(ref StateReader source, out StateKey key)
    {
        bool isThere = source.TryTake(out long high) & source.TryTake(out long low);
        key = new StateKey(high, low);
        return isThere;
    }

    /// <inheritdoc/>
    public override string ToString() => $"{High:x16}{Low:x16}";
}
