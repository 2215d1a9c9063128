using System.Text;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Tests.Messaging.Wire;

public class TopicTests
{
    [Theory]
    [InlineData(FrameKind.Data, "D/lab/rig1/main/")]
    [InlineData(FrameKind.Heartbeat, "H/lab/rig1/_/")]
    [InlineData(FrameKind.Catalogue, "C/lab/rig1/_/")]
    [InlineData(FrameKind.Loss, "L/lab/rig1/_/")]
    [InlineData(FrameKind.Event, "E/lab/rig1/_/")]
    [InlineData(FrameKind.Derived, "S/lab/rig1/main/")]
    public void Create_EveryKind_GivesTheWireText(FrameKind kind, string text)
    {
        var topic = Topic.Create(kind, "lab", "rig1", "main");
        Encoding.ASCII.GetString(topic.Utf8).ShouldBe(text);
        Topic.TryParse(topic.Utf8, out Topic? back, out _).ShouldBeTrue();
        back.ToString().ShouldBe(text);
        back.Kind.ShouldBe(kind);
    }

    [Theory]
    [InlineData("")]
    [InlineData("D")]
    [InlineData("X/lab/rig1/main/")]
    [InlineData("D/lab/rig1/main")]
    [InlineData("D/lab/rig1/")]
    [InlineData("D/lab//main/")]
    [InlineData("D/Lab/rig1/main/")]
    [InlineData("D/lab/rig1/main/more/")]
    [InlineData("D/lab/rig1/abcdefghijklmnopqrstuvwxy/")]
    [InlineData("H/lab/rig1/main/")]
    public void TryParse_BadTopic_ReportsWhy(string text)
    {
        Topic.TryParse(Encoding.UTF8.GetBytes(text), out Topic? topic, out string? fault).ShouldBeFalse();
        topic.ShouldBeNull();
        fault.ShouldNotBeNullOrEmpty();
    }

    [Fact]
    public void TryParse_TooLong_ReportsWhy()
    {
        Topic.TryParse(new byte[97], out _, out string? fault).ShouldBeFalse();
        fault.ShouldBe("is longer than 96 bytes");
    }

    [Fact]
    public void Create_BadName_NamesTheNameAndTheRule() =>
        Should.Throw<ArgumentException>(() => Topic.Create(FrameKind.Data, "lab", "Rig", "main"))
        .Message.ShouldContain("'Rig' has a character other than a-z 0-9 _ -");

    [Fact]
    public void Prefix_OfARig_DoesNotMatchALongerName()
    {
        byte[] prefix = Topic.Prefix(FrameKind.Data, "lab", "rig1");
        Topic.Create(FrameKind.Data, "lab", "rig1", "main").Utf8.StartsWith(prefix).ShouldBeTrue();
        Topic.Create(FrameKind.Data, "lab", "rig10", "main").Utf8.StartsWith(prefix).ShouldBeFalse();
    }
}
