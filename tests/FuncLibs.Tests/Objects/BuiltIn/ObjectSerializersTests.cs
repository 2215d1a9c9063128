using System.Buffers;
using System.Text;
using System.Text.Json;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;

namespace FuncLibs.Tests.Objects.BuiltIn;

/// <summary>One suite for every serializer of objects.</summary>
public sealed class ObjectSerializersTests
{
    private const string Protobuf = ObjectFormat.Protobuf;

    private static readonly ObjectTypes Types = new() { Json = ObjectJson.Default };

    public static TheoryData<string> All => [.. ObjectFormat.Names];

    // An object of protobuf has no end of its own: whatever follows belongs to it.
    public static TheoryData<string> WithAnEnd => [.. ObjectFormat.Names.Where(name => name != Protobuf)];

    [Theory]
    [MemberData(nameof(All))]
    public void Deserialize_WhatWasSerialized_IsEqual(string name)
    {
        IObjectSerializer serializer = Create(name);
        byte[] bytes = Write(serializer, Order.Create());

        ObjectOutcome read = serializer.Deserialize(bytes, out Order? order);

        read.ShouldBe(ObjectOutcome.Done(bytes.Length));
        Text(order).ShouldBe(Text(Order.Create()));
    }

    // protobuf has no null.
    [Theory]
    [MemberData(nameof(WithAnEnd))]
    public void Deserialize_NullWhereTheTypeHasAnInitializer_IsNull(string name)
    {
        IObjectSerializer serializer = Create(name);

        serializer.Deserialize(Write(serializer, new Order { Name = null! }), out Order? order).IsOk.ShouldBeTrue();

        order!.Name.ShouldBeNull();
    }

    [Theory]
    [MemberData(nameof(WithAnEnd))]
    public void Deserialize_ByteAfterTheObject_IsRefused(string name)
    {
        IObjectSerializer serializer = Create(name);
        byte[] bytes = Write(serializer, Order.Create());

        ObjectOutcome read = serializer.Deserialize<Order>((byte[])[.. bytes, (byte)'1'], out _);

        read.Status.ShouldBe(ObjectStatus.TrailingBytes, read.ToString());
    }

    [Theory]
    [MemberData(nameof(WithAnEnd))]
    public void Deserialize_CutAnywhere_IsTruncated(string name)
    {
        IObjectSerializer serializer = Create(name);
        byte[] bytes = Write(serializer, Order.Create());
        for (int length = 0; length < bytes.Length; length++)
        {
            ObjectOutcome read = serializer.Deserialize<Order>(bytes.AsMemory(0, length), out _);
            if (read.Status != ObjectStatus.Truncated)
                Assert.Fail($"{length} of {bytes.Length} bytes: {read}");
        }
    }

    // Cut between two fields, an object of protobuf is a whole one with fewer fields.
    [Fact]
    public void Deserialize_CutAnywhereInProtobuf_IsTruncatedOrAnObject()
    {
        IObjectSerializer serializer = Create(Protobuf);
        byte[] bytes = Write(serializer, Order.Create());
        int whole = 0;
        for (int length = 0; length < bytes.Length; length++)
        {
            ObjectOutcome read = serializer.Deserialize<Order>(bytes.AsMemory(0, length), out _);
            if (read.Status is not (ObjectStatus.Truncated or ObjectStatus.Ok))
                Assert.Fail($"{length} of {bytes.Length} bytes: {read}");
            whole += read.IsOk ? 1 : 0;
        }

        // Before each field, of which lists have one for an element, but the first.
        whole.ShouldBe(17);
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Serialize_MoreBytesThanAllowed_IsRefused(string name)
    {
        ObjectOutcome written = Create(name, new ObjectLimits { MaxBytes = 20 })
            .Serialize(Order.Create(), new ArrayBufferWriter<byte>());

        written.Status.ShouldBe(ObjectStatus.LimitExceeded, written.ToString());
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Deserialize_MoreBytesThanAllowed_IsRefused(string name)
    {
        byte[] bytes = Write(Create(name), Order.Create());

        Create(name, new ObjectLimits { MaxBytes = bytes.Length - 1 }).Deserialize<Order>(bytes, out _).ToString()
            .ShouldBe($"{name}: LimitExceeded at byte 0: it has {bytes.Length} bytes, and may have {bytes.Length - 1}");
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Serialize_DeeperThanAllowed_IsRefused(string name)
    {
        ObjectOutcome written = Create(name).Serialize(Chain.OfLength(100), new ArrayBufferWriter<byte>());

        written.Status.ShouldBe(ObjectStatus.LimitExceeded, written.ToString());
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Deserialize_DepthBomb_IsRefused(string name)
    {
        byte[] bytes = Write(Create(name, new ObjectLimits { MaxDepth = 500 }), Chain.OfLength(200));

        ObjectOutcome read = Create(name).Deserialize<Chain>(bytes, out _);

        read.Status.ShouldBe(ObjectStatus.LimitExceeded, read.ToString());
    }

    // protobuf needs a contract; Newtonsoft.Json writes whatever has members.
    [Theory]
    [MemberData(nameof(All))]
    public void Serialize_TypeWithoutAForm_IsUnsupported(string name)
    {
        ArrayBufferWriter<byte> output = new();
        ObjectOutcome outcome = name switch
        {
            Protobuf => Create(name).Serialize(new Loose(), output),
            ObjectFormat.Newtonsoft => Create(name).Deserialize<IDisposable>("{}"u8.ToArray(), out _),
            _ => Create(name).Serialize(new Odd(), output),
        };

        outcome.Status.ShouldBe(ObjectStatus.UnsupportedType, outcome.ToString());
        outcome.Reason.ShouldNotBeNullOrEmpty();
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Serialize_Cycle_IsAnOutcome(string name)
    {
        Chain chain = new();
        chain.Next = chain;

        ObjectOutcome written = Create(name).Serialize(chain, new ArrayBufferWriter<byte>());

        written.Status.ShouldBe(
            name is ObjectFormat.NerdbankReferences or ObjectFormat.GraphReferences
                ? ObjectStatus.Ok : ObjectStatus.LimitExceeded,
            written.ToString());
    }

    [Theory]
    [InlineData(ObjectFormat.JsonDefault)]
    [InlineData(ObjectFormat.JsonGenerated)]
    [InlineData(ObjectFormat.JsonPooled)]
    [InlineData(ObjectFormat.Nerdbank)]
    [InlineData(ObjectFormat.Cbor)]
    [InlineData(ObjectFormat.Graph)]
    [InlineData(ObjectFormat.GraphReferences)]
    public void Deserialize_RequiredMemberIsMissing_IsNamed(string name)
    {
        byte[] bytes = Write(Create(name), new Loose { Number = 4 });

        ObjectOutcome read = Create(name).Deserialize<Strict>(bytes, out _);

        read.Status.ShouldBe(ObjectStatus.MissingMember, read.ToString());
        read.ToString().ShouldContain("Name");
    }

    [Theory]
    [InlineData(ObjectFormat.JsonDefault)]
    [InlineData(ObjectFormat.JsonTuned)]
    [InlineData(ObjectFormat.JsonGenerated)]
    [InlineData(ObjectFormat.JsonPooled)]
    [InlineData(ObjectFormat.Newtonsoft)]
    public void Deserialize_WrongTypeInJson_HasByteAndPath(string name)
    {
        byte[] bytes = Encoding.UTF8.GetBytes("{\"Name\":\"Größe\",\n\"Lines\":[{},{\"Quantity\":\"x\"}]}");

        ObjectOutcome read = Create(name).Deserialize<Order>(bytes, out _);

        read.Path.ShouldBe("$.Lines[1].Quantity");
        read.Offset.ShouldBeInRange(bytes.Length - 7, bytes.Length - 3);
    }

    [Fact]
    public void Deserialize_WrongTypeInCbor_HasByteAndPath()
    {
        // {"Lines": [{"Quantity": "x"}]}
        byte[] bytes = [0xA1, 0x65, .. "Lines"u8, 0x81, 0xA1, 0x68, .. "Quantity"u8, 0x61, (byte)'x'];

        ObjectOutcome read = Create(ObjectFormat.Cbor).Deserialize<Order>(bytes, out _);

        (read.Path, read.Offset).ShouldBe(("$.Lines[0].Quantity", bytes.Length - 2));
    }

    [Theory]
    [InlineData(ObjectFormat.MessagePack)]
    [InlineData(ObjectFormat.Nerdbank)]
    [InlineData(ObjectFormat.Cbor)]
    [InlineData(ObjectFormat.Graph)]
    [InlineData(ObjectFormat.GraphReferences)]
    public void Deserialize_KeysOfAPeer_AreHashedWithASeed(string name)
    {
        byte[] bytes = Write(Create(name), new Dictionary<int, int> { [1] = 2 });

        Create(name).Deserialize(bytes, out Dictionary<int, int>? read).IsOk.ShouldBeTrue();

        read!.Comparer.ShouldNotBe(EqualityComparer<int>.Default);
    }

    [Fact]
    public void Serialize_InnerTypeAfterItsOwnerWasUnsupported_IsUnsupportedNoMore()
    {
        IObjectSerializer serializer = Create(ObjectFormat.Cbor);
        serializer.Serialize(new OddOwner(), new ArrayBufferWriter<byte>()).Status
            .ShouldBe(ObjectStatus.UnsupportedType);

        serializer.Serialize(new OwnedChain(), new ArrayBufferWriter<byte>()).Status
            .ShouldBe(ObjectStatus.UnsupportedType);
        serializer.Serialize(new Loose(), new ArrayBufferWriter<byte>()).IsOk.ShouldBeTrue();
    }

    // For another serializer of the same library, too.
    [Fact]
    public void Serialize_MemberOfATypeThatWasUnsupported_IsOk()
    {
        foreach (string name in ObjectFormat.Names)
            Create(name).Serialize(new OddParent(), new ArrayBufferWriter<byte>());

        foreach (string name in ObjectFormat.Names)
            Create(name).Serialize(new SoundChild(), new ArrayBufferWriter<byte>()).ToString()
                .ShouldStartWith(name == ObjectFormat.JsonGenerated || name == ObjectFormat.JsonPooled
                    ? name + ": UnsupportedType" : "ok", Case.Sensitive, name);
    }

    [Theory]
    [InlineData(ObjectFormat.Newtonsoft)]
    [InlineData(ObjectFormat.JsonDefault)]
    [InlineData(ObjectFormat.JsonGenerated)]
    [InlineData(ObjectFormat.JsonPooled)]
    public void Deserialize_JsonWithALineEnd_IsOkAndWithoutAValueIsNot(string name)
    {
        Create(name).Deserialize<Loose>("{\"Number\":3}\n"u8.ToArray(), out Loose? read).IsOk.ShouldBeTrue();
        read!.Number.ShouldBe(3);
        foreach (string none in (string[])["", " ", "\n", "/**/"])
            Create(name).Deserialize<Loose>(Encoding.UTF8.GetBytes(none), out _).IsOk.ShouldBeFalse($"'{none}'");
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Serialize_AsManyBytesAsAllowed_IsOk(string name)
    {
        byte[] bytes = Write(Create(name), Order.Create());

        Create(name, new ObjectLimits { MaxBytes = bytes.Length })
            .Serialize(Order.Create(), new ArrayBufferWriter<byte>()).IsOk.ShouldBeTrue();
        Create(name, new ObjectLimits { MaxBytes = bytes.Length - 1 })
            .Serialize(Order.Create(), new ArrayBufferWriter<byte>()).Status.ShouldBe(ObjectStatus.LimitExceeded);
    }

    // A complete object of another type: nobody has to wait for more of it.
    [Theory]
    [InlineData(ObjectFormat.MessagePack, new byte[] { 0xA0 })]
    [InlineData(ObjectFormat.Nerdbank, new byte[] { 0xA0 })]
    [InlineData(ObjectFormat.Cbor, new byte[] { 0x60 })]
    [InlineData(ObjectFormat.JsonDefault, new byte[] { 0x22, 0x22 })]
    [InlineData(ObjectFormat.Newtonsoft, new byte[] { 0x22, 0x78, 0x22 })]
    public void Deserialize_WholeValueOfAnotherType_IsMalformed(string name, byte[] bytes) =>
        Create(name).Deserialize<int[]>(bytes, out _).Status.ShouldBe(ObjectStatus.Malformed);

    [Theory]
    [InlineData(ObjectFormat.JsonDefault, "\"x\"")]
    [InlineData(ObjectFormat.JsonDefault, "99999999999")]
    [InlineData(ObjectFormat.Newtonsoft, "\"x\"")]
    [InlineData(ObjectFormat.Newtonsoft, "99999999999")]
    public void Deserialize_WholeJsonThatIsNoInt_IsMalformed(string name, string json) =>
        Create(name).Deserialize<int>(Encoding.UTF8.GetBytes(json), out _).Status.ShouldBe(ObjectStatus.Malformed);

    // As .NET reads numbers; what was read is then not written.
    [Fact]
    public void Deserialize_NumberBeyondDouble_IsInfinity()
    {
        IObjectSerializer serializer = Create(ObjectFormat.JsonDefault);

        serializer.Deserialize("1e400"u8.ToArray(), out double read).IsOk.ShouldBeTrue();

        read.ShouldBe(double.PositiveInfinity);
        serializer.Serialize(read, new ArrayBufferWriter<byte>()).Status.ShouldBe(ObjectStatus.Failed);
    }

    [Fact]
    public void Deserialize_InvalidText_IsMalformed() => Create(ObjectFormat.Cbor)
        .Deserialize<string>((byte[])[0x61, 0xFF], out _).Status.ShouldBe(ObjectStatus.Malformed);

    [Fact]
    public void Deserialize_SharedReference_KeepsItsIdentity()
    {
        IObjectSerializer serializer = Create(ObjectFormat.NerdbankReferences);
        Chain shared = new();
        byte[] bytes = Write(serializer, new[] { shared, shared });

        serializer.Deserialize(bytes, out Chain[]? read).IsOk.ShouldBeTrue();

        read![0].ShouldBeSameAs(read[1]);
    }

    [Fact]
    public void Create_UnknownName_IsNull() => ObjectSerializers.Create("xml").ShouldBeNull();

    [Fact]
    public void Create_GeneratedWithoutContext_Throws() => Should
        .Throw<ArgumentException>(() => ObjectSerializers.Create(ObjectFormat.JsonGenerated))
        .Message.ShouldContain("ObjectTypes.Json");

    private static IObjectSerializer Create(string name, ObjectLimits? limits = null) =>
        ObjectSerializers.Create(name, Types, limits).ShouldNotBeNull();

    private static byte[] Write<T>(IObjectSerializer serializer, T value)
    {
        ArrayBufferWriter<byte> output = new();
        ObjectOutcome written = serializer.Serialize(value, output);
        written.ToString().ShouldBe($"ok, {output.WrittenCount} bytes");
        return output.WrittenSpan.ToArray();
    }

    private static string Text(Order? order) => JsonSerializer.Serialize(order);
}
