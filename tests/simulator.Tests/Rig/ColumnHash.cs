using System.Security.Cryptography;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Rig;

/// <summary>One hash over all samples of all columns, each column on its own, as a reader decodes them: the size of
/// blocks is not in it. Digital lines are not, either: a block has one value of each.</summary>
internal static class ColumnHash
{
    public static string Of(RigPreset preset, double seconds, long seed = 1)
    {
        var rig = new SimulatedRig(preset, seed);
        var hashes = new Dictionary<(BlockGroup, int, int), IncrementalHash>();
        var block = new CDataBlock(rig.Layout);
        var decoded = new CDataBlock(BlockLayout.Empty);
        SerializerRegistry registry = BuiltInSerializers.CreateRegistry();
        for (long i = 0; i * preset.Servo.Points < (long)(seconds * preset.BaseRateHz); i++)
        {
            rig.Fill(block, i);
            var document = new System.Buffers.ArrayBufferWriter<byte>();
            IBlockSerializer columns = registry.Create("columns")!;
            columns.Serialize(block, document);
            registry.CreateSet().Deserialize(
                columns.ContentId, document.WrittenMemory.Span, decoded).IsOk.ShouldBeTrue();
            Add(hashes, decoded);
        }

        using var all = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (IncrementalHash hash in hashes.OrderBy(pair => pair.Key).Select(pair => pair.Value))
        {
            all.AppendData(hash.GetHashAndReset());
            hash.Dispose();
        }

        return Convert.ToHexString(all.GetHashAndReset());
    }

    private static void Add(Dictionary<(BlockGroup, int, int), IncrementalHash> hashes, CDataBlock block)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            int channels = group switch
            {
                BlockGroup.Servo => block.ArrayLengths.Servo,
                BlockGroup.Temp => block.ArrayLengths.Temp,
                _ => block.ArrayLengths.AD,
            };
            for (int c = 0; c < channels; c++)
                Add(hashes, group, c, block.Channel(group, c));
        }
    }

    private static void Add(
        Dictionary<(BlockGroup, int, int), IncrementalHash> hashes, BlockGroup group, int c, BlockChannel channel)
    {
        if (group == BlockGroup.AD)
        {
            Add(hashes, (group, c, 0), channel.Values);
            return;
        }

        Add(hashes, (group, c, 0), channel.ActiveCtrl);
        Add(hashes, (group, c, 1), channel.Count);
        Add(hashes, (group, c, 2), channel.Command);
        Add(hashes, (group, c, 3), channel.Output);
        for (int s = 0; s < channel.SensorCount; s++)
            Add(hashes, (group, c, 4 + s), channel.Sensor(s));
    }

    private static void Add<T>(
        Dictionary<(BlockGroup, int, int), IncrementalHash> hashes, (BlockGroup, int, int) key, Span<T> samples)
        where T : unmanaged
    {
        if (!hashes.TryGetValue(key, out IncrementalHash? hash))
            hashes[key] = hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        hash.AppendData(System.Runtime.InteropServices.MemoryMarshal.AsBytes(samples));
    }
}
