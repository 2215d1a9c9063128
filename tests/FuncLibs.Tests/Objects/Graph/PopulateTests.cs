using System.Collections.ObjectModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Objects;
using Testing;
using static FuncLibs.Tests.Objects.Graph.GraphTrial;

namespace FuncLibs.Tests.Objects.Graph;

/// <summary>Input that is read into objects which are there.</summary>
public sealed class PopulateTests
{
    public static TheoryData<bool> Both => [false, true];

    [Theory]
    [MemberData(nameof(Both))]
    public void Populate_AnotherGraph_HasTheMembersOfTheInput(bool keepsReferences)
    {
        GraphTest source = GraphTest.Create();
        source.Name = "compression";
        source.Specimens[0].Channels[1].Values = [1, 2];
        source.Specimens[1].Channels.RemoveAt(0);
        source.Specimens[1].Sizes["t"] = 2;
        source.Specimens[0].Sizes.Clear();
        GraphTest target = GraphTest.Create();

        Populate(keepsReferences, source, target);

        Text(target).ShouldBe(Text(source));
    }

    [Theory]
    [MemberData(nameof(Both))]
    public void Populate_ObjectsThatAreThere_KeepTheirIdentity(bool keepsReferences)
    {
        GraphTest target = GraphTest.Create();
        GraphChannel channel = target.Specimens[1].Channels[2];
        double[] values = channel.Values;

        Populate(keepsReferences, GraphTest.Create(), target);

        target.Specimens[1].Channels[2].ShouldBeSameAs(channel);
        channel.Values.ShouldBeSameAs(values);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public void Populate_NothingGrows_AllocatesNothing(bool keepsReferences)
    {
        byte[] bytes = Write(keepsReferences, GraphTest.Create());
        GraphTest target = GraphTest.Create();

        Allocation.OfWarm(() => Graphs.Populate(bytes, target)).ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public void Populate_MergeWhereNothingGrows_AllocatesNothing(bool keepsReferences)
    {
        byte[] bytes = Write(keepsReferences, GraphTest.Create());
        GraphTest target = GraphTest.Create();
        ListMerge rules = new() { Removes = true };

        Allocation.OfWarm(() => Graphs.Populate(bytes, target, rules)).ShouldBe(0);
    }

    // The target shares one operator, the input has two.
    [Fact]
    public void Populate_TargetSharesWhatTheInputDoesNot_IsNotReadIntoTwice()
    {
        GraphTest source = GraphTest.Create();
        source.Specimens[0].Operator = new GraphOperator { Name = "another" };
        GraphTest target = GraphTest.Create();

        Populate(true, source, target);

        (target.Operator!.Name, target.Specimens[0].Operator!.Name, target.Specimens[1].Operator!.Name)
            .ShouldBe(("operator-17", "another", "operator-17"));
        target.Specimens[1].Operator.ShouldBeSameAs(target.Operator);
    }

    [Theory]
    [InlineData(true, true, true, "0:new 2:new 3:new")]
    [InlineData(true, true, false, "0:new 1:old 2:new 3:new")]
    [InlineData(true, false, false, "0:new 1:old 2:new")]
    [InlineData(false, true, false, "0:old 1:old 2:old 3:new")]
    [InlineData(false, false, true, "0:old 2:old")]
    [InlineData(false, false, false, "0:old 1:old 2:old")]
    public void Populate_ListWithKeys_IsMergedAsTold(bool updates, bool adds, bool removes, string expected)
    {
        foreach (bool keepsReferences in (bool[])[false, true])
        {
            GraphSpecimen target = Specimen("old", 0, 1, 2);

            ObjectOutcome read = Graphs.Populate(
                Write(keepsReferences, Specimen("new", 3, 2, 0)),
                target,
                new ListMerge { Updates = updates, Adds = adds, Removes = removes });

            read.IsOk.ShouldBeTrue(read.ToString());
            string.Join(' ', target.Channels.Select(channel => $"{channel.Id}:{channel.Name}")).ShouldBe(expected);
        }
    }

    [Theory]
    [MemberData(nameof(Both))]
    public void Populate_LongListInAnotherOrder_IsMergedByKey(bool keepsReferences)
    {
        GraphSpecimen target = Specimen("old", [.. Enumerable.Range(0, 100)]);
        GraphChannel kept = target.Channels[40];

        Graphs.Populate(
            Write(keepsReferences, Specimen("new", [.. Enumerable.Range(50, 100).Reverse(), 40])), target, new())
            .IsOk.ShouldBeTrue();

        target.Channels.Count.ShouldBe(150);
        (target.Channels[40].Name, target.Channels[39].Name, target.Channels[149].Id).ShouldBe(("new", "old", 100));
        target.Channels[40].ShouldBeSameAs(kept);
    }

    [Fact]
    public void Populate_ElementWithoutItsKey_IsRefused()
    {
        byte[] bytes = Write(false, new Keyless { Channels = [new Loose { Number = 3 }] });

        ObjectOutcome read = Graphs.Populate(bytes, Specimen("old", 1), new ListMerge());

        (read.Status, read.Path, read.Reason).ShouldBe(
            (ObjectStatus.Malformed, "$.Channels[0]", "an element has no 'Id', which is the key of its list"));
    }

    [Fact]
    public void Populate_Null_IsRefused() =>
        Graphs.Populate(Write<GraphTest?>(false, null), new GraphTest()).Status.ShouldBe(ObjectStatus.Malformed);

    [Fact]
    public void Populate_MembersThatTheInputDoesNotHave_StayAsTheyAre()
    {
        PartV2 target = new() { Unit = "g", Sensor = new GraphSensor { Serial = "mine" } };

        Graphs.Populate(Write(false, new PartV1 { Number = 7 }), target).IsOk.ShouldBeTrue();

        (target.Number, target.Unit, target.Sensor.Serial).ShouldBe((7, "g", "mine"));
    }

    [Theory]
    [MemberData(nameof(Both))]
    public void Populate_ListOfStructsWithKeys_IsMergedByThem(bool keepsReferences)
    {
        Holder<KeyedStruct> target = new() { Items = [new(1, "old"), new(2, "old"), new(3, "old")] };
        byte[] bytes = Write(
            keepsReferences, new Holder<KeyedStruct> { Items = [new(2, "new"), new(4, "new"), new(1, "new")] });

        Graphs.Populate(bytes, target, new ListMerge { Removes = true }).IsOk.ShouldBeTrue();

        target.Items.ShouldBe([new(1, "new"), new(2, "new"), new(4, "new")]);
    }

    // What a key is is read ahead: it must not be written into the one that is there.
    [Theory]
    [MemberData(nameof(Both))]
    public void Populate_KeyThatIsAnObject_IsComparedFirst(bool keepsReferences)
    {
        Holder<KeyedByObject> target = new() { Items = [new() { Id = new(1), Name = "one" }] };
        byte[] bytes = Write(
            keepsReferences, new Holder<KeyedByObject> { Items = [new() { Id = new(2), Name = "two" }] });

        Graphs.Populate(bytes, target, new ListMerge()).IsOk.ShouldBeTrue();

        target.Items.Select(item => $"{item.Id!.Number}:{item.Name}").ShouldBe(["1:one", "2:two"]);
    }

    [Fact]
    public void Populate_TwoElementsOfOneKey_AreRefused()
    {
        ObjectOutcome read = Graphs.Populate(Write(false, Specimen("new", 3, 3)), Specimen("old", 1), new ListMerge());

        (read.Status, read.Path).ShouldBe((ObjectStatus.Malformed, "$.Channels[1]"));
    }

    [Fact]
    public void Populate_BytesThatTheTargetShares_AreReadIntoOnce()
    {
        byte[] shared = [0, 0];
        TwoBytes target = new() { A = shared, B = shared };

        Graphs.Populate(Write(true, new TwoBytes { A = [1, 1], B = [2, 2] }), target).IsOk.ShouldBeTrue();

        (target.A[0], target.B[0]).ShouldBe(((byte)1, (byte)2));
    }

    [Theory]
    [InlineData(true, true, true, "a:1 c:1")]
    [InlineData(true, true, false, "a:1 b:0 c:1")]
    [InlineData(false, false, true, "a:0")]
    [InlineData(true, false, false, "a:1 b:0")]
    public void Populate_Dictionary_IsMergedAsTold(bool updates, bool adds, bool removes, string expected)
    {
        Sizes target = new() { All = new() { ["a"] = 0, ["b"] = 0 } };

        Graphs.Populate(
            Write(false, new Sizes { All = new() { ["a"] = 1, ["c"] = 1 } }),
            target,
            new ListMerge { Updates = updates, Adds = adds, Removes = removes }).IsOk.ShouldBeTrue();

        string.Join(' ', target.All.OrderBy(entry => entry.Key).Select(entry => $"{entry.Key}:{entry.Value}"))
            .ShouldBe(expected);
    }

    [Fact]
    public void Populate_DictionaryWithAComparer_KeepsWhatItsComparerFinds()
    {
        Sorted target = new();
        (target.All["A"], target.All["B"]) = (1, 2);

        Graphs.Populate(Write(false, new Sizes { All = new() { ["a"] = 3 } }), target).IsOk.ShouldBeTrue();

        target.All.ShouldHaveSingleItem().Value.ShouldBe(3);
    }

    [Fact]
    public void Populate_KeysThatTheComparerTakesForOne_LeaveNoOther()
    {
        IgnoringCase target = new();
        (target.All["a"], target.All["b"]) = (0, 0);

        Graphs.Populate(Write(false, new Sizes { All = new() { ["a"] = 1, ["A"] = 2 } }), target).IsOk.ShouldBeTrue();

        target.All.ShouldHaveSingleItem().Value.ShouldBe(2);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Populate_KeyedCollection_HasTheKeysOfTheInput(bool isMerged)
    {
        KeyedOwner target = new() { Items = { new() { Id = 1 }, new() { Id = 2 }, new() { Id = 3 } } };
        byte[] bytes = Write(true, new KeyedOwner { Items = { new() { Id = 3 }, new() { Id = 1 } } });

        Graphs.Populate(bytes, target, isMerged ? new ListMerge { Removes = true } : null).IsOk.ShouldBeTrue();

        (target.Items.Contains(1), target.Items.Contains(2), target.Items.Contains(3)).ShouldBe((true, false, true));
    }

    [Fact]
    public void Populate_StructThatIsNew_BeginsAsItsConstructorSays()
    {
        Holder<WithUnit> target = new();

        Graphs.Populate(Write(false, new Holder<WithoutUnit> { Items = [new()] }), target).IsOk.ShouldBeTrue();

        target.Items.Single().Unit.ShouldBe("kg");
    }

    [Fact]
    public void Populate_ObjectWithAConstructor_IsReplaced()
    {
        Holder<MadePart> target = new() { Items = [new MadePart(1, "old")] };
        MadePart before = target.Items[0];

        Graphs.Populate(Write(true, new Holder<MadePart> { Items = [new MadePart(2, "new")] }), target)
            .IsOk.ShouldBeTrue();

        (before.Number, target.Items[0].Number).ShouldBe((1, 2));
    }

    [Fact]
    public void Populate_ReferenceIntoASkippedMember_KeepsTheObjectThatIsThere()
    {
        GraphSensor sensor = new() { Serial = "shared" };
        Kept target = new() { Sensor = new GraphSensor() };
        GraphSensor before = target.Sensor;

        Graphs.Populate(Write(true, new GoneAndKept { Gone = sensor, Sensor = sensor }), target).IsOk.ShouldBeTrue();

        target.Sensor.ShouldBeSameAs(before);
        before.Serial.ShouldBe("shared");
    }

    [Fact]
    public void Populate_NoTarget_IsAnArgumentFault() =>
        Should.Throw<ArgumentNullException>(() => Graphs.Populate<GraphTest>(new byte[1], null!));

    private static GraphSpecimen Specimen(string name, params int[] ids)
    {
        GraphSpecimen specimen = new() { Id = "S" };
        foreach (int id in ids)
            specimen.Channels.Add(new GraphChannel { Id = id, Name = name });
        return specimen;
    }

    private static void Populate<T>(bool keepsReferences, T source, T target)
        where T : class
    {
        ObjectOutcome read = Graphs.Populate(Write(keepsReferences, source), target);
        read.IsOk.ShouldBeTrue(read.ToString());
    }

    private static byte[] Write<T>(bool keepsReferences, T value) => GraphTrial.Write(Of(keepsReferences), value);

    internal sealed class Keyless
    {
        public List<Loose> Channels { get; set; } = [];
    }

    internal sealed class Holder<T>
    {
        public List<T> Items { get; set; } = [];
    }

    internal readonly record struct KeyedStruct([property: Key] int Id, string Name);

    internal sealed record ObjectKey
    {
        public ObjectKey()
        {
        }

        public ObjectKey(int number) => Number = number;

        public int Number { get; set; }
    }

    internal sealed class KeyedByObject
    {
        [Key]
        public ObjectKey? Id { get; set; }

        public string? Name { get; set; }
    }

    internal sealed class TwoBytes
    {
        public byte[] A { get; set; } = [];

        public byte[] B { get; set; } = [];
    }

    internal sealed class Sizes
    {
        public Dictionary<string, int> All { get; set; } = [];
    }

    internal sealed class Sorted
    {
        public SortedDictionary<string, int> All { get; } = new(StringComparer.OrdinalIgnoreCase);
    }

    internal sealed class IgnoringCase
    {
        public Dictionary<string, int> All { get; } = new(StringComparer.OrdinalIgnoreCase);
    }

    internal sealed class KeyedOwner
    {
        public KeyedChannels Items { get; } = [];
    }

    internal sealed class KeyedChannels : KeyedCollection<int, GraphChannel>
    {
        protected override int GetKeyForItem(GraphChannel item) => item.Id;
    }

    internal struct WithUnit
    {
        public WithUnit() => Unit = "kg";

        public string Unit { get; set; }

        public int Number { get; set; }
    }

    internal struct WithoutUnit
    {
        public int Number { get; set; }
    }

    internal sealed class GoneAndKept
    {
        public GraphSensor? Gone { get; set; }

        public GraphSensor? Sensor { get; set; }
    }

    internal sealed class Kept
    {
        public GraphSensor? Sensor { get; set; }
    }
}
