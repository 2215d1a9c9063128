using System.Buffers;
using System.Runtime.Serialization;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;

namespace FuncLibs.Tests.Objects.BuiltIn;

/// <summary>Input that is made to take memory, stack or time, for each serializer.</summary>
public sealed class ObjectBombTests
{
    private const int Levels = 1 << 20;

    // What an outcome may take; a claimed length is 1000 times as much.
    private const long MaxAllocation = 1 << 20;

    private static readonly ObjectTypes Types = new() { Json = ObjectJson.Default };

    public static TheoryData<string> Seeded =>
    [
        ObjectFormat.MessagePack, ObjectFormat.Nerdbank, ObjectFormat.NerdbankReferences, ObjectFormat.Cbor,
        ObjectFormat.Graph, ObjectFormat.GraphReferences,
    ];

    public static TheoryData<string> NotSeeded =>
    [
        ObjectFormat.JsonDefault, ObjectFormat.JsonTuned, ObjectFormat.JsonGenerated, ObjectFormat.JsonPooled,
        ObjectFormat.Newtonsoft, ObjectFormat.Protobuf,
    ];

    // A length of 2 GiB less one, or of a quarter of that, which libraries do not take for a negative one.
    public static TheoryData<string, string> LengthBombs
    {
        get
        {
            TheoryData<string, string> data = [];
            foreach (string name in (string[])
                [ObjectFormat.MessagePack, ObjectFormat.Nerdbank, ObjectFormat.NerdbankReferences])
            {
                data.Add(name, "array DD7FFFFFFF");
                data.Add(name, "array DD1FFFFFFF00");
                data.Add(name, "text DB7FFFFFFF61");
                data.Add(name, "text DB1FFFFFFF61");
                data.Add(name, "bytes C67FFFFFFF61");
                data.Add(name, "bytes C61FFFFFFF61");
                data.Add(name, "map DF7FFFFFFF01");
                data.Add(name, "map DF1FFFFFFF0102");
            }

            foreach (string length in (string[])["7FFFFFFF", "1FFFFFFF"])
            {
                data.Add(ObjectFormat.Cbor, "array 9A" + length);
                data.Add(ObjectFormat.Cbor, "text 7A" + length + "61");
                data.Add(ObjectFormat.Cbor, "bytes 5A" + length + "61");
                data.Add(ObjectFormat.Cbor, "map BA" + length + "0102");
            }

            // Fields 1 (a text), 13 (bytes), 11 (a map), 12 (messages) and 2 of an entry of the map, of an order; a
            // list of orders has them in field 1.
            foreach (string length in (string[])["FFFFFFFF07", "FFFFFFFF01", "FFFFFF7F"])
            {
                data.Add(ObjectFormat.Protobuf, "order 0A" + length + "61");
                data.Add(ObjectFormat.Protobuf, "order 6A" + length + "61");
                data.Add(ObjectFormat.Protobuf, "order 5A" + length + "61");
                data.Add(ObjectFormat.Protobuf, "order 62" + length + "61");
                data.Add(ObjectFormat.Protobuf, "order 5A0912" + length + "616161");
                data.Add(ObjectFormat.Protobuf, "order 620A0A" + length + "61616161");
                data.Add(ObjectFormat.Protobuf, "orders 0A090A" + length + "616161");
                data.Add(ObjectFormat.Protobuf, "derived A206080A" + length + "6161");
                data.Add(ObjectFormat.Protobuf, "text 0A" + length + "61");
                data.Add(ObjectFormat.Protobuf, "bytes 0A" + length + "61");
                data.Add(ObjectFormat.Protobuf, "array 0A" + length + "61");
                data.Add(ObjectFormat.Protobuf, "map 0A" + length + "61");
            }

            // The message ends within the length: protobuf-net checks all others against what is left.
            data.Add(ObjectFormat.Protobuf, "order 62040AFFFFFFFF0161");
            data.Add(ObjectFormat.Protobuf, "order 5A0712016112FFFFFFFF0161");
            data.Add(ObjectFormat.Protobuf, "orders 0A040AFFFFFFFF0161");
            data.Add(ObjectFormat.Protobuf, "orders 0A046AFFFFFFFF0161");
            data.Add(ObjectFormat.Protobuf, "derived A206040AFFFFFFFF0161");
            return data;
        }
    }

    // Members that no type here has, as deep as the input is long.
    public static TheoryData<string, string> DepthBombs => new()
    {
        { ObjectFormat.JsonDefault, "7B2278223A|5B" },
        { ObjectFormat.JsonDefault, "7B2278223A|7B2261223A" },
        { ObjectFormat.JsonTuned, "7B2278223A|5B" },
        { ObjectFormat.JsonGenerated, "7B2278223A|5B" },
        { ObjectFormat.JsonPooled, "7B2278223A|5B" },
        { ObjectFormat.JsonPooled, "7B2278223A|7B2261223A" },
        { ObjectFormat.Newtonsoft, "7B2278223A|5B" },
        { ObjectFormat.Newtonsoft, "7B2278223A|7B2261223A" },
        { ObjectFormat.Cbor, "A16178|81" },
        { ObjectFormat.Cbor, "A16178|A16161" },
        { ObjectFormat.Cbor, "A16178|9F" },
        { ObjectFormat.Protobuf, "|7B" },
        { ObjectFormat.Protobuf, "|7B83" },
    };

    [Theory]
    [MemberData(nameof(LengthBombs))]
    public void Deserialize_LengthBomb_TakesNoMemoryForIt(string name, string bomb)
    {
        IObjectSerializer serializer = Create(name);
        string[] parts = bomb.Split(' ');
        byte[] bytes = Convert.FromHexString(parts[1]);

        // It learns the type; the bomb itself would leave its memory to the pool.
        Read(serializer, parts[0], []);
        long before = GC.GetAllocatedBytesForCurrentThread();

        ObjectOutcome read = Read(serializer, parts[0], bytes);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(MaxAllocation, read.ToString());
        read.Status.ShouldBeOneOf(ObjectStatus.Truncated, ObjectStatus.Malformed);
    }

    [Theory]
    [MemberData(nameof(DepthBombs))]
    public void Deserialize_DepthBombInAMemberThatIsNotKnown_IsRefused(string name, string bomb)
    {
        string[] parts = bomb.Split('|');
        byte[] level = Convert.FromHexString(parts[1]);
        byte[] bytes =
            [.. Convert.FromHexString(parts[0]), .. Enumerable.Range(0, Levels).SelectMany(_ => level)];

        ObjectOutcome read = name == ObjectFormat.Protobuf
            ? Create(name).Deserialize<Order>(bytes, out _) : Create(name).Deserialize<Loose>(bytes, out _);

        read.Status.ShouldBe(ObjectStatus.LimitExceeded, read.ToString());
    }

    // These skip what they do not know without levels: it takes neither stack nor memory, and is no fault.
    [Theory]
    [InlineData(ObjectFormat.MessagePack, "91")]
    [InlineData(ObjectFormat.MessagePack, "81A161")]
    [InlineData(ObjectFormat.Nerdbank, "91")]
    [InlineData(ObjectFormat.Nerdbank, "81A161")]
    [InlineData(ObjectFormat.NerdbankReferences, "91")]
    [InlineData(ObjectFormat.NerdbankReferences, "81A161")]
    public void Deserialize_DepthBombInAMemberThatMessagePackSkips_TakesNoMemory(string name, string level)
    {
        byte[] each = Convert.FromHexString(level);
        byte[] bytes =
            [0x81, 0xA1, (byte)'x', .. Enumerable.Range(0, Levels).SelectMany(_ => each), 0xC0];
        IObjectSerializer serializer = Create(name);
        serializer.Deserialize<Loose>((byte[])[0x80], out _).IsOk.ShouldBeTrue();
        long before = GC.GetAllocatedBytesForCurrentThread();

        ObjectOutcome read = serializer.Deserialize<Loose>(bytes, out _);

        read.ShouldBe(ObjectOutcome.Done(bytes.Length));
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(MaxAllocation);
    }

    // In the members of a time and a Guid, too, which are messages of the library.
    [Theory]
    [InlineData(8)]
    [InlineData(7)]
    public void Deserialize_DepthBombInAValueOfProtobuf_IsRefused(int field)
    {
        byte[] bytes = [(byte)((field << 3) | 2), 0x80, 0x80, 0x40, .. Enumerable.Repeat((byte)0x7B, Levels)];

        Create(ObjectFormat.Protobuf).Deserialize<Order>(bytes, out _).Status.ShouldBe(ObjectStatus.LimitExceeded);
    }

    // Tags take no level, and no memory.
    [Fact]
    public void Deserialize_TagsWithinEachOther_IsAnOutcome() => Create(ObjectFormat.Cbor)
        .Deserialize<Loose>((byte[])[0xA1, 0x61, 0x78, .. Enumerable.Repeat((byte)0xC1, Levels)], out _)
        .Status.ShouldBe(ObjectStatus.Truncated);

    // The hash of a long is the xor of its halves: 0 for each of these.
    [Theory]
    [MemberData(nameof(Seeded))]
    public void Deserialize_HashCollisionBomb_HasKeysWhoseHashesDiffer(string name)
    {
        Dictionary<long, bool> read = ReadBomb(name);

        read.Keys.Select(read.Comparer.GetHashCode).Distinct().Count().ShouldBeGreaterThan(990);
    }

    // As docs/objects.md says: MaxBytes alone bounds what such keys cost.
    [Theory]
    [MemberData(nameof(NotSeeded))]
    public void Deserialize_HashCollisionBomb_HasTheHashOfTheKeysType(string name)
    {
        Dictionary<long, bool> read = ReadBomb(name);

        read.Keys.Select(read.Comparer.GetHashCode).Distinct().Count().ShouldBe(1);
    }

    // protobuf-net buffers a message within another until its length is known, and only then are bytes counted:
    // MaxBytes does not bound that, the object does.
    [Fact]
    public void Serialize_LargeMessageInAMessageOfProtobuf_TakesThreeTimesItsBytesAtMost()
    {
        const int Large = 32 << 20;
        IObjectSerializer serializer = Create(ObjectFormat.Protobuf, new ObjectLimits { MaxBytes = 1 << 20 });
        OuterMessage value = new() { Inner = new Order { Digest = new byte[Large] } };
        ArrayBufferWriter<byte> output = new();
        serializer.Serialize(new OuterMessage { Inner = new Order() }, output);
        long before = GC.GetAllocatedBytesForCurrentThread();

        ObjectOutcome written = serializer.Serialize(value, output);

        written.Status.ShouldBe(ObjectStatus.LimitExceeded);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(3L * Large);
    }

    private static Dictionary<long, bool> ReadBomb(string name)
    {
        IObjectSerializer serializer = Create(name);
        ArrayBufferWriter<byte> output = new();
        serializer.Serialize(
            Enumerable.Range(0, 1000).ToDictionary(i => (uint)i * 0x1_0000_0001L, _ => true), output);
        serializer.Deserialize(output.WrittenMemory, out Dictionary<long, bool>? read).IsOk.ShouldBeTrue();
        return read!;
    }

    private static ObjectOutcome Read(IObjectSerializer serializer, string type, byte[] bytes) => type switch
    {
        "array" => serializer.Deserialize<int[]>(bytes, out _),
        "text" => serializer.Deserialize<string>(bytes, out _),
        "bytes" => serializer.Deserialize<byte[]>(bytes, out _),
        "map" => serializer.Deserialize<Dictionary<int, string>>(bytes, out _),
        "orders" => serializer.Deserialize<List<Order>>(bytes, out _),
        "derived" => serializer.Deserialize<BaseMessage>(bytes, out _),
        _ => serializer.Deserialize<Order>(bytes, out _),
    };

    private static IObjectSerializer Create(string name, ObjectLimits? limits = null) =>
        ObjectSerializers.Create(name, Types, limits).ShouldNotBeNull();
}

[DataContract]
public sealed class OuterMessage
{
    [DataMember(Order = 1)]
    public Order? Inner { get; set; }
}

[ProtoBuf.ProtoContract]
[ProtoBuf.ProtoInclude(100, typeof(DerivedMessage))]
public class BaseMessage
{
    [ProtoBuf.ProtoMember(1)]
    public int Number { get; set; }
}

[ProtoBuf.ProtoContract]
public sealed class DerivedMessage : BaseMessage
{
    [ProtoBuf.ProtoMember(1)]
    public string Name { get; set; } = "";
}
