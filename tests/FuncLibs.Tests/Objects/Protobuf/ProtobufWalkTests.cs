using System.Buffers;
using System.Text.Json;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;
using FuncLibs.Tests.Objects.BuiltIn;
using ProtoBuf;

namespace FuncLibs.Tests.Objects.Protobuf;

/// <summary>What protobuf-net writes passes the check of its lengths, whatever the types are.</summary>
public sealed class ProtobufWalkTests
{
    private static readonly IObjectSerializer Serializer = ObjectSerializers.Create(ObjectFormat.Protobuf)!;

    [Fact]
    public void Deserialize_MembersOfEachKind_AreEqual() => CheckRoundTrip(new Mixed
    {
        Grouped = new DerivedMessage { Number = 1, Name = "a" },
        ByName = new() { ["x"] = new OuterMessage { Inner = Order.Create() }, ["y"] = new OuterMessage() },
        Many = [new DerivedMessage { Number = 2, Name = "b" }, new DerivedMessage { Name = "c" }],
        Pair = (3, "d"),
        Packed = [1, -1, int.MaxValue],
        Times = [DateTimeOffset.UnixEpoch],
        Id = Guid.Parse("01234567-89ab-cdef-0123-456789abcdef"),
        Price = 12.50m,
        At = new DateTime(2026, 11, 28, 1, 2, 3, DateTimeKind.Unspecified),
        Blob = new byte[] { 0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x07 },
    });

    // There, a Guid is 16 bytes or a text, and a decimal a text.
    [Fact]
    public void Deserialize_MembersOfLevel300_AreEqual() => CheckRoundTrip(new Modern
    {
        Id = Guid.Parse("ffffffff-ffff-ffff-ffff-ffffffffff07"),
        Text = Guid.Parse("01234567-89ab-cdef-0123-456789abcdef"),
        Price = 12.50m,
        At = new DateTime(2026, 11, 28, 1, 2, 3, DateTimeKind.Utc),
        Took = TimeSpan.FromSeconds(3),
    });

    [Fact]
    public void Deserialize_Collections_AreEqual()
    {
        CheckRoundTrip(new List<OuterMessage> { new() { Inner = Order.Create() }, new() });
        CheckRoundTrip(new Dictionary<string, Order> { ["a"] = Order.Create() });
        CheckRoundTrip(new[] { "a", "" });
        CheckRoundTrip("text");
        CheckRoundTrip(7.5);
    }

    [Fact]
    public void Deserialize_FieldLongerThanItsMessage_IsMalformed() => Read([0x0A, 0x02, 0x0A, 0x05, 1, 2, 3, 4, 5])
        .ToString().ShouldBe("protobuf: Malformed at byte 9: a field is longer than the message it is in");

    [Fact]
    public void Deserialize_FieldLongerThanTheInput_IsTruncatedAtItsByte() => Read([0x0A, 0x04, 0x0A, 0x05, 1])
        .ToString().ShouldBe("protobuf: Truncated at byte 2: a field of 4 bytes has 3");

    [Theory]
    [InlineData(new byte[] { 0x00 })]
    [InlineData(new byte[] { 0x0E })]
    [InlineData(new byte[] { 0x7B, 0x74 })]
    [InlineData(new byte[] { 0x10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01 })]
    public void Deserialize_NoField_IsMalformed(byte[] bytes) => Read(bytes).Status.ShouldBe(ObjectStatus.Malformed);

    [Fact]
    public void Deserialize_GroupWithoutEnd_IsTruncated() => Read([0x7B]).Status.ShouldBe(ObjectStatus.Truncated);

    private static ObjectOutcome Read(byte[] bytes) => Serializer.Deserialize<OuterMessage>(bytes, out _);

    private static void CheckRoundTrip<T>(T value)
    {
        ArrayBufferWriter<byte> output = new();
        Serializer.Serialize(value, output).IsOk.ShouldBeTrue();

        Serializer.Deserialize(output.WrittenMemory, out T? read).ToString()
            .ShouldBe($"ok, {output.WrittenCount} bytes");

        JsonSerializer.Serialize(read).ShouldBe(JsonSerializer.Serialize(value));
    }

    [ProtoContract]
    private sealed class Mixed
    {
        [ProtoMember(1, DataFormat = DataFormat.Group)]
        public BaseMessage? Grouped { get; set; }

        [ProtoMember(2)]
        public Dictionary<string, OuterMessage> ByName { get; set; } = [];

        [ProtoMember(3)]
        public List<DerivedMessage> Many { get; set; } = [];

        [ProtoMember(4)]
        public (int Number, string Name) Pair { get; set; }

        [ProtoMember(5, IsPacked = true)]
        public int[] Packed { get; set; } = [];

        [ProtoMember(6)]
        public List<DateTimeOffset> Times { get; set; } = [];

        [ProtoMember(7)]
        public Guid Id { get; set; }

        [ProtoMember(8)]
        public decimal? Price { get; set; }

        [ProtoMember(9)]
        public DateTime At { get; set; }

        [ProtoMember(10)]
        public ReadOnlyMemory<byte> Blob { get; set; }
    }

    [ProtoContract]
    [CompatibilityLevel(CompatibilityLevel.Level300)]
    private sealed class Modern
    {
        [ProtoMember(1, DataFormat = DataFormat.FixedSize)]
        public Guid Id { get; set; }

        [ProtoMember(2)]
        public Guid Text { get; set; }

        [ProtoMember(3)]
        public decimal Price { get; set; }

        [ProtoMember(4)]
        public DateTime At { get; set; }

        [ProtoMember(5)]
        public TimeSpan Took { get; set; }
    }
}
