using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Tokens;
using FuncLibs.Messaging.Wire.Broadcast;
using Testing;

namespace FuncLibs.Tests.Messaging.Wire.Broadcast;

public class HeartbeatTests
{
    [Fact]
    public void TryRead_WhatWasWritten_ComesBack()
    {
        Heartbeat sent = Sample();
        var back = new Heartbeat();
        back.TryRead(Encode(sent).WrittenSpan, out _).ShouldBeTrue();
        back.Instance.ShouldBe(sent.Instance);
        back.Epoch.ShouldBe(sent.Epoch);
        back.SentUtcNs.ShouldBe(sent.SentUtcNs);
        back.UptimeMs.ShouldBe(sent.UptimeMs);
        back.Link.ShouldBe(LinkState.Online);
        back.LastAcquiredNs.ShouldBe(sent.LastAcquiredNs);
        back.Streams.ShouldBe(sent.Streams);
    }

    [Fact]
    public void Write_Instance_IsLowerCaseText() =>
        Encode(Sample()).WrittenSpan.IndexOf("00112233-4455-6677-8899-aabbccddeeff"u8).ShouldBePositive();

    [Fact]
    public void TryRead_UnknownKeys_AreSkipped()
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        writer.WriteMapHeader(3);
        writer.Write("future");
        writer.WriteArrayHeader(1);
        writer.WriteNil();
        writer.Write("instance");
        writer.Write("00112233-4455-6677-8899-aabbccddeeff");
        writer.Write("epoch");
        writer.Write(5L);
        writer.Flush();
        var back = new Heartbeat();
        back.TryRead(output.WrittenSpan, out MapFault fault).ShouldBeTrue(fault.ToString());
        back.Epoch.ShouldBe(5ul);
    }

    [Fact]
    public void Write_StreamWithoutItsOwnLink_HasTheOldBytes()
    {
        byte[] stream = [0x82, 0xA2, .. "id"u8, 0x01, 0xA4, .. "last"u8, 0x4D];

        Encode(Sample()).WrittenSpan.IndexOf(stream).ShouldBePositive();
    }

    [Fact]
    public void Write_StreamWithItsOwnLink_AppendsItToTheOldBytes()
    {
        Heartbeat heartbeat = Sample();
        heartbeat.Streams[0] = heartbeat.Streams[0] with { Link = LinkState.Offline, LastAcquiredNs = 5 };
        byte[] stream =
            [
                0x84, 0xA2, .. "id"u8, 0x01, 0xA4, .. "last"u8, 0x4D, 0xA4, .. "link"u8, 0xA7, .. "offline"u8, 0xAC,
                .. "lastAcquired"u8, 0x05,
            ];

        Encode(heartbeat).WrittenSpan.IndexOf(stream).ShouldBePositive();
    }

    [Fact]
    public void Write_SamplesLost_IsReadBack()
    {
        Heartbeat heartbeat = Sample();
        heartbeat.Streams[0] = heartbeat.Streams[0] with { SamplesLost = 7 };
        Heartbeat back = new();

        back.TryRead(Encode(heartbeat).WrittenSpan, out _).ShouldBeTrue();
        back.Streams[0].SamplesLost.ShouldBe(7UL);
    }

    [Fact]
    public void TryRead_LinkThatALaterVersionAdds_IsIgnored()
    {
        byte[] bytes = Encode(Sample()).WrittenSpan.ToArray();
        "frobbed"u8.CopyTo(bytes.AsSpan(bytes.AsSpan().IndexOf("restart"u8)));
        Heartbeat back = new();

        back.TryRead(bytes, out _).ShouldBeTrue();
        back.ProgressOf(3)!.Value.Link.ShouldBe(LinkState.Unknown);
    }

    [Fact]
    public void Find_Stream_IsItsEntry()
    {
        Sample().ProgressOf(2)!.Value.Last.ShouldBe(300UL);
        Sample().ProgressOf(9).ShouldBeNull();
    }

    [Fact]
    public void TryRead_MissingMember_NamesIt()
    {
        new Heartbeat().TryRead([0x80], out MapFault fault).ShouldBeFalse();
        fault.ToString().ShouldBe("instance is missing");
    }

    [Fact]
    public void TryRead_EveryTruncation_IsAFaultWithAPlace()
    {
        byte[] bytes = Encode(Sample()).WrittenSpan.ToArray();
        var heartbeat = new Heartbeat();
        for (int length = 0; length < bytes.Length; length++)
        {
            heartbeat.TryRead(bytes.AsSpan(0, length), out MapFault fault).ShouldBeFalse();
            fault.Member.ShouldNotBeNull();
        }
    }

    [Fact]
    public void TryRead_MoreStreamsThanTheLimit_DoesNotAllocate()
    {
        byte[] claims = [0x81, 0xA7, .. "streams"u8, 0xDC, 0x04, 0x01, .. new byte[0x401]];
        new Heartbeat().TryRead(claims, out MapFault fault).ShouldBeFalse();
        fault.ToString().ShouldContain("streams at byte");
    }

    [Fact]
    public void WriteAndRead_Warm_AllocateNothing()
    {
        Heartbeat sent = Sample();
        var back = new Heartbeat();
        var output = new ArrayBufferWriter<byte>(4096);
        Round(sent, back, output, 2000);

        Allocation.MinOf(GC.GetAllocatedBytesForCurrentThread, () => Round(sent, back, output, 500)).ShouldBe(0);
    }

    private static void Round(Heartbeat sent, Heartbeat back, ArrayBufferWriter<byte> output, int times)
    {
        for (int i = 0; i < times; i++)
        {
            output.ResetWrittenCount();
            sent.Write(output);
            if (!back.TryRead(output.WrittenSpan, out _))
                throw new InvalidOperationException();
        }
    }

    private static Heartbeat Sample() => new()
    {
        Instance = Guid.Parse("00112233-4455-6677-8899-AABBCCDDEEFF"),
        Epoch = 1763700315123,
        SentUtcNs = 1763700315123456700,
        UptimeMs = 250,
        Link = LinkState.Online,
        LastAcquiredNs = 1763700315000000000,
        Streams =
        {
            new StreamProgress(1, 77),
            new StreamProgress(2, 300, 299, 250, new JournalPoint(17, 1)),
            new StreamProgress(3, 5, 5, 5) { Link = LinkState.Restart, LastAcquiredNs = 1763700315000000001 },
        },
    };

    private static ArrayBufferWriter<byte> Encode(Heartbeat heartbeat)
    {
        var output = new ArrayBufferWriter<byte>();
        heartbeat.Write(output);
        return output;
    }
}
