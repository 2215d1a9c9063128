using System.Runtime.CompilerServices;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization;

/// <summary>
/// Reads a document in one pass straight into its target. One that does not fit the target's layout takes the slow path
/// once: measure it within the limits, give the block room, read it again.
/// </summary>
internal static class BlockDecoder
{
    /// <summary>Reads one document that is the whole input.</summary>
    public static DecodeOutcome Decode<TGrammar, TTokens>(
        ReadOnlySpan<byte> input, CDataBlock target, BlockLimits limits)
        where TGrammar : struct, IBlockGrammar<TTokens>
        where TTokens : struct, ITokenCursor<TTokens>, allows ref struct
    {
        DecodeOutcome outcome = DecodePrefix<TGrammar, TTokens>(input, target, limits);
        if (!outcome.IsOk || outcome.Offset == input.Length)
            return outcome;
        target.IsValid = false;
        long trailing = input.Length - outcome.Offset;
        return new DecodeOutcome(
            DecodeStatus.TrailingBytes,
            outcome.Offset,
            default,
            "the end of the input",
            "bytes more:",
            trailing,
            TGrammar.Format);
    }

    /// <summary>Reads one document at the start of the input; the outcome reports where it ends.</summary>
    public static DecodeOutcome DecodePrefix<TGrammar, TTokens>(
        ReadOnlySpan<byte> input, CDataBlock target, BlockLimits limits)
        where TGrammar : struct, IBlockGrammar<TTokens>
        where TTokens : struct, ITokenCursor<TTokens>, allows ref struct
    {
        target.Clear();
        var document = new BlockDocument<TTokens>(input, target, limits, scan: null);
        if (TGrammar.TryRead(ref document))
            return Finish(ref document);
        return document.IsTooLarge ? DecodeAfterRelayout<TGrammar, TTokens>(input, target, limits)
            : Named<TGrammar, TTokens>(document.Outcome);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static DecodeOutcome DecodeAfterRelayout<TGrammar, TTokens>(
        ReadOnlySpan<byte> input, CDataBlock target, BlockLimits limits)
        where TGrammar : struct, IBlockGrammar<TTokens>
        where TTokens : struct, ITokenCursor<TTokens>, allows ref struct
    {
        var shape = new LayoutProbe();
        var scan = new BlockDocument<TTokens>(input, target, limits, shape);
        if (!TGrammar.TryRead(ref scan))
            return Named<TGrammar, TTokens>(scan.Outcome);
        shape.Relayout(target, limits);
        var document = new BlockDocument<TTokens>(input, target, limits, scan: null);
        return TGrammar.TryRead(ref document) ? Finish(ref document) : Named<TGrammar, TTokens>(document.Outcome);
    }

    private static DecodeOutcome Named<TGrammar, TTokens>(in DecodeOutcome outcome)
        where TGrammar : struct, IBlockGrammar<TTokens>
        where TTokens : struct, ITokenCursor<TTokens>, allows ref struct => outcome with { Format = TGrammar.Format };

    private static DecodeOutcome Finish<TTokens>(ref BlockDocument<TTokens> document)
        where TTokens : struct, ITokenCursor<TTokens>, allows ref struct
    {
        document.Block.IsValid = true;
        return DecodeOutcome.Done(document.Tokens.Position);
    }
}

/// <summary>
/// How a document of one format is read. A struct, so that the decoder is compiled for each grammar without
/// indirection.
/// </summary>
/// <typeparam name="TTokens">Reader of its tokens.</typeparam>
internal interface IBlockGrammar<TTokens>
    where TTokens : struct, ITokenCursor<TTokens>, allows ref struct
{
    /// <summary>Name of the format, for outcomes.</summary>
    static abstract string Format { get; }

    /// <summary>
    /// Reads (or, in a scan, measures) one document; false when the document refused something or is too large.
    /// </summary>
    static abstract bool TryRead(ref BlockDocument<TTokens> document);
}
