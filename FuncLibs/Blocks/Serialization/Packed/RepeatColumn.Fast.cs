using System.Numerics;
using System.Runtime.Intrinsics;

namespace FuncLibs.Blocks.Serialization.Packed;

internal static partial class RepeatColumn
{
    static partial void MapVectors(ReadOnlySpan<long> bits, Span<byte> map, ref int at, ref int changes)
    {
        for (; Vector512.IsHardwareAccelerated && at + Group <= bits.Length; at += Group)
        {
            Vector512<long> same = Vector512.Equals(
                Vector512.Create(bits.Slice(at, Group)), Vector512.Create(bits.Slice(at - 1, Group)));
            map[at / Group] = (byte)~same.ExtractMostSignificantBits();
            changes += BitOperations.PopCount(map[at / Group]);
        }
    }
}
