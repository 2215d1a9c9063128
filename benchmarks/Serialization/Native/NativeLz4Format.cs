using System.Buffers;
using System.Buffers.Binary;
using Benchmarks.Serialization.Formats;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Blocks.Tokens;

namespace Benchmarks.Serialization.Native;

/// <summary>
/// A format inside LZ4 with liblz4 in the place of the managed codec: the same document, cut into the same blocks. It
/// writes no wrapping and parses none, so that it is the lower bound of what the format can take.
/// </summary>
internal sealed class NativeLz4Format
{
    private const int LengthBytes = 5;

    private readonly string _name;
    private readonly CDataBlock _block;
    private readonly IBlockSerializer _inner;
    private readonly byte[] _wrapped;
    private readonly List<Piece> _pieces = [];
    private readonly ArrayBufferWriter<byte> _document = new();
    private readonly byte[] _compressed;
    private readonly byte[] _decompressed;
    private readonly CDataBlock _target = new(BlockLayout.Empty);

    private NativeLz4Format(string name, CDataBlock block)
    {
        _name = name;
        _block = block;
        _inner = BuiltInSerializers.CreateRegistry().Create(name[..name.IndexOf("-lz4", StringComparison.Ordinal)])!;
        var output = new ArrayBufferWriter<byte>();
        BuiltInSerializers.CreateRegistry().Create(name)!.Serialize(block, output);
        _wrapped = output.WrittenSpan.ToArray();
        FindPieces();
        _compressed = new byte[2 * _pieces.Max(piece => piece.Length) + LengthBytes];
        _decompressed = new byte[_pieces.Sum(piece => piece.Length)];
    }

    /// <summary>The native side of a format of the registry.</summary>
    /// <param name="name">For example <c>rows-lz4array</c>.</param>
    /// <param name="block">The block to encode.</param>
    public static BlockFormat Create(string name, CDataBlock block)
    {
        var format = new NativeLz4Format(name, block);
        return new BlockFormat($"liblz4.{name}", format.Encode, format.Decode, format.Check);
    }

    private int Encode()
    {
        _document.ResetWrittenCount();
        _inner.Serialize(_block, _document);
        ReadOnlySpan<byte> rest = _document.WrittenSpan;
        int bytes = 0;
        foreach (Piece piece in _pieces)
        {
            bytes += NativeLz4.Compress(rest[..piece.Length], _compressed);
            rest = rest[piece.Length..];
        }

        return bytes;
    }

    private void Decode()
    {
        Span<byte> rest = _decompressed;
        foreach (Piece piece in _pieces)
        {
            if (NativeLz4.Decompress(_wrapped.AsSpan(piece.From, piece.Packed), rest[..piece.Length]) != piece.Length)
                throw new InvalidDataException($"{_name}: liblz4 does not read a block that was written.");
            rest = rest[piece.Length..];
        }

        if (!_inner.Deserialize(_decompressed, _target).IsOk)
            throw new InvalidDataException($"{_name}: liblz4 reads another document.");
    }

    // The bytes of every block are those that the managed codec wrote.
    private void Check()
    {
        BitCheck.RequireSame(_name, _block, _target);
        ReadOnlySpan<byte> rest = _document.WrittenSpan;
        foreach (Piece piece in _pieces)
        {
            int packed = NativeLz4.Compress(rest[..piece.Length], _compressed);
            if (!_compressed.AsSpan(0, packed).SequenceEqual(_wrapped.AsSpan(piece.From, piece.Packed)))
                throw new InvalidDataException($"{_name}: liblz4 writes other bytes.");
            rest = rest[piece.Length..];
        }
    }

    // The two wrappings of docs/wire-format.md.
    private void FindPieces()
    {
        var tokens = new MessagePackReader(_wrapped);
        bool isArray = tokens.TryReadArrayHeader(out int items);
        if (!tokens.TryReadExt(out _, out ReadOnlySpan<byte> body))
            throw new InvalidDataException($"{_name}: the block is too small to be compressed.");
        if (!isArray)
        {
            int packed = body.Length - LengthBytes;
            _pieces.Add(new Piece(tokens.Position - packed, packed, BinaryPrimitives.ReadInt32BigEndian(body[1..])));
            return;
        }

        var lengths = new MessagePackReader(body);
        for (int i = 1; i < items; i++)
        {
            if (!tokens.TryReadBin(out ReadOnlySpan<byte> packed) || !lengths.TryRead(out long length))
                throw new InvalidDataException($"{_name}: no ext 98.");
            _pieces.Add(new Piece(tokens.Position - packed.Length, packed.Length, (int)length));
        }
    }

    private readonly record struct Piece(int From, int Packed, int Length);
}
