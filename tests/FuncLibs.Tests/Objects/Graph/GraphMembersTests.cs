using System.Buffers;
using System.Collections.ObjectModel;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;
using FuncLibs.Objects.Graph;
using static FuncLibs.Tests.Objects.Graph.GraphTrial;

namespace FuncLibs.Tests.Objects.Graph;

/// <summary>Kinds of members and types, and what a document cannot do to the next one.</summary>
public sealed class GraphMembersTests
{
    [Fact]
    public void Deserialize_MembersWithoutASetter_AreReadInto()
    {
        Fixed written = new();
        written.Inner.Serial = "inner";
        written.Numbers.Add(4);
        written.Counts[7] = 8;

        Fixed read = Read<Fixed>(Write(Graphs, written));

        (read.Inner.Serial, read.Numbers.Single(), read.Counts[7]).ShouldBe(("inner", 4, 8));
    }

    [Fact]
    public void Deserialize_MembersWithoutASetterOfATypeWithAConstructor_AreReadInto()
    {
        byte[] bytes = Write(Graphs, new Named { Name = "a", Tags = { 1, 2 } });

        (Read<Named>(bytes).Name, Read<Named>(bytes).Tags.Count).ShouldBe(("a", 2));
        Read<Placed>(Write(Trees, new Placed("b") { Tags = { 3 } })).Tags.ShouldBe([3]);
    }

    // The first and the last are those of the list, and were read there.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Deserialize_GettersOfWhatAnotherMemberHas_AreReadOnce(bool keepsReferences)
    {
        FirstAndLast written = new() { Sensors = [new() { Serial = "one" }] };

        FirstAndLast read = Read<FirstAndLast>(Write(keepsReferences ? Graphs : Trees, written));

        (read.Sensors.Count, read.First!.Serial, read.Last!.Serial).ShouldBe((1, "one", "one"));
    }

    [Fact]
    public void Deserialize_GettersOfWhatCannotBeChanged_AreSkipped() =>
        Read<Constant>(Write(Graphs, new Constant())).Index["a"].ShouldBe(1);

    [Fact]
    public void Deserialize_NegativeZeroAsAKey_IsFoundAsZero() => Read<Setter<decimal>>(
        Write(Graphs, new Setter<decimal> { Counts = new() { [-0.0m] = 1 } })).Counts.ContainsKey(0m).ShouldBeTrue();

    [Fact]
    public void Deserialize_MembersThatAreComputed_AreSkipped()
    {
        Computed read = Read<Computed>(Write(Graphs, new Computed { Numbers = [1, 2, 3, 4] }));

        read.Even.ShouldBe([2, 4]);
        read.Digest.ShouldBe([1, 2]);
    }

    [Fact]
    public void Deserialize_Stack_HasItsOrder() =>
        Read<Stack<int>>(Write(Graphs, new Stack<int>([1, 2, 3]))).ShouldBe([3, 2, 1]);

    [Fact]
    public void Deserialize_ArrayThatIsReferredToInTwoForms_IsThereInBoth()
    {
        int[] numbers = [1, 2];

        TwoForms read = Read<TwoForms>(Write(Graphs, new TwoForms { List = numbers, Array = numbers }));

        read.List.ShouldBe(numbers);
        read.Array.ShouldBe(numbers);
    }

    [Fact]
    public void Serialize_DerivedObject_IsRefused() => Graphs
        .Serialize(new Owner { Animal = new Dog() }, new ArrayBufferWriter<byte>()).Status
        .ShouldBe(ObjectStatus.UnsupportedType);

    [Fact]
    public void Serialize_AbstractType_IsRefused() => Graphs
        .Serialize(new AbstractOwner(), new ArrayBufferWriter<byte>()).Status.ShouldBe(ObjectStatus.UnsupportedType);

    [Fact]
    public void Serialize_ConstructorWithAParameterThatIsNoMember_IsRefused() => Graphs
        .Serialize(new Counted(7), new ArrayBufferWriter<byte>()).ToString()
        .ShouldContain("needs 'count', which is none of its members");

    [Fact]
    public void Serialize_CycleInATree_IsRefused()
    {
        GraphNode node = new();
        node.Parent = node;

        Trees.Serialize(node, new ArrayBufferWriter<byte>()).Status.ShouldBe(ObjectStatus.LimitExceeded);
    }

    [Fact]
    public void Deserialize_FormerNameBesideThePresentOne_IsAnUnknownMember()
    {
        BothNames read = Read<BothNames>(Write(Trees, new OldAndNew { Title = "old", Name = "new" }));

        (read.Name, read.Others!.Names.Single()).ShouldBe(("new", "Title"));
    }

    // Two newer programs, whose objects come in turns.
    [Fact]
    public void Serialize_UnknownMembersOfManyObjects_ShareTheirRows()
    {
        byte[] bytes =
        [
            0x93, 1, 0x93, 0x91, 0xA8, .. "Children"u8, 0x91, 0xA1, (byte)'a', 0x91, 0xA1, (byte)'b',
            0x92, 0, 0xDC, 0x27, 0x11, 0xC0,
            .. Enumerable.Range(0, 10_000).SelectMany<int, byte>(i => [0x92, (byte)(1 + (i % 2)), 5]),
        ];
        Passed passed = Read<Passed>(bytes);

        byte[] again = Write(Trees, passed);

        again.Length.ShouldBeLessThan(bytes.Length + 100);
    }

    [Fact]
    public void Deserialize_UnknownMemberThatIsFirstMetThere_IsTwoAfterwards()
    {
        GraphSensor sensor = new() { Serial = "shared" };
        byte[] bytes = Write(Graphs, new SensorTwice { Gone = sensor, Kept = sensor });

        SensorOnce passed = Read<SensorOnce>(bytes);
        SensorTwice again = Read<SensorTwice>(Write(Graphs, passed));

        (again.Gone!.Serial, again.Kept!.Serial).ShouldBe(("shared", "shared"));
        again.Gone.ShouldNotBeSameAs(again.Kept);
    }

    // {"X": reference to object 99}, kept from a tree, would refer to something of the next document.
    [Theory]
    [InlineData(0x01)]
    [InlineData(0x02)]
    public void Deserialize_ReferenceInATree_IsRefused(byte extension)
    {
        byte[] bytes = [0x93, 1, 0x91, 0x91, 0xA1, (byte)'X', 0x92, 0, 0xD4, extension, 99];

        Trees.Deserialize<PartOfAnOldProgram>(bytes, out _).Reason
            .ShouldBe("a reference in a document without references");
    }

    [Fact]
    public void Deserialize_DocumentsOfManyKinds_DoNotChangeWhatPopulateAllocates()
    {
        for (int i = 0; i < 100; i++)
        {
            byte[] row = [0xA4, .. "Name"u8, 0xA3, (byte)'a', (byte)('0' + (i / 10)), (byte)('0' + (i % 10))];
            Graphs.Deserialize<GraphTest>((byte[])[0x93, 2, 0x91, 0x92, .. row, 0x93, 0, 0xC0, 0xC0], out _)
                .IsOk.ShouldBeTrue();
        }

        byte[] bytes = Write(Graphs, GraphTest.Create());
        GraphTest target = GraphTest.Create();

        Testing.Allocation.OfWarm(() => Graphs.Populate(bytes, target)).ShouldBe(0);
    }

    [Fact]
    public void Deserialize_AfterADocumentWithAFault_IsAsBefore()
    {
        byte[] bytes = Write(Graphs, GraphTest.Create());
        for (int length = 1; length < bytes.Length; length++)
            Graphs.Deserialize<GraphTest>(bytes.AsMemory(0, length), out _).Status.ShouldBe(ObjectStatus.Truncated);

        Write(Graphs, Read<GraphTest>(bytes)).ShouldBe(bytes);
    }

    [Fact]
    public void Serialize_GetterThatSerializes_IsWritten()
    {
        Nested nested = new();

        Read<Nested>(Write(Graphs, nested)).ShouldNotBeNull();

        nested.Inner.Length.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Deserialize_SmallStack_IsALimitAndNotTheEndOfTheProcess()
    {
        IGraphSerializer deep = ObjectSerializers.CreateGraph(false, limits: new ObjectLimits { MaxDepth = 500 });
        byte[] bytes = Write(deep, Chain.OfLength(250));
        ObjectOutcome outcome = default;
        Thread small = new(() => outcome = deep.Deserialize<Chain>(bytes, out _), 192 << 10);

        small.Start();
        small.Join();

        outcome.Status.ShouldBeOneOf(ObjectStatus.LimitExceeded, ObjectStatus.Ok);
    }

    // Equal halves: the hash of .NET is the same for each.
    [Fact]
    public void Deserialize_HashCollisionBombForADictionaryWithoutASetter_IsRefused()
    {
        Setter<long> bomb = new() { Counts = Enumerable.Range(0, 5000).ToDictionary(i => i * 0x1_0000_0001L, i => i) };

        ObjectOutcome read = Graphs.Deserialize<Fixed>(Write(Graphs, bomb), out _);

        (read.Status, read.Path).ShouldBe((ObjectStatus.LimitExceeded, "$.Counts"));
    }

    [Fact]
    public void Deserialize_HashCollisionBombOfTimes_HasKeysWhoseHashesDiffer()
    {
        Setter<DateTime> bomb =
            new() { Counts = Enumerable.Range(0, 1000).ToDictionary(i => new DateTime(i * 0x1_0000_0001L), i => i) };

        Dictionary<DateTime, int> read = Read<Setter<DateTime>>(Write(Graphs, bomb)).Counts;

        read.Keys.Select(read.Comparer.GetHashCode).Distinct().Count().ShouldBeGreaterThan(990);
    }

    private static T Read<T>(byte[] bytes) => GraphTrial.Read<T>(Graphs, bytes);

    internal sealed class Fixed
    {
        public GraphSensor Inner { get; } = new();

        public List<int> Numbers { get; } = [];

        public Dictionary<long, int> Counts { get; } = [];
    }

    internal sealed class Named
    {
        public required string Name { get; set; }

        public List<int> Tags { get; } = [];
    }

    internal sealed record Placed(string Name)
    {
        public List<int> Tags { get; } = [];
    }

    internal sealed class FirstAndLast
    {
        public List<GraphSensor> Sensors { get; set; } = [];

        public GraphSensor? First => Sensors.FirstOrDefault();

        public GraphSensor? Last => Sensors.LastOrDefault();
    }

    internal sealed class Constant
    {
        public Version Version => new(1, 2);

        public MadePart Part => new(1, "bolt");

        public ReadOnlyDictionary<string, int> Index { get; } = new(new Dictionary<string, int> { ["a"] = 1 });
    }

    internal sealed class Setter<TKey>
        where TKey : notnull
    {
        public Dictionary<TKey, int> Counts { get; set; } = [];
    }

    internal sealed class Computed
    {
        public int[] Numbers { get; set; } = [];

        public IEnumerable<int> Even => Numbers.Where(number => number % 2 == 0);

        public byte[] Digest { get; } = [1, 2];
    }

    internal sealed class TwoForms
    {
        public IReadOnlyList<int>? List { get; set; }

        public int[]? Array { get; set; }
    }

    internal class Animal
    {
        public int Legs { get; set; } = 4;
    }

    internal sealed class Dog : Animal;

    internal sealed class Owner
    {
        public Animal? Animal { get; set; }
    }

    internal abstract class Shape
    {
        public int Corners { get; set; }
    }

    internal sealed class AbstractOwner
    {
        public Shape? Shape { get; set; }
    }

    internal sealed class Counted(int count)
    {
        public int Total => count;
    }

    internal sealed class OldAndNew
    {
        public string? Title { get; set; }

        public string? Name { get; set; }
    }

    internal sealed class BothNames
    {
        [FormerName("Title")]
        public string? Name { get; set; }

        public UnknownMembers? Others { get; set; }
    }

    internal sealed class Passed
    {
        public List<PassedChild> Children { get; set; } = [];
    }

    internal sealed class PassedChild
    {
        public UnknownMembers? Others { get; set; }
    }

    internal sealed class SensorTwice
    {
        public GraphSensor? Gone { get; set; }

        public GraphSensor? Kept { get; set; }
    }

    internal sealed class SensorOnce
    {
        public GraphSensor? Kept { get; set; }

        public UnknownMembers? Others { get; set; }
    }

    internal sealed class Nested
    {
        public byte[] Inner
        {
            get => Write(Graphs, GraphTest.Create());
            set => value.Length.ShouldBe(Write(Graphs, GraphTest.Create()).Length);
        }
    }

}
