using FuncLibs.Blocks.Maps;

namespace FuncLibs.Tests.Blocks.Maps;

public sealed class MapReaderTests
{
    private const int Depth = 8;

    // {a: 1, b: [{c: 2, d: 3}, {c: 4}], a: 5}
    private static ReadOnlySpan<byte> Document =>
    [
        0x83, 0xA1, (byte)'a', 1,
        0xA1, (byte)'b', 0x92, 0x82, 0xA1, (byte)'c', 2, 0xA1, (byte)'d', 3, 0x81, 0xA1, (byte)'c', 4,
        0xA1, (byte)'a', 5,
    ];

    [Fact]
    public void ReadByKey_RepeatedKey_GivesTheFirstValue()
    {
        var reader = new MapReader(Document);
        reader.OpenDocument(Depth, out MapScope map).ShouldBeTrue();

        reader.Read(map, "a", 0, 9, out long value).ShouldBeTrue();

        value.ShouldBe(1);
        reader.Fault.ToString().ShouldBe("no fault");
    }

    [Fact]
    public void ReadByKey_MissingKey_NamesWhatWasExpected()
    {
        var reader = new MapReader(Document);
        reader.OpenDocument(Depth, out MapScope map).ShouldBeTrue();

        reader.Read(map, "z", out bool _).ShouldBeFalse();

        reader.Fault.ToString().ShouldBe("z: expected a bool, found nothing");
    }

    [Fact]
    public void MoveToNext_ItemReadInPart_IsTheNextItem()
    {
        var reader = new MapReader(Document);
        reader.OpenDocument(Depth, out MapScope map).ShouldBeTrue();
        reader.Open(map, "b", 2, out ItemScope items).ShouldBeTrue();
        List<long> values = [];

        for (int i = 0; i < items.Count; i++)
        {
            reader.MoveToNext(ref items);
            reader.Open(out MapScope item).ShouldBeTrue();
            reader.Read(item, "c", 0, 9, out long value).ShouldBeTrue();
            values.Add(value);
        }

        values.ShouldBe([2, 4]);
    }

    [Fact]
    public void Within_NestedFault_HasItsPath()
    {
        var reader = new MapReader(Document);
        reader.OpenDocument(Depth, out MapScope map).ShouldBeTrue();

        bool read = reader.Read(map, "a", 7, 9, out long _);
        reader.Within("list", reader.Within(1, read)).ShouldBeFalse();

        reader.Fault.ToString().ShouldBe("list[1].a: expected an integer from 7 to 9, found a number outside");
    }

    [Fact]
    public void Read_OtherType_NamesMemberAndOffset()
    {
        var reader = new MapReader(Document);
        reader.Map("message", out int _).ShouldBeTrue();
        reader.Key("message", out ReadOnlySpan<byte> _).ShouldBeTrue();

        reader.Read("a", out bool _).ShouldBeFalse();

        reader.Fault.ToString().ShouldBe("a at byte 3: TypeMismatch");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(6)]
    [InlineData(20)]
    public void OpenDocument_Truncated_IsRefused(int length)
    {
        var reader = new MapReader(Document[..length]);

        reader.OpenDocument(Depth, out _).ShouldBeFalse();

        reader.Fault.Member.ShouldBe("map");
    }
}
