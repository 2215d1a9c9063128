using FuncLibs.Messaging.Transport.Direct.Zmtp;

namespace FuncLibs.Tests.Messaging.Transport.Direct.Zmtp;

public sealed class ZmtpCommandsTests
{
    [Fact]
    public void TryRead_Command_IsNameAndData()
    {
        ZmtpCommands.TryRead(
                [4, .. "PING"u8, 0, 10], out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> data)
            .ShouldBeTrue();
        name.SequenceEqual("PING"u8).ShouldBeTrue();
        data.ToArray().ShouldBe([0, 10]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("00")]
    [InlineData("0550494E47")]
    [InlineData("FF")]
    public void TryRead_NameThatIsNone_IsFalse(string hex) =>
        ZmtpCommands.TryRead(Convert.FromHexString(hex), out _, out _).ShouldBeFalse();

    [Theory]
    [InlineData("01")]
    [InlineData("0000000000")]
    [InlineData("017800000001")]
    [InlineData("0178FFFFFFFF")]
    [InlineData("01788000000000")]
    public void TryReadProperties_CutOff_IsFalse(string hex) =>
        ZmtpCommands.TryReadProperties(Convert.FromHexString(hex), out _).ShouldBeFalse();

    [Fact]
    public void TryReadProperties_OthersAndSocketType_FindsTheType()
    {
        ZmtpCommands.TryReadProperties(
                [
                    8, .. "Identity"u8, 0, 0, 0, 0, 11, .. "socket-TYPE"u8, 0, 0, 0, 3, .. "SUB"u8,
                    1, (byte)'X', 0, 0, 0, 1, 9,
                ],
                out ReadOnlySpan<byte> type)
            .ShouldBeTrue();
        type.SequenceEqual("SUB"u8).ShouldBeTrue();
    }

    [Fact]
    public void Subscription_AsCommand_IsSubscribeOrCancel()
    {
        ZmtpCommands.Subscription("D/"u8, add: true, asCommand: true)
            .ShouldBe([4, 12, 9, .. "SUBSCRIBE"u8, .. "D/"u8]);
        ZmtpCommands.Subscription("D/"u8, add: false, asCommand: true).ShouldBe([4, 9, 6, .. "CANCEL"u8, .. "D/"u8]);
    }

    [Fact]
    public void Subscription_AsMessage_HasAByteInFront()
    {
        ZmtpCommands.Subscription("D/"u8, add: true, asCommand: false).ShouldBe([0, 3, 1, .. "D/"u8]);
        ZmtpCommands.Subscription("D/"u8, add: false, asCommand: false).ShouldBe([0, 3, 0, .. "D/"u8]);
    }

    [Fact]
    public void Pong_Ping_SendsItsContextBack() =>
        ZmtpCommands.Pong([0, 10, 1, 2, 3]).ShouldBe([4, 8, 4, .. "PONG"u8, 1, 2, 3]);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(19)]
    public void Pong_PingOfAnotherLength_IsNone(int length) =>
        ZmtpCommands.Pong(new byte[length]).ShouldBeNull();
}
