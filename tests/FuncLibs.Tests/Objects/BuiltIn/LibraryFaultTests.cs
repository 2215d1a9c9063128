using System.Buffers;
using System.Runtime.Serialization;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;
using Newtonsoft.Json;

namespace FuncLibs.Tests.Objects.BuiltIn;

/// <summary>
/// Libraries have no codes for most of their faults: these tests fail when a new version changes a text that is
/// matched.
/// </summary>
public sealed class LibraryFaultTests
{
    [Fact]
    public void Newtonsoft_RequiredProperty_IsAMissingMember()
    {
        ObjectOutcome read = Create(ObjectFormat.Newtonsoft).Deserialize<Demanding>("{}"u8.ToArray(), out _);

        read.Status.ShouldBe(ObjectStatus.MissingMember);
        read.Reason.ShouldStartWith("Required property 'Name' not found");
    }

    [Fact]
    public void Newtonsoft_CannotMakeTheType_IsUnsupported() => Create(ObjectFormat.Newtonsoft)
        .Deserialize<NoConstructor>("{}"u8.ToArray(), out _)
        .ShouldSatisfyAllConditions(
            read => read.Status.ShouldBe(ObjectStatus.UnsupportedType, read.ToString()),
            read => read.Reason.ShouldStartWith("Unable to find a constructor"));

    [Fact]
    public void Newtonsoft_Loop_IsALimit() => Serialize(ObjectFormat.Newtonsoft, Loop())
        .ShouldSatisfyAllConditions(
            written => written.Status.ShouldBe(ObjectStatus.LimitExceeded),
            written => written.Reason.ShouldStartWith("Self referencing loop"));

    [Fact]
    public void Protobuf_TypeWithoutContract_IsUnsupported() => Serialize(ObjectFormat.Protobuf, new Loose())
        .ShouldSatisfyAllConditions(
            written => written.Status.ShouldBe(ObjectStatus.UnsupportedType),
            written => written.Reason.ShouldStartWith("Type is not expected, and no contract can be inferred"));

    [Fact]
    public void Protobuf_MemberWithoutContract_IsUnsupported() =>
        Serialize(ObjectFormat.Protobuf, new OddMember { Odd = new Loose() }).ShouldSatisfyAllConditions(
            written => written.Status.ShouldBe(ObjectStatus.UnsupportedType),
            written => written.Reason.ShouldStartWith("No serializer defined for type"));

    [Fact]
    public void Protobuf_ReadTypeWithoutContract_IsUnsupported() => Create(ObjectFormat.Protobuf)
        .Deserialize<Loose>((byte[])[8, 1], out _).ShouldSatisfyAllConditions(
            read => read.Status.ShouldBe(ObjectStatus.UnsupportedType),
            read => read.Reason.ShouldStartWith("No serializer for type"));

    [Fact]
    public void Protobuf_Loop_IsALimit() => Serialize(ObjectFormat.Protobuf, Loop()).ShouldSatisfyAllConditions(
        written => written.Status.ShouldBe(ObjectStatus.LimitExceeded),
        written => written.Reason.ShouldStartWith("Possible recursion"));

    [Fact]
    public void Protobuf_ChainThatIsTooLong_IsALimit() =>
        Serialize(ObjectFormat.Protobuf, Chain.OfLength(100)).ShouldSatisfyAllConditions(
            written => written.Status.ShouldBe(ObjectStatus.LimitExceeded),
            written => written.Reason.ShouldStartWith("Maximum model depth"));

    // What one serializer could not make stays unfinished for all others.
    [Fact]
    public void Nerdbank_TypeWithoutAFormTwice_IsUnsupportedTwice()
    {
        ObjectOutcome first = Serialize(ObjectFormat.Nerdbank, new Late());
        ObjectOutcome second = Serialize(ObjectFormat.NerdbankReferences, new Late());

        (first.Status, second.Status).ShouldBe((ObjectStatus.UnsupportedType, ObjectStatus.UnsupportedType));
        first.Reason.ShouldStartWith("An error occurred while preparing the converter graph");
        second.Reason.ShouldEndWith("has a delayed value that has not been completed");
    }

    [Theory]
    [InlineData(ObjectFormat.Nerdbank)]
    [InlineData(ObjectFormat.NerdbankReferences)]
    public void Nerdbank_ChainThatIsTooLong_IsALimit(string name) =>
        Serialize(name, Chain.OfLength(100)).ShouldSatisfyAllConditions(
            written => written.Status.ShouldBe(ObjectStatus.LimitExceeded),
            written => written.Reason.ShouldStartWith("Exceeded maximum depth of object graph"));

    // The word is in names and texts, too.
    [Theory]
    [InlineData(ObjectFormat.Nerdbank)]
    [InlineData(ObjectFormat.NerdbankReferences)]
    public void Nerdbank_MissingMemberNamedDepth_IsAMissingMember(string name)
    {
        ArrayBufferWriter<byte> output = new();
        Create(name).Serialize(new Loose { Number = 4 }, output);

        Create(name).Deserialize<Deep>(output.WrittenMemory, out _).Status.ShouldBe(ObjectStatus.MissingMember);
    }

    private static Chain Loop()
    {
        Chain chain = new();
        chain.Next = chain;
        return chain;
    }

    private static ObjectOutcome Serialize<T>(string name, T value) =>
        Create(name).Serialize(value, new ArrayBufferWriter<byte>());

    private static IObjectSerializer Create(string name) => ObjectSerializers.Create(name).ShouldNotBeNull();

    private sealed class Demanding
    {
        [JsonProperty(Required = Required.Always)]
        public string Name { get; set; } = "";
    }

    private sealed class NoConstructor
    {
        public NoConstructor(int one) => One = one;

        public NoConstructor(string one) => One = one.Length;

        public int One { get; }
    }

    [DataContract]
    private sealed class OddMember
    {
        [DataMember(Order = 1)]
        public Loose? Odd { get; set; }
    }

    private sealed class Late
    {
        public Func<Late>? Work { get; set; }
    }

    private sealed class Deep
    {
        public required int Depth { get; set; }
    }
}
