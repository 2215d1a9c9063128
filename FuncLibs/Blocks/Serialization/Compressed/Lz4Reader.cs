using System.Buffers.Binary;
using FuncLibs.Blocks.Serialization.Lz4;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Compressed;

/// <summary>
/// Takes a document out of its wrapping; the grammar is above <see cref="Lz4Writer"/>. Any bin and blocks of any
/// size are read. No length is used before it is below the limit and the compressed bytes can hold it.
/// </summary>
internal ref struct Lz4Reader(ReadOnlySpan<byte> input, int limit)
{
    private const string TotalWithin = "an uncompressed length within the limit";

    private readonly ReadOnlySpan<byte> _input = input;
    private MessagePackReader _tokens = new(input);

    /// <summary>Why the wrapping was refused; offsets are those of the compressed input.</summary>
    public DecodeOutcome Outcome { get; private set; }

    /// <summary>The wrapping that the input begins with; null when it is an ordinary document.</summary>
    public static Lz4Form? FormOf(ReadOnlySpan<byte> input)
    {
        var ahead = new MessagePackReader(input);
        if (MessagePackCode.IsExt(ahead.NextCode))
            return Lz4Form.Block;
        return ahead.TryReadArrayHeader(out int items) && items > 0 && MessagePackCode.IsExt(ahead.NextCode)
            ? Lz4Form.Array : null;
    }

    /// <summary>Fills the scratch with the document; false sets <see cref="Outcome"/>.</summary>
    public bool TryRead(Lz4Form form, Lz4Scratch scratch)
    {
        bool read = form == Lz4Form.Array ? TryReadArray(scratch) : TryReadBlock(scratch);
        return read
            && (_tokens.IsAtEnd
                || Refuse(DecodeStatus.TrailingBytes, "the end of the input", "bytes more:", _tokens.Remaining));
    }

    private bool TryReadArray(Lz4Scratch scratch)
    {
        if (!_tokens.TryReadArrayHeader(out int items)
            || !TryReadExt(Lz4Writer.ArrayExt, out ReadOnlySpan<byte> lengths))
            return RefuseToken("the lengths of the blocks: ext 98");
        int lengthsAt = _tokens.Position - lengths.Length;
        if (!TrySum(lengths, items - 1, lengthsAt, out int total))
            return false;
        Span<byte> target = scratch.Rent(total);
        var each = new MessagePackReader(lengths);
        for (int block = 0; block < items - 1; block++)
        {
            _ = each.TryRead(out long length);
            if (!TryReadBin(block, target[..(int)length]))
                return false;
            target = target[(int)length..];
        }

        return true;
    }

    // Before a byte of memory is taken: as many lengths as blocks, each possible, all together below the limit.
    private bool TrySum(ReadOnlySpan<byte> lengths, int blocks, int offset, out int total)
    {
        total = 0;
        long sum = 0;
        var each = new MessagePackReader(lengths);
        for (int block = 0; block < blocks; block++)
        {
            var path = new BlockPath("blocks", block);
            int at = offset + each.Position;
            if (!each.TryRead(out long length, 0, int.MaxValue))
                return Refuse(
                    DecodeStatus.OutOfRange,
                    "an uncompressed length: an int of 31 bits",
                    MessagePackCode.NameOf(each.NextCode),
                    null,
                    at,
                    path);
            sum += length;
            if (sum > limit)
                return Refuse(DecodeStatus.LimitExceeded, TotalWithin, "bytes", sum, at, path);
        }

        if (!each.IsAtEnd)
            return Refuse(
                DecodeStatus.LengthMismatch, "as many lengths as blocks", "blocks", blocks, offset + each.Position);
        total = (int)sum;
        return IsPossible(sum, offset);
    }

    private bool TryReadBin(int block, Span<byte> target)
    {
        var path = new BlockPath("blocks", block);
        int start = _tokens.Position;
        if (!_tokens.TryReadBin(out ReadOnlySpan<byte> packed))
            return RefuseToken("an LZ4 block: bin", path);
        return TryDecompress(packed, target, start, path);
    }

    private bool TryReadBlock(Lz4Scratch scratch)
    {
        int start = _tokens.Position;
        if (!TryReadExt(Lz4Writer.BlockExt, out ReadOnlySpan<byte> body))
            return RefuseToken("an LZ4 block: ext 99");
        int bodyAt = _tokens.Position - body.Length;
        if (body.Length < Lz4Writer.LengthBytes || body[0] != MessagePackCode.Int32)
            return Refuse(
                DecodeStatus.TypeMismatch,
                "an uncompressed length: D2 and four bytes",
                "body of bytes",
                body.Length,
                bodyAt);
        int length = BinaryPrimitives.ReadInt32BigEndian(body[1..]);
        if (length < 0 || length > limit)
            return Refuse(DecodeStatus.LimitExceeded, TotalWithin, "bytes", length, bodyAt);
        return IsPossible(length, bodyAt)
            && TryDecompress(body[Lz4Writer.LengthBytes..], scratch.Rent(length), start, default);
    }

    private bool IsPossible(long length, int offset) => length <= (long)Lz4Limits.MaxRatio * _input.Length
        || Refuse(DecodeStatus.LengthMismatch, "a length that the compressed bytes can hold", "bytes", length, offset);

    // The library refuses a block that leaves input over; here it has to fill its target as well.
    private bool TryDecompress(ReadOnlySpan<byte> packed, Span<byte> target, int offset, BlockPath path)
    {
        int written = Lz4Block.Decompress(packed, target);
        return written == target.Length
            || (written < 0
                ? Refuse(
                    DecodeStatus.Malformed, "an LZ4 block of its uncompressed length", "another", null, offset, path)
                : Refuse(
                    DecodeStatus.LengthMismatch,
                    "an LZ4 block of its uncompressed length",
                    "bytes",
                    written,
                    offset,
                    path));
    }

    private bool TryReadExt(sbyte wanted, out ReadOnlySpan<byte> body)
    {
        int start = _tokens.Position;
        if (!_tokens.TryReadExt(out sbyte type, out body))
            return false;
        return type == wanted || Refuse(DecodeStatus.UnsupportedEncoding, "ext 98 or ext 99", "ext", type, start);
    }

    // A refusal that was made already is more exact than that of the token.
    private bool RefuseToken(string expected, BlockPath path = default) => Outcome.Status != DecodeStatus.None ? false
        : _tokens.Failure == ReadFailure.Truncated
            ? Refuse(DecodeStatus.Truncated, expected, "the end of the input", null, -1, path)
            : Refuse(DecodeStatus.TypeMismatch, expected, MessagePackCode.NameOf(_tokens.NextCode), null, -1, path);

    private bool Refuse(
        DecodeStatus status,
        string expected,
        string found,
        long? value = null,
        int offset = -1,
        BlockPath path = default)
    {
        Outcome = new DecodeOutcome(status, offset < 0 ? _tokens.Position : offset, path, expected, found, value);
        return false;
    }
}
