using FuncLibs.Objects;
using static FuncLibs.Tests.Objects.Graph.GraphTrial;

namespace FuncLibs.Tests.Objects.Graph;

/// <summary>What objects refer to, and what types may change.</summary>
public sealed class GraphSerializerTests
{
    public static TheoryData<bool> Both => [false, true];

    [Theory]
    [MemberData(nameof(Both))]
    public void Deserialize_WhatWasSerialized_IsEqual(bool keepsReferences)
    {
        byte[] bytes = Write(Of(keepsReferences), GraphTest.Create());

        Text(Read<GraphTest>(bytes)).ShouldBe(Text(GraphTest.Create()));
    }

    [Fact]
    public void Deserialize_SharedObject_IsOne()
    {
        GraphTest read = Read<GraphTest>(Write(Graphs, GraphTest.Create()));

        read.Specimens[1].Operator.ShouldBeSameAs(read.Operator);
        read.Specimens[1].Channels[2].Sensor.ShouldBeSameAs(read.Specimens[0].Channels[0].Sensor);
    }

    [Fact]
    public void Deserialize_Cycle_IsOne()
    {
        GraphNode root = new() { Name = "root" };
        root.Children.Add(new GraphNode { Name = "child", Parent = root, Children = root.Children });

        GraphNode read = Read<GraphNode>(Write(Graphs, root));

        read.Children[0].Parent.ShouldBeSameAs(read);
        read.Children[0].Children.ShouldBeSameAs(read.Children);
    }

    [Fact]
    public void Deserialize_EqualTexts_AreOneString()
    {
        GraphNode root = new() { Name = new string('n', 10), Children = [new() { Name = new string('n', 10) }] };

        GraphNode read = Read<GraphNode>(Write(Graphs, root));

        read.Children[0].Name.ShouldBeSameAs(read.Name);
    }

    [Fact]
    public void Serialize_NamesOfMembers_AreThereOnce()
    {
        byte[] bytes = Write(Trees, GraphTest.Create());

        int found = 0;
        for (int at = bytes.AsSpan().IndexOf("Channels"u8); at >= 0;)
        {
            found++;
            int next = bytes.AsSpan(at + 1).IndexOf("Channels"u8);
            at = next < 0 ? -1 : at + 1 + next;
        }

        found.ShouldBe(1);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public void Deserialize_MembersAddedRemovedReorderedAndRenamed_AreFoundByName(bool keepsReferences)
    {
        PartV1 old = new() { Number = 4, Title = "bolt", Weight = 0.25, Gone = new() { Serial = "gone" } };

        PartV2 read = Read<PartV2>(Write(Of(keepsReferences), old));

        (read.Number, read.Name, read.Weight, read.Unit, read.Sensor).ShouldBe((4, "bolt", 0.25, "kg", null));
    }

    // The object is met first in a member that is not there any more.
    [Fact]
    public void Deserialize_ReferenceIntoASkippedMember_IsReadThere()
    {
        GraphSensor sensor = new() { Serial = "shared" };
        WithGone written = new() { Gone = new() { Sensor = sensor }, Kept = sensor, Name = "shared" };

        WithoutGone read = Read<WithoutGone>(Write(Graphs, written));

        (read.Kept!.Serial, read.Name).ShouldBe(("shared", "shared"));
    }

    [Theory]
    [MemberData(nameof(Both))]
    public void Serialize_UnknownMembers_AreWrittenBack(bool keepsReferences)
    {
        PartV1 written = new() { Number = 4, Title = "bolt", Weight = 0.25, Gone = new() { Serial = "sensor" } };

        PartOfAnOldProgram passed = Read<PartOfAnOldProgram>(Write(Of(keepsReferences), written));
        passed.Number = 5;
        PartV1 again = Read<PartV1>(Write(Of(keepsReferences), passed));

        passed.Others!.Names.ShouldBe(["Title", "Weight", "Gone"]);
        (again.Number, again.Title, again.Weight, again.Gone!.Serial).ShouldBe((5, "bolt", 0.25, "sensor"));
    }

    [Fact]
    public void Serialize_UnknownMemberThatReferences_KeepsIdentity()
    {
        GraphNode root = new() { Name = "root" };
        root.Children.Add(new GraphNode { Name = "child", Parent = root });

        NodeOfAnOldProgram passed = Read<NodeOfAnOldProgram>(Write(Graphs, root));
        GraphNode again = Read<GraphNode>(Write(Graphs, passed));

        again.Children[0].Parent.ShouldBeSameAs(again);
    }

    [Fact]
    public void Deserialize_RequiredMemberIsMissing_HasItsPath()
    {
        byte[] bytes = Write(Trees, new LooseList { Parts = [new() { Number = 1 }, new() { Number = 2 }] });

        ObjectOutcome read = Trees.Deserialize<PartList>(bytes, out _);

        (read.Status, read.Path).ShouldBe((ObjectStatus.MissingMember, "$.Parts[0].Name"));
    }

    [Fact]
    public void Deserialize_RequiredMemberIsNull_HasItsPath()
    {
        byte[] bytes = Write(Trees, new PartList { Parts = [new() { Name = "a" }, new()] });

        ObjectOutcome read = Trees.Deserialize<PartList>(bytes, out _);

        (read.Status, read.Path).ShouldBe((ObjectStatus.MissingMember, "$.Parts[1].Name"));
    }

    [Fact]
    public void Deserialize_WrongType_HasByteAndPath()
    {
        byte[] bytes = Write(Trees, new NumberedNodes { Children = [new() { Name = 5 }] });

        ObjectOutcome read = Trees.Deserialize<GraphNode>(bytes, out _);

        (read.Status, read.Path, read.Offset).ShouldBe((ObjectStatus.Malformed, "$.Children[0].Name", bytes.Length - 1));
    }

    [Theory]
    [MemberData(nameof(Both))]
    public void Deserialize_TypeWithAConstructor_IsMade(bool keepsReferences)
    {
        MadePart part = new(4, "bolt") { Other = new MadePart(5, "nut") };

        Read<MadePart>(Write(Of(keepsReferences), part)).ShouldBe(part);
    }

    [Fact]
    public void Deserialize_CycleThroughAConstructor_IsRefused()
    {
        MadePart part = new(4, "bolt");
        part.Other = part;

        ObjectOutcome read = Graphs.Deserialize<MadePart>(Write(Graphs, part), out _);

        read.ToString().ShouldBe(
            "graph-references: Malformed at byte 33, $.Other: "
            + "object 0 is referred to while its constructor has not run yet");
    }

    [Fact]
    public void Deserialize_ReferenceToWhatHasNotCome_IsRefused()
    {
        byte[] bytes = [0x93, 2, 0x91, 0x91, 0xA4, .. "Name"u8, 0x92, 0, 0xD4, 2, 7];

        Graphs.Deserialize<GraphNode>(bytes, out _).Reason.ShouldBe("it refers to text 7, and 0 came before");
    }

    [Fact]
    public void Deserialize_ReferenceToAnotherType_IsRefused()
    {
        byte[] bytes = [0x93, 2, 0x91, 0x91, 0xA8, .. "Children"u8, 0x92, 0, 0xD4, 1, 0];

        Graphs.Deserialize<GraphNode>(bytes, out _).Reason
            .ShouldBe("object 0 is a GraphNode, not a List`1");
    }

    // A table, a row, a list, a dictionary and a text that claim two thousand million elements.
    [Theory]
    [InlineData("9302DD7FFFFFFF")]
    [InlineData("930291DD7FFFFFFF")]
    [InlineData("930291 91A84368696C6472656E 9200 DD7FFFFFFFC0")]
    [InlineData("930291 91A4476F6E65 9200 DF7FFFFFFF")]
    [InlineData("930291 91A44E616D65 9200 DB7FFFFFFF")]
    [InlineData("930291 91A4476F6E65 9200 DD7FFFFFFFC0")]
    public void Deserialize_LengthBomb_TakesNoMemoryForIt(string hex)
    {
        byte[] bomb = Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
        Graphs.Deserialize<GraphNode>(bomb, out _);
        long before = GC.GetAllocatedBytesForCurrentThread();

        ObjectOutcome read = Graphs.Deserialize<GraphNode>(bomb, out _);

        read.Status.ShouldBe(ObjectStatus.Truncated, read.ToString());
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(1 << 20);
    }

    [Fact]
    public void Deserialize_TableOfManyRows_IsRefused()
    {
        byte[] bomb = [0x93, 2, 0xDC, 0x10, 0x01, .. Enumerable.Repeat((byte)0x90, 4097), 0xC0];

        Graphs.Deserialize<GraphNode>(bomb, out _).ToString().ShouldBe(
            "graph-references: LimitExceeded at byte 5, $: its table has 4097 rows, and may have 4096");
    }

    // {"Gone": [nil, [nil, ... as deep as the input is long, skipped and kept.
    [Fact]
    public void Deserialize_DepthBombInAMemberThatIsNotKnown_IsRefused()
    {
        byte[] bomb =
        [
            0x93, 2, 0x91, 0x91, 0xA4, .. "Gone"u8, 0x92, 0,
            .. Enumerable.Repeat<byte[]>([0x92, 0xC0], 1 << 19).SelectMany(level => level),
        ];

        Graphs.Deserialize<GraphNode>(bomb, out _).Status.ShouldBe(ObjectStatus.LimitExceeded);
        Graphs.Deserialize<PartOfAnOldProgram>(bomb, out _).Status.ShouldBe(ObjectStatus.LimitExceeded);
    }

    // Each reads what the other one writes.
    private static T Read<T>(byte[] bytes) => GraphTrial.Read<T>(Trees, bytes);

    internal sealed class WithGone
    {
        public Holder? Gone { get; set; }

        public GraphSensor? Kept { get; set; }

        public string? Name { get; set; }
    }

    internal sealed class WithoutGone
    {
        public GraphSensor? Kept { get; set; }

        public string? Name { get; set; }
    }

    internal sealed class Holder
    {
        public GraphSensor? Sensor { get; set; }
    }

    internal sealed class NodeOfAnOldProgram
    {
        public string? Name { get; set; }

        public FuncLibs.Objects.Graph.UnknownMembers? Others { get; set; }
    }

    internal sealed class LooseList
    {
        public List<Loose> Parts { get; set; } = [];
    }

    internal sealed class NumberedNodes
    {
        public List<NumberedNode> Children { get; set; } = [];
    }

    internal sealed class NumberedNode
    {
        public int Name { get; set; }
    }
}
