using HardwareConnector.Formats;

namespace HardwareConnector.Tests.Formats;

public sealed class FormatSwitchTests
{
    private const byte Columns = 1;
    private const byte Cbor = 5;

    [Fact]
    public void Update_Request_ChangesTheFormatOnce()
    {
        using SwitchRig rig = new();
        rig.Publish();
        rig.Use("cbor");

        rig.Switch.Update();
        rig.Switch.Update();
        rig.Publish();

        rig.Format.ShouldBe("cbor");
        rig.Switch.Status.Fault.ShouldBeNull();
        rig.Published.ShouldBe([Columns, Cbor], ignoreOrder: true);
    }

    [Fact]
    public void Update_RequestTakenBack_ReturnsToTheConfiguration()
    {
        using SwitchRig rig = new();
        rig.Use("json");
        rig.Switch.Update();
        rig.Files.Delete();

        rig.Switch.Update();

        rig.Format.ShouldBe("columns");
    }

    [Fact]
    public void Update_RequestBeforeTheStart_IsDone()
    {
        using SwitchRig rig = new();
        rig.Use("rows");
        rig.Restart();

        rig.Switch.Update();

        rig.Format.ShouldBe("rows");
    }

    [Fact]
    public void Update_UnknownFormat_IsSaidAndChangesNothing()
    {
        using SwitchRig rig = new();
        rig.Use("morse");

        rig.Switch.Update();
        rig.Switch.Update();

        rig.Format.ShouldBe("columns");
        rig.Switch.Status.Fault.ShouldNotBeNull().ShouldStartWith("there is no format 'morse'; use columns, ");
    }

    [Theory]
    [InlineData("wrong", "came out changed (firstSampleIndex 0 1)")]
    [InlineData("throwing", "it failed on a block of main (this format is not finished)")]
    [InlineData("growing", "it failed on a block of main (it wrote more than ")]
    [InlineData("hanging", "it did not return from a block of main for 0.3 s")]
    [InlineData("changing", "came out changed (Servo[0] command)")]
    [InlineData("private", "came out changed (Malformed")]
    [InlineData("unreadable", "it failed on a block of main (this format cannot be read yet)")]
    public void Update_FormatThatDoesNotGiveABlockBack_IsNotUsed(string content, string reason)
    {
        using SwitchRig rig = new();
        rig.Publish();
        rig.Use(content);

        rig.Switch.Update();
        rig.Publish();

        rig.Format.ShouldBe("columns");
        rig.Switch.Status.Fault.ShouldNotBeNull().ShouldContain(reason);
        rig.Published.ShouldBe([Columns]);
    }

    [Fact]
    public void Update_PlugInBeforeTheFirstBlock_WaitsForOneToCheckItWith()
    {
        using SwitchRig rig = new();
        rig.Use("good");
        rig.Switch.Update();
        (rig.Format, rig.Switch.Status.Fault).ShouldBe(("columns", "format good waits for a block to be checked with"));
        rig.Publish();

        rig.Switch.Update();

        (rig.Format, rig.Switch.Status.Fault).ShouldBe(("good", null));
    }

    [Theory]
    [InlineData("{", "line 1")]
    [InlineData("""{"format": 1}""", "has no id")]
    [InlineData(
        """{"format": 1, "id": "11111111-1111-1111-1111-111111111111", "canary": {"content": null}}""",
        "the canary names no format")]
    [InlineData("""{"format": 7}""", "has format 7; this program reads 1")]
    [InlineData(
        """{"format": 1, "id": "11111111-1111-1111-1111-111111111111", "canary": {"content": "a", "sharePercent": 0}}""",
        "a share of 0 %; use 1 to 100")]
    public void Update_FileThatCannotBeUsed_IsSaidAndChangesNothing(string text, string reason)
    {
        using SwitchRig rig = new();
        File.WriteAllText(rig.FileOf(FormatFiles.RequestName), text);

        rig.Switch.Update();

        rig.Format.ShouldBe("columns");
        rig.Switch.Status.Fault.ShouldNotBeNull().ShouldContain(reason);
    }

    [Fact]
    public void Update_RequestOfMoreThanAllowed_IsSaidAndChangesNothing()
    {
        using SwitchRig rig = new();
        File.WriteAllText(rig.FileOf(FormatFiles.RequestName), new string(' ', (16 << 10) + 1));

        rig.Switch.Update();

        rig.Format.ShouldBe("columns");
        rig.Switch.Status.Fault.ShouldNotBeNull().ShouldContain("16384");
    }

    [Fact]
    public void Update_FormatsThatDoNotReturn_AreCountedAndThenNoneIsTriedAnyMore()
    {
        using SwitchRig rig = new();
        rig.Publish();
        for (int i = 1; i <= HeldThreads.Limit; i++)
        {
            rig.Use("hanging");
            rig.Switch.Update();
            rig.Switch.Status.HeldThreads.ShouldBe(i);
        }

        rig.Use("good");
        rig.Switch.Update();

        rig.Format.ShouldBe("columns");
        rig.Switch.Status.Fault.ShouldBe(
            "4 threads are held by formats that did not return; restart the connector to try another one");
    }
}
