namespace FuncLibs.Blocks.Serialization.Lz4;

/// <summary>
/// Compresses an LZ4 block with the choices of LZ4_compress_default, so that the bytes are the same: a table of the
/// last position of each hash, one candidate for each position, steps that grow by one each 64 failures.
/// <code>
/// block    = sequence* last                sequence = token, [literal length], literals, u16 offset, [match length]
/// token    = literals (4 bits), match length - 4 (4 bits); 15 = more follows: bytes to be added, the last below 255
/// last     = token, [literal length], literals: 5 bytes at least; no match begins in the last 12 bytes
/// </code>
/// </summary>
internal static partial class Lz4Encoder
{
    private const int TableBytes = 1 << 14;
    private const int MinMatch = 4;
    private const int LastLiterals = 5;
    private const int MatchMargin = 12;
    private const int MoreFollows = 15;
    private const int LiteralShift = 4;
    private const int OffsetBytes = 2;
    private const int StepShift = 6;

    // Up to here a position fits 16 bits: no match begins in the last 12 bytes.
    private const int MaxNearLength = 0x10000 + MatchMargin - 2;
}
