using FuncLibs.Blocks.Tokens;
using Grammar = FuncLibs.Blocks.Serialization.Columns.ColumnsGrammar<
    FuncLibs.Blocks.Tokens.MessagePackReader, FuncLibs.Blocks.Serialization.Columns.MessagePackColumns>;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>Reads content 1 into a block.</summary>
internal static class ColumnsDecoder
{
    /// <summary>Reads one document that is the whole input.</summary>
    public static DecodeOutcome Decode(ReadOnlySpan<byte> input, CDataBlock target, BlockLimits limits) =>
        BlockDecoder.Decode<Grammar, MessagePackReader>(input, target, limits);

    /// <summary>Reads one document at the start of the input; the outcome reports where it ends.</summary>
    public static DecodeOutcome DecodePrefix(ReadOnlySpan<byte> input, CDataBlock target, BlockLimits limits) =>
        BlockDecoder.DecodePrefix<Grammar, MessagePackReader>(input, target, limits);
}
