using System.Text;
using FuncLibs.Messaging.Transport.Direct.Zmtp;

namespace FuncLibs.Tests.Messaging.Transport.Direct.Zmtp;

public sealed class ZmtpHandshakeTests
{
    private const int MinorAt = 11;

    /// <summary>What a SUB of ZMTP 3.1 sends: greeting and READY.</summary>
    private static readonly byte[] Good = new ZmtpHandshake(ZmtpSocketType.Sub).Opening;

    // Padding, minor version, as-server and filler, which RFC 37 lets a peer fill as it likes.
    private static readonly int[] AnyValueAt =
        [.. Enumerable.Range(1, 8), MinorAt, .. Enumerable.Range(32, 32)];

    [Fact]
    public void Opening_IsAGreetingAndAReady()
    {
        Good.Length.ShouldBe(ZmtpHandshake.GreetingBytes + 27);
        Convert.ToHexString(Good[..16]).ShouldBe("FF00000000000000007F03014E554C4C");
        Good[ZmtpHandshake.GreetingBytes..].ShouldBe(
            [4, 25, 5, .. "READY"u8, 11, .. "Socket-Type"u8, 0, 0, 0, 3, .. "SUB"u8]);
    }

    [Fact]
    public void Feed_GoodBytes_IsDoneAtTheLastOne()
    {
        var handshake = new ZmtpHandshake(ZmtpSocketType.XPub);
        handshake.Feed([.. Good, 0, 3, 1, 2, 3], out int consumed).ShouldBe(HandshakeResult.Done);
        consumed.ShouldBe(Good.Length);
    }

    [Fact]
    public void Feed_AByteAtATime_IsDoneAtTheLastOne()
    {
        var handshake = new ZmtpHandshake(ZmtpSocketType.XPub);
        foreach (byte one in Good[..^1])
            handshake.Feed([one], out _).ShouldBe(HandshakeResult.NeedMore);
        handshake.Feed(Good.AsSpan(Good.Length - 1), out _).ShouldBe(HandshakeResult.Done);
    }

    [Fact]
    public void Feed_EachByteWrongInTurn_IsRefusedUnlessItMeansNothing()
    {
        for (int at = 0; at < Good.Length; at++)
        {
            bool mayBeAny = AnyValueAt.Contains(at);
            for (int value = 0; value <= byte.MaxValue; value++)
            {
                if (value == Good[at])
                    continue;
                byte[] bytes = [.. Good];
                bytes[at] = (byte)value;
                HandshakeResult result = Feed(bytes);
                if (mayBeAny)
                    result.ShouldBe(HandshakeResult.Done, $"byte {at} = {value}");
                else if (!IsAnotherSpelling(at, value) && !IsNewerVersion(at, value))
                    result.ShouldNotBe(HandshakeResult.Done, $"byte {at} = {value}");
            }
        }
    }

    [Theory]
    [InlineData(3, 0, false)]
    [InlineData(3, 1, true)]
    [InlineData(3, 9, true)]
    [InlineData(4, 0, true)]
    public void HasCommands_IsByTheVersionOfThePeer(byte major, byte minor, bool expected)
    {
        byte[] bytes = [.. Good];
        (bytes[10], bytes[11]) = (major, minor);
        var handshake = new ZmtpHandshake(ZmtpSocketType.XPub);
        handshake.Feed(bytes, out _).ShouldBe(HandshakeResult.Done);
        handshake.HasCommands.ShouldBe(expected);
    }

    [Theory]
    [InlineData("FF00000000000000017F00", "OldVersion")]
    [InlineData("FF00000000000000017F01", "OldVersion")]
    [InlineData("FF00000000000000017F02", "OldVersion")]
    [InlineData("FF000000000000000100", "OldVersion")]
    [InlineData("0100", "NotZmtp")]
    [InlineData("474554", "NotZmtp")]
    [InlineData("FF0000000000000001FF", "NotZmtp")]
    public void Feed_FirstBytesOfOthers_AreRefusedAtOnce(string hex, string expected) =>
        Feed(Convert.FromHexString(hex)).ToString().ShouldBe(expected);

    [Fact]
    public void Feed_Curve_IsAnotherMechanism() =>
        Feed([.. Good[..12], .. "CURVE"u8, .. new byte[47]]).ShouldBe(HandshakeResult.OtherMechanism);

    [Fact]
    public void Feed_NameThatBeginsWithNull_IsAnotherMechanism() =>
        Feed([.. Good[..12], .. "NULLS"u8, .. new byte[47]]).ShouldBe(HandshakeResult.OtherMechanism);

    [Fact]
    public void Feed_Error_IsARefusal() =>
        AfterGreeting([4, 10, 5, .. "ERROR"u8, 3, .. "bad"u8]).ShouldBe(HandshakeResult.Refused);

    [Fact]
    public void Feed_MessageInsteadOfReady_IsBroken() =>
        AfterGreeting([0, 3, 1, 2, 3]).ShouldBe(HandshakeResult.BrokenCommand);

    [Fact]
    public void Feed_LongReady_IsRefusedByItsHead() =>
        AfterGreeting([6, 0, 0, 0, 0, 0, 0, 4, 1]).ShouldBe(HandshakeResult.BrokenCommand);

    [Fact]
    public void Feed_LongestReady_IsTaken()
    {
        byte[] head = [5, .. "READY"u8, 11, .. "Socket-Type"u8, 0, 0, 0, 3, .. "SUB"u8, 1, (byte)'x'];
        int rest = ZmtpFrames.MaxCommandBytes - head.Length - sizeof(int);
        AfterGreeting(
                [6, 0, 0, 0, 0, 0, 0, 4, 0, .. head, 0, 0, (byte)(rest >> 8), (byte)rest, .. new byte[rest]])
            .ShouldBe(HandshakeResult.Done);
    }

    [Fact]
    public void Feed_ReadyWithoutSocketType_IsAnotherType() =>
        AfterGreeting([4, 6, 5, .. "READY"u8]).ShouldBe(HandshakeResult.OtherSocketType);

    [Theory]
    [InlineData("XPUB", "SUB", true)]
    [InlineData("XPUB", "XSUB", true)]
    [InlineData("XPUB", "PUB", false)]
    [InlineData("XPUB", "DEALER", false)]
    [InlineData("SUB", "PUB", true)]
    [InlineData("SUB", "XPUB", true)]
    [InlineData("SUB", "SUB", false)]
    [InlineData("ROUTER", "DEALER", true)]
    [InlineData("ROUTER", "REQ", true)]
    [InlineData("ROUTER", "SUB", false)]
    [InlineData("DEALER", "ROUTER", true)]
    [InlineData("DEALER", "PUSH", false)]
    [InlineData("DEALER", "", false)]
    [InlineData("DEALER", "router", false)]
    public void Accepts_IsByRfc28And29(string own, string peer, bool expected) =>
        TypeOf(own).Accepts(Encoding.ASCII.GetBytes(peer)).ShouldBe(expected);

    private static HandshakeResult Feed(ReadOnlySpan<byte> bytes) =>
        new ZmtpHandshake(ZmtpSocketType.XPub).Feed(bytes, out _);

    private static HandshakeResult AfterGreeting(ReadOnlySpan<byte> bytes) =>
        Feed([.. Good[..ZmtpHandshake.GreetingBytes], .. bytes]);

    // Names of properties have no case.
    private static bool IsAnotherSpelling(int at, int value)
    {
        int name = ZmtpHandshake.GreetingBytes + 9;
        return at >= name && at < name + 11 && char.IsAsciiLetter((char)Good[at]) && value == (Good[at] ^ 0x20);
    }

    private static bool IsNewerVersion(int at, int value) => at == 10 && value > 3;

    private static ZmtpSocketType TypeOf(string name) => name switch
    {
        "XPUB" => ZmtpSocketType.XPub,
        "SUB" => ZmtpSocketType.Sub,
        "ROUTER" => ZmtpSocketType.Router,
        _ => ZmtpSocketType.Dealer,
    };
}
