using FuncLibs.Amqp.Publishing;

namespace FuncLibs.Tests.Amqp.Publishing;

public sealed class ConfirmWindowTests
{
    private const int Messages = 4;
    private readonly ConfirmWindow _window = new(new PublishWindow(Messages, Bytes: 1000));

    [Fact]
    public void Confirm_OutOfOrder_CountsThePrefixWithoutHoles()
    {
        Add(3);

        _window.Confirm(2, upTo: false);
        _window.Confirmed.ShouldBe(0);
        _window.Confirm(1, upTo: false);

        _window.Confirmed.ShouldBe(2);
    }

    [Fact]
    public void Confirm_UpTo_ConfirmsAllBefore()
    {
        Add(3);

        _window.Confirm(3, upTo: true);

        _window.Confirmed.ShouldBe(3);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public void Confirm_NumberThatWasNotGiven_IsIgnored(long number)
    {
        Add(2);

        _window.Confirm(number, upTo: true);

        _window.Confirmed.ShouldBe(0);
    }

    [Fact]
    public void HasRoom_WindowIsFull_IsFalseUntilOneIsConfirmed()
    {
        Add(Messages);
        _window.HasRoom.ShouldBeFalse();

        _window.Confirm(1, upTo: false);

        _window.HasRoom.ShouldBeTrue();
    }

    [Fact]
    public void HasRoom_BytesAreUsed_IsFalseUntilTheyAreConfirmed()
    {
        _window.Add(new byte[600], new byte[400]);
        _window.HasRoom.ShouldBeFalse();

        _window.Confirm(1, upTo: false);

        _window.HasRoom.ShouldBeTrue();
    }

    [Fact]
    public void Add_ReserveBeyondAFullWindow_LeavesEveryBodyAsItWas()
    {
        ReadOnlyMemory<byte>[] bodies =
        [
            .. Enumerable.Range(0, Messages + ConfirmWindow.Reserve).Select(one => _window.Add([], [(byte)one])),
        ];

        bodies.Select(body => body.Span[0]).ShouldBe(Enumerable.Range(0, bodies.Length).Select(one => (byte)one));
    }

    [Fact]
    public void Add_EverySlotIsUnconfirmed_IsRefused()
    {
        Add(Messages + ConfirmWindow.Reserve);

        Should.Throw<InvalidOperationException>(() => Add(1));
    }

    [Fact]
    public void Confirm_SlotsUsedAgain_CountOnlyTheirOwnConfirms()
    {
        Add(Messages + ConfirmWindow.Reserve);
        _window.Confirm(Messages + ConfirmWindow.Reserve, upTo: true);
        Add(2);

        _window.Confirm(Messages + ConfirmWindow.Reserve + 2, upTo: false);

        _window.Confirmed.ShouldBe(Messages + ConfirmWindow.Reserve);
    }

    [Fact]
    public void Freeze_LaterConfirms_AreIgnored()
    {
        Add(1);
        _window.Freeze();

        _window.Confirm(1, upTo: false);

        _window.Confirmed.ShouldBe(0);
    }

    private void Add(int count)
    {
        for (int i = 0; i < count; i++)
            _window.Add([1], [2]);
    }
}
