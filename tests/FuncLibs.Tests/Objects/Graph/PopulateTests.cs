using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;
using Testing;

namespace FuncLibs.Tests.Objects.Graph;

/// <summary>Input that is read into objects which are there.</summary>
public sealed class PopulateTests
{
    private static readonly IGraphSerializer Trees = ObjectSerializers.CreateGraph(keepsReferences: false);
    private static readonly IGraphSerializer Graphs = ObjectSerializers.CreateGraph(keepsReferences: true);

    private static readonly JsonSerializerOptions WithNaN =
        new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals };

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

    private static byte[] Write<T>(bool keepsReferences, T value)
    {
        ArrayBufferWriter<byte> output = new();
        ObjectOutcome written = (keepsReferences ? Graphs : Trees).Serialize(value, output);
        written.IsOk.ShouldBeTrue(written.ToString());
        return output.WrittenSpan.ToArray();
    }

    private static string Text<T>(T value) => JsonSerializer.Serialize(value, WithNaN);

    internal sealed class Keyless
    {
        public List<Loose> Channels { get; set; } = [];
    }
}
