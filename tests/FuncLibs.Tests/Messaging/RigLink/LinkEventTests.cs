using System.Text;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Tests.Messaging.RigLink;

public class LinkEventTests
{
    private static readonly LinkEvent Sample =
        new("interlock", 1, 28500, 1763700315123456700, EventSeverity.Warning, "servo1", "valve closed");

    /// <summary>Bodies that are no event, and what is said of each.</summary>
    public static TheoryData<byte[], string> Malformed => new()
    {
        { [], "event at byte 0" },
        { [0xC1], "event at byte 0" },
        { [0x93, 1, 2, 3], "event at byte 0" },
        { [0x80], "name is missing" },
        { [0xDF, 0xFF, 0xFF, 0xFF, 0xFF], "event at byte" },
        { [0x81, .. Text("kind"), .. Text("alarm")], "name is missing" },
        { [0x81, .. Text("name"), .. Text("Inter lock")], "name at byte" },
        { [0x81, .. Text("name"), .. Text("tare")], "stream is missing" },
        { [0x82, .. Text("name"), .. Text("tare"), .. Text("stream"), 1], "sampleIndex is missing" },
        { [0x82, .. Text("name"), .. Text("tare"), .. Text("stream"), 0xFF], "stream at byte" },
        { [0x81, .. Text("text"), 0xD9, 0xFF, .. new byte[3]], "text at byte" },
        { [0x81, .. Text("text"), 0xDB, 0x7F, 0xFF, 0xFF, 0xFF], "text at byte" },
        { [0x81, .. Text("channel"), 0xA1, 0xFF], "channel at byte" },
        { [0x81, .. Text("channel"), 0xD9, 65, .. new byte[65]], "channel at byte" },
        { [0x81, .. Text("deep"), .. Enumerable.Repeat((byte)0x91, 100)], "event at byte" },
        { new byte[LinkEvent.MaxBytes + 1], "2049 bytes; an event has 2048 at most" },
        { [.. Encode(Sample), 0], "event at byte" },
    };

    [Fact]
    public void Read_WhatWasWritten_ComesBack()
    {
        LinkEvent.Read(Encode(Sample), out string fault).ShouldBe(Sample, fault);
        LinkEvent.Read(Encode(new LinkEvent("x", 0, -1, 0)), out fault).ShouldBe(new LinkEvent("x", 0, -1, 0), fault);
    }

    [Fact]
    public void Read_OnlyWhatMustBeThere_HasTheDefaultsOfTheRest()
    {
        byte[] body =
        [
            0x84, .. Text("name"), .. Text("door-open"), .. Text("stream"), 2, .. Text("sampleIndex"), 7,
            .. Text("vendor"), 0xC0,
        ];

        LinkEvent.Read(body, out string fault).ShouldBe(new LinkEvent("door-open", 2, 7, 0), fault);
    }

    [Theory]
    [MemberData(nameof(Malformed))]
    public void Read_NoEvent_IsAFaultWithAPlace(byte[] body, string expected)
    {
        LinkEvent.Read(body, out string fault).ShouldBeNull();
        fault.ShouldStartWith(expected);
    }

    [Fact]
    public void Read_EveryTruncation_IsAFault()
    {
        byte[] body = Encode(Sample);
        for (int length = 0; length < body.Length; length++)
            LinkEvent.Read(body.AsSpan(0, length), out _).ShouldBeNull();
    }

    [Fact]
    public void Read_ControlCharacters_AreSpaces()
    {
        LinkEvent read =
            LinkEvent.Read(Encode(Sample with { Text = "a\nb\u001b[31m", Channel = "s\r" }), out _).ShouldNotBeNull();

        (read.Text, read.Channel).ShouldBe(("a b [31m", "s "));
    }

    private static byte[] Encode(LinkEvent happened)
    {
        LinkFrameWriter frame = new();
        happened.Write(frame);
        return frame.Frame[LinkProtocol.HeaderBytes..].ToArray();
    }

    private static byte[] Text(string text) => [(byte)(0xA0 | text.Length), .. Encoding.UTF8.GetBytes(text)];
}
