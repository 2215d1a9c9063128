using System.Text;
using FuncLibs.Amqp;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Tests.Amqp;

public sealed class StreamQueueTests
{
    [Theory]
    [InlineData("D/lab/rig1/main/", "D.lab.rig1.main")]
    [InlineData("C/lab/rig1/_/", "C.lab.rig1._")]
    public void RoutingKey_OfATopic_GivesTheTopicBack(string topic, string key)
    {
        StreamQueue.RoutingKeyOf(Encoding.ASCII.GetBytes(topic)).ShouldBe(key);
        byte[] found = new byte[Topic.MaxBytes];

        StreamQueue.TryGetTopic(key, found, out int length).ShouldBeTrue();

        Encoding.ASCII.GetString(found, 0, length).ShouldBe(topic);
    }

    [Theory]
    [InlineData("")]
    [InlineData("D.lab.rig1")]
    [InlineData("D.lab.rig1.main.more")]
    [InlineData("X.lab.rig1.main")]
    [InlineData("D.lab.rig1.Main")]
    [InlineData("D.lab.rig1.größe")]
    [InlineData("D.lab.rig1.a/b")]
    public void TryGetTopic_KeyThatIsNone_IsRefused(string key) =>
        StreamQueue.TryGetTopic(key, new byte[Topic.MaxBytes], out _).ShouldBeFalse();

    [Fact]
    public void TryGetTopic_KeyTooLong_IsRefused() =>
        StreamQueue.TryGetTopic(new string('a', 1000), new byte[Topic.MaxBytes], out _).ShouldBeFalse();

    [Fact]
    public void For_Rig_HasItsUsualName() => StreamQueue.For("lab", "rig1").Name.ShouldBe("cdb.lab.rig1");

    [Fact]
    public void LockNames_UsualNames_AreOne() =>
        StreamQueue.For("lab", "rig1").LockNames.ShouldBe(["cdb.lab.rig1.bridge"]);

    [Fact]
    public void LockNames_OtherNames_AreOfTheQueueAndOfTheRig() =>
        StreamQueue.For("lab", "rig1", "x", "q").LockNames.ShouldBe(["q.bridge", "x.lab.rig1.bridge"]);

    [Fact]
    public void LockNames_LongNames_AreNamesOfQueues()
    {
        string name = new('q', StreamQueue.MaxNameBytes);

        string[] locks = [.. StreamQueue.For("lab", "rig1", name, name).LockNames];

        locks.Length.ShouldBe(2);
        locks.ShouldAllBe(one => StreamQueue.FindNameFault(one) == null);
    }
}
