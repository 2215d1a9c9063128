using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;

namespace FuncLibs.Messaging.Keys;

/// <summary>
/// A public or secret key of CURVE: 32 bytes (RFC 26/CurveZMQ), written as 40 characters of Z85 (RFC 32/Z85). A key of
/// zeros cannot exist: libzmq would accept it, and everyone knows it.
/// </summary>
public sealed class CurveKey : IEquatable<CurveKey>
{
    /// <summary>Length in bytes.</summary>
    public const int Size = 32;

    /// <summary>Length as text, in characters.</summary>
    public const int TextLength = 40;

    private readonly byte[] _bytes;

    private CurveKey(byte[] bytes) => _bytes = bytes;

    /// <summary>The 32 bytes.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes;

    /// <summary>
    /// The first 12 bytes of the SHA-256 of the key in hexadecimal, in groups of 4 digits: short enough to compare by
    /// telephone.
    /// </summary>
    public string Fingerprint
    {
        get
        {
            const int Shown = 12;
            const int Group = 4;
            string digits = Convert.ToHexStringLower(SHA256.HashData(_bytes).AsSpan(0, Shown));
            return string.Join(':', digits.Chunk(Group).Select(group => new string(group)));
        }
    }

    /// <summary>Reads a key from its bytes.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="key">The key; null when there is a fault.</param>
    /// <param name="fault">What is wrong, after the name of the key; null for nothing.</param>
    public static bool TryCreate(ReadOnlySpan<byte> bytes, [NotNullWhen(true)] out CurveKey? key, out string? fault)
    {
        key = null;
        fault = bytes.Length != Size ? $"has {bytes.Length} bytes; a key has {Size}" : null;
        if (fault is null && !bytes.ContainsAnyExcept((byte)0))
            fault = "is all zeros, which is no key: make one with `keys new`";
        if (fault is null)
            key = new CurveKey(bytes.ToArray());
        return key is not null;
    }

    /// <summary>Reads a key from its text.</summary>
    /// <param name="text">40 characters of Z85.</param>
    /// <param name="key">The key; null when there is a fault.</param>
    /// <param name="fault">What is wrong, after the name of the key; null for nothing.</param>
    public static bool TryParse(string? text, [NotNullWhen(true)] out CurveKey? key, out string? fault)
    {
        key = null;
        if (text?.Length != TextLength)
        {
            fault = $"has {text?.Length ?? 0} characters; a key has {TextLength}";
            return false;
        }

        Span<byte> bytes = stackalloc byte[Size];
        if (Z85.TryDecode(text, bytes))
            return TryCreate(bytes, out key, out fault);
        fault = "is not Z85: it has a character that no key has, or a group beyond 32 bits";
        return false;
    }

    /// <inheritdoc/>
    public bool Equals(CurveKey? other) =>
        other is not null && CryptographicOperations.FixedTimeEquals(_bytes, other._bytes);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as CurveKey);

    /// <inheritdoc/>
    public override int GetHashCode() => BinaryPrimitives.ReadInt32LittleEndian(_bytes);

    /// <summary>The key as 40 characters of Z85. Take care with a secret one.</summary>
    public override string ToString() => Z85.Encode(_bytes);
}

/// <summary>Z85, RFC 32 of ZeroMQ: four bytes, big-endian, as five digits of base 85.</summary>
internal static class Z85
{
    private const string Digits =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

    private const int Base = 85;
    private const int GroupBytes = 4;
    private const int GroupDigits = 5;

    /// <summary>Encodes a multiple of four bytes.</summary>
    public static string Encode(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder(bytes.Length / GroupBytes * GroupDigits);
        Span<char> group = stackalloc char[GroupDigits];
        for (; bytes.Length >= GroupBytes; bytes = bytes[GroupBytes..])
        {
            uint value = BinaryPrimitives.ReadUInt32BigEndian(bytes);
            for (int i = GroupDigits - 1; i >= 0; i--)
            {
                group[i] = Digits[(int)(value % Base)];
                value /= Base;
            }

            text.Append(group);
        }

        return text.ToString();
    }

    /// <summary>Decodes a multiple of five digits into four bytes for each group.</summary>
    public static bool TryDecode(ReadOnlySpan<char> text, Span<byte> bytes)
    {
        for (; text.Length >= GroupDigits; text = text[GroupDigits..], bytes = bytes[GroupBytes..])
        {
            ulong value = 0;
            foreach (char c in text[..GroupDigits])
            {
                int digit = Digits.IndexOf(c, StringComparison.Ordinal);
                if (digit < 0)
                    return false;
                value = (value * Base) + (uint)digit;
            }

            if (value > uint.MaxValue)
                return false;
            BinaryPrimitives.WriteUInt32BigEndian(bytes, (uint)value);
        }

        return text.IsEmpty;
    }
}
