using System.Numerics;

namespace FuncLibs.Messaging.Wire;

/// <summary>
/// What appending 1 KiB of zero bytes does to a CRC register. The step is linear over GF(2), so the result for each byte of the register
/// stands in a table of 256, and the four are xored. By linearity register(A then B) = shift(register(A)) ^ register(B from 0).
/// </summary>
internal static class Crc32CLaneShift
{
    private const int LaneWords = 128;
    private static readonly uint[] Table = Build();

    /// <summary>The register after 1 KiB of zeros.</summary>
    public static uint Apply(uint register)
    {
        uint[] table = Table;
        return table[(byte)register]
            ^ table[256 + (byte)(register >> 8)]
            ^ table[512 + (byte)(register >> 16)]
            ^ table[768 + (register >> 24)];
    }

    private static uint[] Build()
    {
        var table = new uint[4 * 256];
        for (int i = 0; i < table.Length; i++)
        {
            uint register = (uint)(i & 255) << (8 * (i >> 8));
            for (int word = 0; word < LaneWords; word++)
                register = BitOperations.Crc32C(register, 0UL);
            table[i] = register;
        }

        return table;
    }
}
