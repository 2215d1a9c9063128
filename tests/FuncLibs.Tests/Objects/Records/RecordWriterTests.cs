using System.Buffers;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;
using FuncLibs.Objects.Records;

namespace FuncLibs.Tests.Objects.Records;

public sealed class RecordWriterTests
{
    // Made by a program in Python from the table in docs/objects.md.
    private const string Golden =
        "C14F523104000000000000000000000000000000BF7E1AC5280B6E2022616222"
        + "C14F5231010000000100000000000000000000000B7E54B69281E94637";

    // The payload is 'x', the marker, 'y', and the mask 01 02 03 04.
    private const string GoldenMasked =
        "C14F523106000000000000000000000001020304D196C96A5B51512B79C34C56307B";

    [Fact]
    public void Append_TwoObjects_AreTheGoldenBytes()
    {
        ArrayBufferWriter<byte> output = new();
        RecordWriter writer = new(output, RecordTrial.Json, 0);

        writer.Append("ab").ShouldBe(ObjectOutcome.Done(32));
        writer.Append(7).ShouldBe(ObjectOutcome.Done(29));

        Convert.ToHexString(output.WrittenSpan).ShouldBe(Golden);
    }

    [Fact]
    public void Append_ToAStream_IsTheSame()
    {
        MemoryStream stream = new();
        RecordWriter writer = new(stream, RecordTrial.Json, 0);

        writer.Append("ab");
        writer.Append(7);

        Convert.ToHexString(stream.ToArray()).ShouldBe(Golden);
    }

    [Fact]
    public void Read_TheGoldenMaskedRecord_IsItsPayload()
    {
        RecordReading read = RecordTrial.Read(Convert.FromHexString(GoldenMasked));

        read.Pieces.Single().Value.ShouldBe((byte[])[(byte)'x', .. RecordFrame.Marker, (byte)'y']);
    }

    [Fact]
    public void Append_PayloadWithMarkers_HasNoneAsItIsStored()
    {
        byte[] record = RecordTrial.Write([[.. RecordFrame.Marker, .. RecordFrame.Marker, 1, 2]], out _);

        record.AsSpan(1).IndexOf(RecordFrame.Marker).ShouldBe(-1);
    }

    [Fact]
    public void Append_ObjectThatIsRefused_WritesNothingAndTakesNoNumber()
    {
        ArrayBufferWriter<byte> output = new();
        IObjectSerializer small = ObjectSerializers.Create(
            ObjectFormat.JsonDefault, null, new ObjectLimits { MaxBytes = 5 })!;
        RecordWriter writer = new(output, small, 3);

        writer.Append("longer than that").Status.ShouldBe(ObjectStatus.LimitExceeded);

        (output.WrittenCount, writer.NextNumber).ShouldBe((0, 3L));
    }

    [Fact]
    public void Append_AfterTheStreamFailed_HasTheSameNumber()
    {
        FailingStream stream = new() { FailAfter = 10 };
        RecordWriter writer = new(stream, RecordTrial.Json, 0);
        Should.Throw<IOException>(() => writer.Append("ab"));
        stream.FailAfter = int.MaxValue;

        writer.Append("ab").IsOk.ShouldBeTrue();
        writer.Append("cd").IsOk.ShouldBeTrue();

        RecordReading read = RecordTrial.Read(stream.ToArray());
        read.Texts.ShouldBe(["\"ab\"", "\"cd\""]);
        read.Faults.ShouldBe(["no record is missing, 10 bytes skipped at byte 0"]);
    }

    [Fact]
    public void Append_AfterTheStreamTookAHeader_ClosesTheAccount()
    {
        FailingStream stream = new() { FailAfter = 30 };
        RecordWriter writer = new(stream, RecordTrial.Json, 0);
        Should.Throw<IOException>(() => writer.Append("ab"));
        stream.FailAfter = int.MaxValue;

        writer.Append("ab").IsOk.ShouldBeTrue();

        RecordTrial.Read(stream.ToArray()).Account.ShouldBe(new RecordAccount(1, 0, 0, 1, 30, 1));
    }

    [Fact]
    public void Create_NegativeNumber_Throws() => Should.Throw<ArgumentOutOfRangeException>(
        () => new RecordWriter(new MemoryStream(), RecordTrial.Json, -1));

    // Takes a part of what it is given, then fails.
    private sealed class FailingStream : MemoryStream
    {
        public int FailAfter { get; set; }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            base.Write(buffer[..Math.Min(buffer.Length, FailAfter)]);
            if (buffer.Length > FailAfter)
                throw new IOException("the disk is full");
        }
    }
}
