using System.Runtime.InteropServices;
using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Blocks.Serialization.Cbor;
using FuncLibs.Messaging.Publishing;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>The package in clients/python: its own tests, and its decoders on what our serializers write.</summary>
public sealed class PythonPackageTests
{
    private const int RandomSeeds = 30;
    private const int ReferenceSeed = 1000;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    [PythonFact]
    public void Tests_OfThePackage_Pass()
    {
        string tests = Repository.PathOf("clients", "python", "tests");
        using HostProcess python = Python.StartModule(["-W", "error"], "unittest", "discover", "-s", tests);
        python.WaitForExit(Limit).ShouldBe(0, python.Everything);
    }

    [PythonFact]
    public void EveryFormat_IsDecodedBitForBit()
    {
        using TemporaryFolder folder = new();
        Directory.CreateDirectory(folder.File("blocks"));
        SerializerRegistry registry = BuiltInSerializers.CreateRegistry();
        Write(folder, registry, ReferenceSeed, ReferenceBlocks.Create(ReferenceBlocks.Reference), registry.Names);

        // The payload of a NaN does not survive JSON.
        for (int seed = 0; seed < RandomSeeds; seed++)
            Write(folder, registry, seed, RandomBlocks.Create(seed), registry.Names.Where(name => name != "json"));

        using HostProcess python = Python.Start("decode_formats.py", folder.File("blocks"));
        python.WaitForExit(Limit).ShouldBe(0, python.Everything);
        JsonElement found = JsonDocument.Parse(string.Concat(python.Output)).RootElement;
        found.GetProperty("wrong").EnumerateArray().Select(name => name.GetString()).ShouldBeEmpty();
        found.GetProperty("formats").EnumerateObject().Select(format => format.Name)
            .ShouldBe(registry.Names, ignoreOrder: true);
    }

    [PythonFact]
    public void Cbor_IsReadAndWrittenAlikeByCbor2()
    {
        using TemporaryFolder folder = new();
        Directory.CreateDirectory(folder.File("blocks"));
        for (int seed = 0; seed < RandomSeeds; seed++)
            WriteCbor(folder, seed, RandomBlocks.Create(seed));
        WriteCbor(folder, ReferenceSeed, ReferenceBlocks.Create(ReferenceBlocks.Reference));

        using HostProcess python = Python.Start("cbor_peer.py", folder.File("blocks"));
        python.WaitForExit(Limit).ShouldBe(0, python.Everything);
        JsonElement found = JsonDocument.Parse(string.Concat(python.Output)).RootElement;
        found.GetProperty("wrong").EnumerateArray().Select(text => text.GetString()).ShouldBeEmpty();
        found.GetProperty("files").GetInt32().ShouldBe(RandomSeeds + 1);
    }

    private static void WriteCbor(TemporaryFolder folder, int seed, CDataBlock block)
    {
        File.WriteAllBytes(folder.File(Path.Combine("blocks", $"{seed}.raw")), RawOf(block));
        PayloadBuffer payload = new();
        new CborSerializer().Serialize(block, payload);
        File.WriteAllBytes(folder.File(Path.Combine("blocks", $"{seed}.cbor")), payload.Written.ToArray());
    }

    private static void Write(
        TemporaryFolder folder, SerializerRegistry registry, int seed, CDataBlock block, IEnumerable<string> names)
    {
        File.WriteAllBytes(folder.File(Path.Combine("blocks", $"{seed}.raw")), RawOf(block));
        foreach (string name in names)
        {
            IBlockSerializer serializer = registry.Create(name)!;
            PayloadBuffer payload = new();
            serializer.Serialize(block, payload);
            File.WriteAllBytes(
                folder.File(Path.Combine("blocks", $"{serializer.ContentId}+{name}+{seed}.bin")),
                payload.Written.ToArray());
        }
    }

    // As decode_formats.py says.
    private static byte[] RawOf(CDataBlock block)
    {
        MemoryStream raw = new();
        foreach (BlockGroup group in (BlockGroup[])[BlockGroup.Servo, BlockGroup.Temp, BlockGroup.AD])
        {
            for (int c = 0; c < block.ChannelCount(group); c++)
                Append(raw, block.Channel(group, c), group);
        }

        foreach (BitGroup group in (BitGroup[])[BitGroup.In, BitGroup.Out])
        {
            for (int i = 0; i < block.BitCount(group); i++)
                raw.WriteByte(block.Bit(group, i) ? (byte)1 : (byte)0);
        }

        return raw.ToArray();
    }

    private static void Append(MemoryStream raw, BlockChannel channel, BlockGroup group)
    {
        if (group == BlockGroup.AD)
        {
            raw.Write(MemoryMarshal.AsBytes(channel.Values));
            return;
        }

        raw.Write(MemoryMarshal.AsBytes(channel.ActiveCtrl));
        raw.Write(MemoryMarshal.AsBytes(channel.Count));
        raw.Write(MemoryMarshal.AsBytes(channel.Command));
        raw.Write(MemoryMarshal.AsBytes(channel.Output));
        for (int s = 0; s < channel.SensorCount; s++)
            raw.Write(MemoryMarshal.AsBytes(channel.Sensor(s)));
    }
}
