using System.Buffers.Binary;

namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

/// <summary>How an integer becomes a point: k, k / 10^n, k / factor or k * factor, one IEEE 754 operation.</summary>
/// <param name="Code">0 to 22: the power of ten; <see cref="Divide"/> or <see cref="Multiply"/>.</param>
/// <param name="Factor">The number to divide or to multiply by.</param>
internal readonly record struct Scale(byte Code, double Factor)
{
    /// <summary>k / factor.</summary>
    public const byte Divide = 254;

    /// <summary>k * factor.</summary>
    public const byte Multiply = 255;

    /// <summary>10^22 is the last power of ten that is exact as float64.</summary>
    public const int MaxPower = 22;

    /// <summary>Greatest power of ten of <see cref="Fields.ShortQuotient"/>.</summary>
    public const int MaxShortPower = 9;

    private const long ShortBound = 1L << 31;

    private static readonly double[] Powers =
    [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ];

    /// <summary>True when the factor is in the bytes.</summary>
    public bool HasFactor => Code >= Divide;

    /// <summary>The factor as bytes of the column: 8 or none.</summary>
    public int FactorBytes => HasFactor ? sizeof(double) : 0;

    /// <summary>True for k * factor, and for k alone, which is k * 1.</summary>
    public bool IsProduct => Code is 0 or Multiply;

    /// <summary>What a point is multiplied by to come near its integer.</summary>
    public double ToInteger => Code == Multiply ? 1 / Factor : Factor;

    /// <summary>k / 10^<paramref name="power"/>.</summary>
    public static Scale OfPower(int power) => new((byte)power, Powers[power]);

    /// <summary>The scale of a code that is in a column.</summary>
    /// <param name="code">The code.</param>
    /// <param name="factor">The 8 bytes of the factor, for codes that have one.</param>
    /// <param name="scale">The scale.</param>
    /// <returns>False for an unknown code, or a factor that is not a positive normal number.</returns>
    public static bool TryRead(byte code, ReadOnlySpan<byte> factor, out Scale scale)
    {
        scale = default;
        if (code <= MaxPower)
            scale = OfPower(code);
        else if (code >= Divide)
            scale = new Scale(code, BinaryPrimitives.ReadDoubleLittleEndian(factor));
        return double.IsNormal(scale.Factor) && scale.Factor > 0;
    }

    /// <summary>
    /// True when the quotient may be made from the reciprocal: 10 to 10^9 and integers in ±2^31. See
    /// <see cref="Fields.ShortQuotient"/>.
    /// </summary>
    public bool IsShortQuotient(double min, double max) =>
        Code is >= 1 and <= MaxShortPower && min > -ShortBound && max < ShortBound;

    /// <summary>The point of an integer.</summary>
    public double Apply(double k) => IsProduct ? k * Factor : k / Factor;
}
