using System.Buffers.Binary;
using FuncLibs.Blocks;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Links;
using Testing;

namespace HardwareConnector.Tests.Sources.Links;

/// <summary>A rig that says hello and then what no rig should is refused with a reason and counted;
/// the next connection is served.</summary>
public sealed class HostileRigTests : IDisposable
{
    private readonly RawRig _rig = new();
    private readonly LogLines<LinkSource> _log = new();
    private readonly CDataBlock _block = new(TestRig.Rig.Layout);
    private RunningSource? _source;

    public static TheoryData<string, byte[]> Attacks => new()
    {
        { "a frame length of 2147483647 bytes", Frame(int.MaxValue, 2) },
        { "a frame length of 4294967295 bytes", [0xFF, 0xFF, 0xFF, 0xFF, 2] },
        { "a frame length of 0 bytes", Frame(0, 2) },
        { "a frame of type 9", Frame(100, 9) },
        { "a frame of type 216", [0xCA, 0xFE, 0xBA, 0xBE, 0xD8, .. new byte[500]] },
        { "a frame whose body does not match its type", [.. Frame(11, 2), .. new byte[10]] },
        { "a frame whose body does not match its type", [.. Frame(4, 4), 0xC1, 0xC1, 0xC1] },
        { "no valid hello", [.. Frame(4, 1), 0xC1, 0xC1, 0xC1] },
    };

    public void Dispose()
    {
        _source?.Dispose();
        _rig.Dispose();
    }

    [Theory]
    [MemberData(nameof(Attacks))]
    public void Run_BadFrame_IsRefusedCountedAndTheNextConnectionServed(string reason, byte[] bytes)
    {
        Start();
        _rig.SendBytes(bytes);

        _rig.ReasonOfClose().ShouldStartWith(reason);
        Eventually.True(() => _source!.Source.Counters.Refusals == 1, "the refusal is counted");
        ServesAgain();
    }

    [Fact]
    public void Run_HalfAFrameAndGone_IsServedAgain()
    {
        Start();
        _rig.SendBytes([.. Frame(5000, 2), .. new byte[100]]);
        _rig.Hangup();

        ServesAgain();
        _source!.Source.Counters.Refusals.ShouldBe(0);
    }

    [Fact]
    public void Run_SilentRig_IsLeftWithTheReason()
    {
        var time = new FakeTime();
        Start(time);
        _rig.WaitForHello();
        _source!.Next(SourceItemKind.State).Link.ShouldBe(LinkState.Online);
        time.Advance(TimeSpan.FromSeconds(4));

        _rig.ReasonOfClose().ShouldBe("nothing was received for 3 s");
        _source.Next(SourceItemKind.State).Link.ShouldBe(LinkState.Offline);
    }

    [Fact]
    public void Run_EventsThatAreNone_AreCountedAndTheConnectionGoesOn()
    {
        Start();
        _rig.WaitForHello();
        _rig.SendBytes([.. Frame(1, 3), .. Frame(4, 3), 0xC1, 0xC1, 0xC1, .. Frame(2, 3), 0x80]);
        _rig.SendBytes([.. Frame(5001, 3), .. new byte[5000]]);
        TestRig.Rig.Fill(_block, 0);
        _rig.SendBlock(_block);

        _source!.Next(SourceItemKind.Block).Block!.FirstSampleIndex.ShouldBe(0);
        (_source.Feed.Events.Unusable, _source.Feed.Events.Taken, _source.Source.Counters.Refusals).ShouldBe((4, 0, 0));
        _source.Feed.Events.LastFault.ShouldBe("5000 bytes; an event has 2048 at most");
    }

    private static byte[] Frame(int length, byte type)
    {
        byte[] header = new byte[5];
        BinaryPrimitives.WriteInt32LittleEndian(header, length);
        header[4] = type;
        return header;
    }

    private void Start(TimeProvider? time = null)
    {
        _source = RunningSource.Link(_rig.Address, _log, time);
        _rig.AcceptAndSendHello(TestRig.Stream);
    }

    private void ServesAgain()
    {
        _rig.AcceptAndSendHello(TestRig.Stream);
        TestRig.Rig.Fill(_block, 0);
        _rig.SendBlock(_block);
        _source!.Next(SourceItemKind.Block).Block!.FirstSampleIndex.ShouldBe(0);
    }
}
