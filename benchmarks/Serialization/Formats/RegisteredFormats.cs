using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;

namespace Benchmarks.Serialization.Formats;

/// <summary>Our own formats, from the registry that the hosts use.</summary>
internal static class RegisteredFormats
{
    private const string JsonName = "json";

    /// <summary>Name of the registry's <c>json</c> in the figures, beside the object modes.</summary>
    public const string JsonFigure = "json-utf8";

    public static IEnumerable<BlockFormat> All(CDataBlock block)
    {
        SerializerRegistry registry = BuiltInSerializers.CreateRegistry();
        return registry.Names.Select(
            name => Create(name == JsonName ? JsonFigure : name, registry.Create(name)!, block));
    }

    /// <summary>A format of a serializer, under its own name.</summary>
    public static BlockFormat Create(string name, IBlockSerializer serializer, CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        var target = new CDataBlock(BlockLayout.Empty);
        serializer.Serialize(block, output);
        byte[] bytes = output.WrittenSpan.ToArray();
        return new BlockFormat(
            name,
            () =>
            {
                output.ResetWrittenCount();
                serializer.Serialize(block, output);
                return output.WrittenCount;
            },
            () => Require(name, serializer.Deserialize(bytes, target)),
            () => BitCheck.RequireSame(name, block, target));
    }

    private static void Require(string name, in DecodeOutcome outcome)
    {
        if (!outcome.IsOk)
            throw new InvalidDataException($"{name}: {outcome}.");
    }
}
