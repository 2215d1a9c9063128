using System.Buffers;
using System.Text.Json;
using SignalMonitor.Streams;

namespace SignalMonitor.Tests.Streams;

public class AccountPartTests
{
    private const string Elsewhere = "tcp://127.0.0.1:7777";
    private readonly AccountPart _part = new();

    [Fact]
    public void Claim_Connection_GetsItsStreamsOnce()
    {
        Restore(SavedStreams.Of(3), SavedStreams.Of(4, stream: 2), SavedStreams.Of(5, Elsewhere));

        _part.Claim(SavedStreams.Connection).Select(s => s.Position.Next).ShouldBe([4UL, 5UL]);
        _part.Claim(SavedStreams.Connection).ShouldBeEmpty();
    }

    [Fact]
    public void Claim_StreamAtAnotherAddress_GetsWhatIsUnclaimed()
    {
        Restore(SavedStreams.Of(3));

        _part.Claim(Elsewhere, Guid.NewGuid(), TestStream.Id).ShouldBeNull();
        _part.Claim(Elsewhere, TestStream.Publisher, 2).ShouldBeNull();
        _part.Claim(Elsewhere, TestStream.Publisher, TestStream.Id)!.Position.Next.ShouldBe(4UL);
        _part.Claim(Elsewhere, TestStream.Publisher, TestStream.Id).ShouldBeNull();
    }

    [Fact]
    public void Write_BeforeTheConnectionWasMarked_KeepsWhatWasRead()
    {
        Restore(SavedStreams.Of(3));
        Written().Single().Position.Next.ShouldBe(4UL);
        _part.Claim(Elsewhere, TestStream.Publisher, TestStream.Id);
        _part.Put(Elsewhere, []);
        Written().Single().Position.Next.ShouldBe(4UL);
        _part.Put(Elsewhere, [SavedStreams.Of(9, Elsewhere)]);

        Written().Single().Position.Next.ShouldBe(10UL);
    }

    [Fact]
    public void Write_ConnectionThatIsNotConfigured_StaysSaved()
    {
        Restore(SavedStreams.Of(3));
        _part.Put(Elsewhere, [SavedStreams.Of(9, Elsewhere, stream: 2)]);

        Written().Select(s => s.Connection).ShouldBe([Elsewhere, SavedStreams.Connection]);
    }

    private void Restore(params SavedStream[] streams)
    {
        using JsonDocument document =
            JsonDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(streams, SavedJson.Default.SavedStreamArray));
        _part.Read(document.RootElement).ShouldBeNull();
    }

    private SavedStream[] Written()
    {
        ArrayBufferWriter<byte> text = new();
        using (Utf8JsonWriter json = new(text))
            _part.Write(json);
        return JsonSerializer.Deserialize(text.WrittenSpan, SavedJson.Default.SavedStreamArray)!;
    }
}
