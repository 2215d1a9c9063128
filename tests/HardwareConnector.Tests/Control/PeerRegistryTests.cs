using FuncLibs.Messaging.Transport;
using HardwareConnector.Control;
using Testing;

namespace HardwareConnector.Tests.Control;

public sealed class PeerRegistryTests
{
    private readonly FakeTime _time = new();
    private readonly PeerRegistry _book;
    private readonly PeerId _peer = new([1, 2, 3]);

    public PeerRegistryTests() => _book = new PeerRegistry(_time);

    [Fact]
    public void IsIgnored_FifteenRefusals_IsFalse()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals - 1);

        _book.IsIgnored(_peer).ShouldBeFalse();
    }

    [Fact]
    public void IsIgnored_SixteenRefusalsInARow_IsTrueForAMinute()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals);

        _book.IsIgnored(_peer).ShouldBeTrue();
        _time.Advance(TimeSpan.FromSeconds(59.9));
        _book.IsIgnored(_peer).ShouldBeTrue();
        _time.Advance(TimeSpan.FromSeconds(0.1));
        _book.IsIgnored(_peer).ShouldBeFalse();
        _book.Dropped.ShouldBe(2);
    }

    [Fact]
    public void IsIgnored_AnsweredInBetween_IsFalse()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals - 1);
        _book.Note(_peer, RequestResult.Served);
        Refuse(_peer, PeerRegistry.MaxRefusals - 1);

        _book.IsIgnored(_peer).ShouldBeFalse();
    }

    [Fact]
    public void IsIgnored_AnotherPeer_IsFalse()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals);

        _book.IsIgnored(new PeerId([1, 2, 4])).ShouldBeFalse();
    }

    [Fact]
    public void Note_MorePeersThanFit_ForgetsTheOneSilentLongest()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals);
        for (int i = 0; i < PeerRegistry.MaxPeers; i++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(1));
            _book.Note(new PeerId(BitConverter.GetBytes(i)), RequestResult.Served);
        }

        _book.IsIgnored(_peer).ShouldBeFalse();
    }

    [Fact]
    public void Note_Results_AreCounted()
    {
        _book.Note(_peer, RequestResult.Served);
        _book.Note(_peer, RequestResult.Refused);
        _book.Note(_peer, RequestResult.Left);

        (_book.Served, _book.Refused, _book.Dropped).ShouldBe((2L, 1L, 0L));
    }

    private void Refuse(PeerId peer, int times)
    {
        for (int i = 0; i < times; i++)
            _book.Note(peer, RequestResult.Refused);
    }
}
