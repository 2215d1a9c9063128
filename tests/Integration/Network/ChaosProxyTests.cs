using System.Diagnostics;
using System.Net.Sockets;
using System.Numerics;
using Testing;
using Testing.Chaos;

namespace Integration.Network;

/// <summary>Each fault does what it says: a fault test is worth what its faults are.</summary>
[Trait(Lanes.Name, Lanes.Timed)]
public sealed class ChaosProxyTests : IDisposable
{
    private readonly ProxiedPair _pair = new();
    private readonly byte[] _bytes = new byte[20_000];

    public ChaosProxyTests() => new Random(3).NextBytes(_bytes);

    private ChaosProxy Proxy => _pair.Proxy;

    public void Dispose() => _pair.Dispose();

    [Fact]
    public void Bytes_WithoutFaults_PassBothWays()
    {
        _pair.Client.Send(_bytes);
        _pair.Server.Send(_bytes.AsSpan(0, 100));

        ProxiedPair.Read(_pair.Server, _bytes.Length).ShouldBe(_bytes);
        ProxiedPair.Read(_pair.Client, 100).ShouldBe(_bytes[..100]);
        (Proxy.Up.Passed, Proxy.Down.Passed, Proxy.Accepted).ShouldBe((_bytes.Length, 100, 1));
    }

    [Fact]
    public void End_OfOneSide_IsHandedOn()
    {
        _pair.Client.Send(_bytes);
        _pair.Client.Shutdown(SocketShutdown.Send);

        ProxiedPair.Read(_pair.Server, _bytes.Length);
        _pair.Server.Receive(new byte[1]).ShouldBe(0);
    }

    [Fact]
    public void Latency_IsWaitedForOnce()
    {
        Proxy.Down.Faults = new LineFaults { Latency = TimeSpan.FromMilliseconds(150) };
        long start = Stopwatch.GetTimestamp();
        _pair.Server.Send(_bytes);
        ProxiedPair.Read(_pair.Client, _bytes.Length);

        Stopwatch.GetElapsedTime(start).TotalMilliseconds.ShouldBeInRange(150, 1000);
    }

    [Fact]
    public void Jitter_KeepsTheOrder()
    {
        Proxy.Up.Faults = new LineFaults { Jitter = TimeSpan.FromMilliseconds(20) };
        for (int at = 0; at < _bytes.Length; at += 1000)
        {
            _pair.Client.Send(_bytes.AsSpan(at, 1000));
            Eventually.True(() => Proxy.Up.Passed >= at / 2, "bytes arrive late");
        }

        ProxiedPair.Read(_pair.Server, _bytes.Length).ShouldBe(_bytes);
    }

    [Fact]
    public void Bandwidth_TakesItsTime()
    {
        Proxy.Up.Faults = new LineFaults { BytesPerSecond = 50_000 };
        long start = Stopwatch.GetTimestamp();
        _pair.Client.Send(_bytes);
        ProxiedPair.Read(_pair.Server, _bytes.Length).ShouldBe(_bytes);

        Stopwatch.GetElapsedTime(start).TotalSeconds.ShouldBeInRange(0.35, 5);
    }

    [Fact]
    public void Slices_AreOfAFewBytesAndComplete()
    {
        Proxy.Up.Faults = new LineFaults { SliceBytes = 5 };
        _pair.Client.Send(_bytes);

        ProxiedPair.Read(_pair.Server, _bytes.Length).ShouldBe(_bytes);
        Proxy.Up.Writes.ShouldBeInRange(_bytes.Length / 5, _bytes.Length);
    }

    [Fact]
    public void Held_HandsOnNothingAndLosesNothing()
    {
        Proxy.Up.Faults = new LineFaults { IsHeld = true };
        _pair.Client.Send(_bytes);
        _pair.Server.Send(_bytes);
        ProxiedPair.Read(_pair.Client, _bytes.Length);
        Proxy.Up.Passed.ShouldBe(0);

        Proxy.Up.Faults = LineFaults.None;
        ProxiedPair.Read(_pair.Server, _bytes.Length).ShouldBe(_bytes);
    }

    [Fact]
    public void Swallowed_OneDirection_LeavesTheOther()
    {
        Proxy.Up.Faults = new LineFaults { IsSwallowed = true };
        _pair.Client.Send(_bytes);
        Eventually.True(() => Proxy.Up.Swallowed == _bytes.Length, "all is swallowed");
        _pair.Server.Send(_bytes);

        ProxiedPair.Read(_pair.Client, _bytes.Length).ShouldBe(_bytes);
        (Proxy.Up.Passed, Proxy.Open, _pair.Server.Available).ShouldBe((0, 1, 0));
    }

    [Fact]
    public void Swallowed_ThenGoodAgain_ResetsInsteadOfGoingOnBehindTheGap()
    {
        Proxy.Up.Faults = new LineFaults { IsSwallowed = true };
        _pair.Client.Send(_bytes);
        Eventually.True(() => Proxy.Up.Swallowed == _bytes.Length, "all is swallowed");
        Proxy.Up.Faults = LineFaults.None;
        _pair.Client.Send(_bytes.AsSpan(0, 10));

        ErrorOfReceive(_pair.Server).ShouldBe(SocketError.ConnectionReset);
        Proxy.Up.Passed.ShouldBe(0);
    }

    [Fact]
    public void Refused_NewConnectionsAreAndOpenOnesStay()
    {
        Proxy.Refuse();

        Should.Throw<SocketException>(() => _pair.Connect()).SocketErrorCode.ShouldBe(SocketError.ConnectionRefused);
        _pair.Client.Send(_bytes);
        ProxiedPair.Read(_pair.Server, _bytes.Length).ShouldBe(_bytes);
    }

    [Fact]
    public void Accepting_AfterRefusing_IsOnTheSamePort()
    {
        Proxy.Refuse();
        Proxy.Accept();
        using Socket second = _pair.Connect();
        using Socket server = _pair.AcceptNext();
        second.Send(_bytes);

        ProxiedPair.Read(server, _bytes.Length).ShouldBe(_bytes);
    }

    [Fact]
    public void Reset_BothEndsAreReset()
    {
        Proxy.Reset();

        ErrorOfReceive(_pair.Client).ShouldBe(SocketError.ConnectionReset);
        ErrorOfReceive(_pair.Server).ShouldBe(SocketError.ConnectionReset);
        Proxy.Open.ShouldBe(0);
    }

    [Fact]
    public void Flips_AreCountedAndOfOneBit()
    {
        Proxy.Up.Faults = new LineFaults { FlipsPerByte = 0.01 };
        _pair.Client.Send(_bytes);
        byte[] received = ProxiedPair.Read(_pair.Server, _bytes.Length);

        int[] bits = [.. received.Zip(_bytes, (got, sent) => BitOperations.PopCount((uint)(got ^ sent)))];
        (bits.Sum(), bits.Max()).ShouldBe(((int)Proxy.Up.Flipped, 1));
        Proxy.Up.Flipped.ShouldBeInRange(100, 400);
    }

    private static SocketError ErrorOfReceive(Socket socket) =>
        Should.Throw<SocketException>(() => socket.Receive(new byte[1])).SocketErrorCode;
}
