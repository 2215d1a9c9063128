using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Tokens;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Tests.Messaging.Wire.Control;

public class HistoryMessagesTests
{
    private const double NaN = double.NaN;
    private const long T0 = 1_700_000_000_000_000_000;

    [Fact]
    public void Request_WhatWasWritten_ComesBack()
    {
        byte[] bytes = Written(new HistoryRequest(9, 3, 60).Write);
        HistoryRequest.TryRead(bytes, out HistoryRequest request, out MapFault fault).ShouldBeTrue(fault.ToString());
        request.ShouldBe(new HistoryRequest(9, 3, 60));
    }

    [Fact]
    public void Request_Bytes_AreThoseOfTheWire() => Written(new HistoryRequest(1, 2, 60).Write).ShouldBe(
    [
        0x84, 0xA2, .. "op"u8, 0xA7, .. "history"u8, 0xA2, .. "id"u8, 1, 0xA6, .. "stream"u8, 2, 0xA7, .. "seconds"u8,
        60,
    ]);

    [Theory]
    [InlineData(0u)]
    [InlineData(601u)]
    [InlineData(uint.MaxValue)]
    public void Request_SecondsOutOfRange_AreRefusedUnderItsOwnId(uint seconds)
    {
        HistoryRequest
            .TryRead(Written(new HistoryRequest(9, 3, seconds).Write), out HistoryRequest request, out MapFault fault)
            .ShouldBeFalse();
        (request.Id, fault.Member).ShouldBe((9u, "seconds"));
    }

    [Theory]
    [InlineData("stream", "seconds")]
    [InlineData("seconds", "stream")]
    public void Request_AMemberMissing_IsReported(string given, string missing)
    {
        HistoryRequest
            .TryRead(Map(given, (ref MessagePackWriter writer) => writer.Write(5L)), out _, out MapFault fault)
            .ShouldBeFalse();
        fault.ToString().ShouldBe($"{missing} is missing");
    }

    [Fact]
    public void Answer_OfAnotherLibrary_IsRead()
    {
        HistoryAnswer answer =
            HistoryAnswer.Read(Golden.Read("history"), out MapFault fault).ShouldNotBeNull(fault.ToString());
        (answer.Id, answer.Stream, answer.BucketNs, answer.T0, answer.UntilNs, answer.Buckets).ShouldBe(
            (7u, 1u, 100_000_000, T0, T0 + 250_000_000, 3));
        answer.Columns.Select(column => column.Name).ShouldBe(["servo1.force", "ad1"]);
        HistoryColumn force = answer.Columns[0];
        force.Min.ShouldBe([-1.5, NaN, NaN]);
        force.Max.ShouldBe([2.25, NaN, double.PositiveInfinity]);
        force.First.ShouldBe([0.5, NaN, NaN]);
        force.Last.ShouldBe([-0.0, NaN, double.PositiveInfinity]);
        double.IsNegative(force.Last[0]).ShouldBeTrue();
        force.Counts.ShouldBe([3000, 0, 2]);
        answer.Columns[1].Counts.ShouldBe([1, 127, 70_000]);
    }

    [Fact]
    public void Answer_Written_IsByteForByteWhatAnotherLibraryWrites() =>
        Written(HistoryAnswer.Read(Golden.Read("history"), out _)!.Write).ShouldBe(Golden.Read("history"));

    [Fact]
    public void Answer_IntegersAndFloat32AndUnknownKeys_AreRead()
    {
        byte[] bytes = Map("columns", (ref MessagePackWriter writer) =>
        {
            writer.WriteArrayHeader(1);
            writer.WriteMapHeader(7);
            writer.Write("name");
            writer.Write("ad1");
            foreach (string member in (string[])["min", "max", "first", "last", "count", "mean"])
            {
                writer.Write(member);
                writer.WriteArrayHeader(2);
                writer.Write(3L);
                writer.WriteRaw(member == "count" ? [0x04] : [0xCA, 0x3F, 0x80, 0, 0]);
            }

            writer.Write("bucketNs");
            writer.Write(100_000_000L);
        }, pairs: 2);

        HistoryAnswer answer = HistoryAnswer.Read(bytes, out MapFault fault).ShouldNotBeNull(fault.ToString());
        answer.Columns[0].Min.ShouldBe([3, 1]);
        answer.Columns[0].Counts.ShouldBe([3, 4]);
    }

    [Fact]
    public void Answer_ArraysOfDifferentLength_AreRefused()
    {
        HistoryAnswer answer = Answer(2, 1);
        answer.Columns[0] = answer.Columns[0] with { Max = [1] };
        Refused(answer, "columns[]");
    }

    [Fact]
    public void Answer_ColumnsOfDifferentLength_AreRefused()
    {
        HistoryAnswer answer = Answer(2, 1);
        answer.Columns.Add(Answer(3, 1).Columns[0]);
        Refused(answer, "columns");
    }

    [Fact]
    public void Answer_MoreBucketsThanAllowed_IsRefused() =>
        Refused(Answer(HistoryAnswer.MaxBuckets + 1, 1), "columns[].min");

    [Fact]
    public void Answer_MoreColumnsThanAllowed_IsRefused() =>
        Refused(Answer(1, HistoryAnswer.MaxColumns + 1), "columns");

    [Fact]
    public void Answer_OffTheGrid_IsRefused()
    {
        HistoryAnswer answer = Answer(1, 1);
        answer.T0++;
        Refused(answer, "columns");
    }

    [Fact]
    public void Answer_AnArrayLongerThanTheInput_IsRefusedBeforeAllocating()
    {
        byte[] bytes = Map("columns", (ref MessagePackWriter writer) =>
        {
            writer.WriteArrayHeader(1);
            writer.WriteMapHeader(1);
            writer.Write("min");
            writer.WriteArrayHeader(HistoryAnswer.MaxBuckets);
        });
        HistoryAnswer.Read(bytes, out MapFault fault).ShouldBeNull();
        fault.Member.ShouldBe("columns[].min");
        long before = GC.GetAllocatedBytesForCurrentThread();
        HistoryAnswer.Read(bytes, out _);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(HistoryAnswer.MaxBuckets * sizeof(double));
    }

    [Fact]
    public void Answer_CutAnywhere_IsRefused()
    {
        byte[] whole = Golden.Read("history");
        for (int length = 0; length < whole.Length; length++)
            HistoryAnswer.Read(whole.AsSpan(0, length), out _).ShouldBeNull();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(224)]
    [InlineData(HistoryAnswer.MaxColumns)]
    public void MaxBuckets_OfAnyNumberOfColumns_FitAPayload(int columns)
    {
        int buckets = HistoryAnswerWriter.MaxBucketsFor(columns);
        HistoryColumn column = Column(new string('x', 80), buckets, long.MaxValue);
        HistoryAnswer answer = new()
        {
            Id = uint.MaxValue,
            Stream = uint.MaxValue,
            BucketNs = 1,
            T0 = long.MaxValue,
            UntilNs = long.MaxValue,
        };
        for (int i = 0; i < columns; i++)
            answer.Columns.Add(column);

        Written(answer.Write).Length.ShouldBeLessThanOrEqualTo(FrameLimits.DefaultMaxPayloadBytes);
    }

    private static HistoryAnswer Answer(int buckets, int columns)
    {
        HistoryAnswer answer = new() { Id = 1, Stream = 1, BucketNs = 100, T0 = 500, UntilNs = 600 };
        for (int i = 0; i < columns; i++)
            answer.Columns.Add(Column("ad1", buckets, 1));
        return answer;
    }

    private static HistoryColumn Column(string name, int buckets, long count) => new(
        name,
        new double[buckets],
        new double[buckets],
        new double[buckets],
        new double[buckets],
        [.. Enumerable.Repeat(count, buckets)]);

    private static void Refused(HistoryAnswer answer, string member)
    {
        HistoryAnswer.Read(Written(answer.Write), out MapFault fault).ShouldBeNull();
        fault.Member.ShouldBe(member);
    }

    private delegate void Writing(ref MessagePackWriter writer);

    private static byte[] Map(string key, Writing write, int pairs = 1)
    {
        ArrayBufferWriter<byte> output = new();
        MessagePackWriter writer = new(output);
        writer.WriteMapHeader(pairs);
        writer.Write(key);
        write(ref writer);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }

    private static byte[] Written(Action<IBufferWriter<byte>> write)
    {
        ArrayBufferWriter<byte> output = new();
        write(output);
        return output.WrittenSpan.ToArray();
    }
}
