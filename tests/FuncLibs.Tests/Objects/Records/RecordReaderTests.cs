using FuncLibs.Objects;
using FuncLibs.Objects.Records;

namespace FuncLibs.Tests.Objects.Records;

/// <summary>Each kind of damage; the records are of 31 bytes each.</summary>
public sealed class RecordReaderTests
{
    private const int Each = RecordFrame.HeaderBytes + 3;

    public static TheoryData<int> Chunks => [1, 2, 27, 28, 29, 100, int.MaxValue];

    private static byte[] Five => RecordTrial.Write("aaa", "bbb", "ccc", "ddd", "eee");

    [Theory]
    [MemberData(nameof(Chunks))]
    public void Read_WholeStream_IsEveryRecord(int chunk)
    {
        RecordReading read = RecordTrial.Read(Five, chunk);

        read.Texts.ShouldBe(["aaa", "bbb", "ccc", "ddd", "eee"]);
        read.Faults.ShouldBeEmpty();
        read.Account.ShouldBe(new RecordAccount(5, 0, 0, 0, 0, 5));
    }

    [Theory]
    [MemberData(nameof(Chunks))]
    public void Read_RecordsLongerThanTheWindow_AreWhole(int chunk)
    {
        byte[][] payloads = [new byte[200_000], new byte[10], new byte[70_000]];
        if (chunk < 100)
            payloads = [new byte[70_000], new byte[5], new byte[1]];

        RecordReading read = RecordTrial.Read(RecordTrial.Write(payloads, out _), chunk);

        read.Pieces.Select(piece => piece.Value!.Length).ShouldBe(payloads.Select(payload => payload.Length));
    }

    [Fact]
    public void Read_EmptyStream_IsTheEnd() => RecordTrial.Read([]).Pieces.ShouldBeEmpty();

    [Fact]
    public void Read_EmptyPayload_IsARecord() => RecordTrial.Read(RecordTrial.Write("", "")).Texts.ShouldBe(["", ""]);

    [Fact]
    public void Read_BitOfThePayloadFlipped_IsNamed()
    {
        byte[] bytes = Five;
        bytes[(2 * Each) + RecordFrame.HeaderBytes] ^= 1;

        RecordReading read = RecordTrial.Read(bytes);

        read.Texts.ShouldBe(["aaa", "bbb", "ddd", "eee"]);
        read.Faults.ShouldBe(["record 2 at byte 62, 31 bytes: the payload does not match its CRC"]);
        read.Account.ShouldBe(new RecordAccount(4, 1, 0, 0, Each, 5));
    }

    [Fact]
    public void Read_AnyBitFlipped_CostsThatRecordAlone()
    {
        for (int bit = 0; bit < 8 * Each; bit++)
        {
            byte[] bytes = Five;
            bytes[(2 * Each) + (bit / 8)] ^= (byte)(1 << (bit % 8));

            RecordTrial.Read(bytes).Texts.ShouldBe(["aaa", "bbb", "ddd", "eee"], $"bit {bit}");
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(8)]
    [InlineData(27)]
    public void Read_HeaderDamaged_TellsWhichNumberIsMissing(int place)
    {
        byte[] bytes = Five;
        bytes[(2 * Each) + place] ^= 0x10;

        RecordReading read = RecordTrial.Read(bytes);

        read.Faults.ShouldBe(["record 2 is missing, 31 bytes skipped at byte 62"]);
        read.Account.ShouldBe(new RecordAccount(4, 0, 1, 0, Each, 5));
    }

    [Fact]
    public void Read_ThreeHeadersDamaged_TellsTheRange()
    {
        byte[] bytes = Five;
        foreach (int record in (int[])[1, 2, 3])
            bytes[record * Each] = 0;

        RecordTrial.Read(bytes).Faults.ShouldBe(["records 1 to 3 are missing, 93 bytes skipped at byte 31"]);
    }

    [Fact]
    public void Read_RecordsRemoved_TellsTheRange()
    {
        byte[] bytes = Five;

        RecordReading read = RecordTrial.Read([.. bytes[..Each], .. bytes[(3 * Each)..]]);

        read.Faults.ShouldBe(["records 1 to 2 are missing, 0 bytes skipped at byte 31"]);
        read.Account.ShouldBe(new RecordAccount(3, 0, 2, 0, 0, 5));
    }

    [Fact]
    public void Read_DamagedRecordBetweenLostOnes_CountsEachOnce()
    {
        byte[] bytes = Five;
        bytes[Each] = 0;
        bytes[(3 * Each) - 1] ^= 1;
        bytes[3 * Each] = 0;

        RecordReading read = RecordTrial.Read(bytes);

        read.Faults.ShouldBe(
        [
            "it is not known how many records are missing, 31 bytes skipped at byte 31",
            "record 2 at byte 62, 31 bytes: the payload does not match its CRC",
            "2 of the records 1 to 3 are missing, 31 bytes skipped at byte 93",
        ]);
        read.Account.ShouldBe(new RecordAccount(2, 1, 2, 0, 3 * Each, 5));
    }

    [Fact]
    public void Read_CutAnywhere_GivesTheRecordsBefore()
    {
        byte[] bytes = Five;
        for (int length = 0; length < bytes.Length; length++)
        {
            RecordReading read = RecordTrial.Read(bytes[..length]);

            read.Account.Good.ShouldBe(length / Each);
            read.Faults.Length.ShouldBe(length % Each == 0 ? 0 : 1);
        }
    }

    [Fact]
    public void Read_CutInThePayload_IsNamed() => RecordTrial.Read(Five[..^1]).Faults
        .ShouldBe(["record 4 at byte 124, 30 bytes: the payload ends too early"]);

    [Fact]
    public void Read_CutInTheHeader_IsAGapOfUnknownRecords() => RecordTrial.Read(Five[..^4]).Faults
        .ShouldBe(["it is not known how many records are missing, 27 bytes skipped at byte 124"]);

    [Fact]
    public void Read_BytesInserted_CostNoRecord()
    {
        byte[] bytes = Five;

        RecordReading read = RecordTrial.Read([.. bytes[..Each], 1, 2, 0xC1, .. bytes[Each..]]);

        read.Texts.Length.ShouldBe(5);
        read.Faults.ShouldBe(["no record is missing, 3 bytes skipped at byte 31"]);
    }

    [Fact]
    public void Read_BytesInsertedIntoAPayload_CostThatRecordAlone()
    {
        byte[] bytes = Five;
        int at = Each + RecordFrame.HeaderBytes + 1;

        RecordReading read = RecordTrial.Read([.. bytes[..at], 1, 2, .. bytes[at..]]);

        read.Texts.ShouldBe(["aaa", "ccc", "ddd", "eee"]);
        read.Faults.ShouldBe(
        [
            "record 1 at byte 31, 31 bytes: the payload does not match its CRC",
            "no record is missing, 2 bytes skipped at byte 62",
        ]);
    }

    // Its length then covers the begin of the next record, up to and over the end of its marker.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(5)]
    [InlineData(100)]
    public void Read_BytesRemovedFromAPayload_CostThatRecordAlone(int removed)
    {
        byte[] bytes = RecordTrial.Write([new byte[5], new byte[100], new byte[7], [9]], out List<Range> places);
        int end = places[1].End.Value;

        RecordReading read = RecordTrial.Read([.. bytes[..(end - removed)], .. bytes[end..]]);

        read.Pieces.Where(piece => piece.Outcome.IsOk).Select(piece => piece.Outcome.Number).ShouldBe([0L, 2L, 3L]);
        read.Faults.Single().ShouldEndWith("the payload ends too early");
    }

    [Fact]
    public void Read_RecordTwice_IsOutOfOrder()
    {
        byte[] bytes = Five;

        RecordReading read = RecordTrial.Read([.. bytes[..(2 * Each)], .. bytes[Each..]]);

        read.Texts.Length.ShouldBe(5);
        read.Faults.ShouldBe(["record 1 at byte 62, 31 bytes: the number was passed already; ok, 3 bytes"]);
        read.Account.ShouldBe(new RecordAccount(5, 0, 0, 1, Each, 5));
    }

    [Fact]
    public void Read_RecordsExchanged_GivesEachObject()
    {
        byte[] bytes = Five;

        RecordReading read = RecordTrial.Read(
            [.. bytes[..(2 * Each)], .. bytes[(3 * Each)..(4 * Each)], .. bytes[(2 * Each)..(3 * Each)],
                .. bytes[(4 * Each)..]]);

        read.Pieces.Count(piece => piece.Value is not null).ShouldBe(5);
        read.Faults.ShouldBe(
        [
            "record 2 is missing, 0 bytes skipped at byte 62",
            "record 2 at byte 93, 31 bytes: the number was passed already; ok, 3 bytes",
        ]);
        read.Account.ShouldBe(new RecordAccount(4, 0, 1, 1, Each, 5));
    }

    [Fact]
    public void Read_HeaderOfALaterRecordWithoutItsPayload_DoesNotPassThoseBetween()
    {
        byte[] bytes = Five;
        byte[] copied = bytes[(4 * Each)..((4 * Each) + RecordFrame.HeaderBytes)];

        RecordReading read = RecordTrial.Read([.. bytes[..Each], .. copied, .. bytes[Each..]]);

        read.Texts.ShouldBe(["aaa", "bbb", "ccc", "ddd", "eee"]);
        read.Account.ShouldBe(new RecordAccount(5, 0, 0, 1, RecordFrame.HeaderBytes, 5));
    }

    [Fact]
    public void Read_PayloadThatTheSerializerRefuses_HasItsByteAndPath()
    {
        RecordReading read = RecordTrial.Read(RecordTrial.Write("aaa", "bad", "ccc"));

        read.Faults.ShouldBe(["record 1 at byte 31, 31 bytes: raw: Malformed at byte 1, $.a: no"]);
        read.Account.ShouldBe(new RecordAccount(2, 1, 0, 0, Each, 3));
    }

    // A whole stream as the payload of a record.
    [Fact]
    public void Read_RecordsWithinADamagedPayload_AreNotTaken()
    {
        byte[] bytes = RecordTrial.Write([[1], [.. Five, 1], [2]], out List<Range> places);
        bytes[places[1].End.Value - 1] ^= 1;

        RecordReading read = RecordTrial.Read(bytes);

        read.Pieces.Where(piece => piece.Value is not null).Select(piece => piece.Value![0])
            .ShouldBe([(byte)1, (byte)2]);
        read.Faults.Single().ShouldEndWith("the payload does not match its CRC");
    }

    [Fact]
    public void Read_RecordsWithinAPayloadWhoseHeaderIsDamaged_AreNotTaken()
    {
        byte[] bytes = RecordTrial.Write([[1], Five, [2]], out List<Range> places);
        bytes[places[1].Start.Value] ^= 1;

        RecordReading read = RecordTrial.Read(bytes);

        read.Pieces.Count(piece => piece.Value is not null).ShouldBe(2);
        read.Faults.ShouldBe([$"record 1 is missing, {places[1].End.Value - Each + 2} bytes skipped at byte 29"]);
    }

    [Fact]
    public void Read_RecordLargerThanAllowed_IsPassed()
    {
        byte[] bytes = RecordTrial.Write([[1], new byte[1000], [2]], out _);

        RecordReading read = RecordTrial.Read(bytes, limits: new ObjectLimits { MaxBytes = 999 });

        read.Faults.ShouldBe(
        [
            "record 1 at byte 29, 28 bytes: the payload has more bytes than allowed",
            "no record is missing, 1000 bytes skipped at byte 57",
        ]);
        read.Account.ShouldBe(new RecordAccount(2, 1, 0, 0, 1028, 3));
    }

    [Theory]
    [InlineData(uint.MaxValue)]
    [InlineData(60u << 20)]
    public void Read_HeaderThatClaimsMuch_TakesNoMemoryForIt(uint claimed)
    {
        byte[] bytes = [.. RecordTrial.Header(claimed, 0), .. Five];
        RecordTrial.Read(bytes);
        long before = GC.GetAllocatedBytesForCurrentThread();

        RecordTrial.Read(bytes).Texts.Length.ShouldBe(5);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(1 << 20);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(long.MaxValue)]
    public void Read_HeaderWithANumberThatCannotBe_IsNone(long number) =>
        RecordTrial.Read([.. RecordTrial.Header(0, number), .. Five]).Faults
            .ShouldBe(["no record is missing, 28 bytes skipped at byte 0"]);

    [Fact]
    public void Read_FromTheMiddle_ExpectsTheNumberThatWasTold()
    {
        RecordReader reader = new(new MemoryStream(Five[(2 * Each)..]), RecordTrial.Json, firstNumber: 2);

        reader.Read<string>(out RecordOutcome outcome, out _).ShouldBeTrue();

        (outcome.Status, outcome.Number).ShouldBe((RecordStatus.Unreadable, 2L));
    }

    [Fact]
    public void Read_StreamThatFails_ThrowsWhatItThrows() => Should.Throw<IOException>(
        () => new RecordReader(new UnreadableStream(), RecordTrial.Json).Read<string>(out _, out _));

    [Fact]
    public void Create_LimitsThatCannotBeUsed_Throws() => Should.Throw<ArgumentException>(
        () => new RecordReader(new MemoryStream(), RecordTrial.Json, new ObjectLimits { MaxBytes = 0 }));

    private sealed class UnreadableStream : MemoryStream
    {
        public override int Read(Span<byte> buffer) => throw new IOException("the disk failed");
    }

    // The header of another record but for its last byte, which is also the first one of a marker.
    [Fact]
    public void Read_RecordWhoseFirstByteCompletesAHeader_IsRead()
    {
        byte[] header = Enumerable.Range(0, 10_000).Select(number => RecordTrial.Header(5, number))
            .First(header => header[^1] == RecordFrame.Marker[0]);

        RecordTrial.Read([.. header[..^1], .. RecordTrial.Write("one")]).Texts.ShouldBe(["one"]);
    }

    [Fact]
    public void Read_RecordWhoseFirstByteCompletesAHeaderOfTooMany_IsRead()
    {
        byte[] header = Enumerable.Range(0, 10_000).Select(number => RecordTrial.Header(5000, number))
            .First(header => header[^1] == RecordFrame.Marker[0]);

        RecordTrial.Read([.. header[..^1], .. RecordTrial.Write("one")], limits: new ObjectLimits { MaxBytes = 100 })
            .Texts.ShouldBe(["one"]);
    }
}
