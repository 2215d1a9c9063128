using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Publishing;

namespace HardwareConnector.Tests.Publishing;

public sealed class LastFrameTests
{
    private readonly LastFrame _last = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly PayloadBuffer _copy = new();

    [Fact]
    public void TryCopy_NothingYet_IsFalse()
    {
        _last.TryCopy(_header, _copy).ShouldBeFalse();
        _last.Exists.ShouldBeFalse();
    }

    [Fact]
    public void TryCopy_Committed_GivesHeaderAndPayload()
    {
        Commit(7, 100);

        _last.TryCopy(_header, _copy).ShouldBeTrue();
        _header[0].ShouldBe((byte)7);
        _copy.Written.ToArray().ShouldBe(Enumerable.Repeat((byte)7, 100));
    }

    [Fact]
    public void Next_BeingWritten_LeavesTheLastOneWhole()
    {
        Commit(7, 100);
        _last.Next.Set([9, 9, 9]);

        _last.TryCopy(_header, _copy).ShouldBeTrue();
        _copy.Written.ToArray().ShouldBe(Enumerable.Repeat((byte)7, 100));
    }

    [Fact]
    public void TryCopy_WhileAnotherThreadCommits_IsNeverTorn()
    {
        using var stop = new CancellationTokenSource();
        Commit(1, 1000);
        var publisher = new Thread(() =>
        {
            for (int i = 0; !stop.IsCancellationRequested; i++)
                Commit((byte)i, 1000 + (i % 7));
        });
        publisher.Start();

        for (int i = 0; i < 20_000; i++)
        {
            _last.TryCopy(_header, _copy).ShouldBeTrue();
            _copy.Written.ContainsAnyExcept(_header[0]).ShouldBeFalse();
        }

        stop.Cancel();
        publisher.Join();
    }

    private void Commit(byte value, int length)
    {
        byte[] payload = new byte[length];
        payload.AsSpan().Fill(value);
        _last.Next.Set(payload);
        byte[] header = new byte[FrameHeader.Size];
        header.AsSpan().Fill(value);
        _last.Commit(header);
    }
}
