using FuncLibs.Messaging.Transport;
using HardwareConnector.Control;
using Testing;

namespace HardwareConnector.Tests.Control;

public sealed class PeerRegistryTests
{
    private readonly FakeTime _time = new();
    private readonly PeerRegistry _registry;
    private readonly PeerId _peer = new([1, 2, 3]);

    public PeerRegistryTests() => _registry = new PeerRegistry(_time);

    [Fact]
    public void IsIgnored_FifteenRefusals_IsFalse()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals - 1);

        _registry.IsIgnored(_peer).ShouldBeFalse();
    }

    [Fact]
    public void IsIgnored_SixteenRefusalsInARow_IsTrueForAMinute()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals);

        _registry.IsIgnored(_peer).ShouldBeTrue();
        _time.Advance(TimeSpan.FromSeconds(59.9));
        _registry.IsIgnored(_peer).ShouldBeTrue();
        _time.Advance(TimeSpan.FromSeconds(0.1));
        _registry.IsIgnored(_peer).ShouldBeFalse();
        _registry.Dropped.ShouldBe(2);
    }

    [Fact]
    public void IsIgnored_AnsweredInBetween_IsFalse()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals - 1);
        _registry.Note(_peer, RequestResult.Served);
        Refuse(_peer, PeerRegistry.MaxRefusals - 1);

        _registry.IsIgnored(_peer).ShouldBeFalse();
    }

    [Fact]
    public void IsIgnored_AnotherPeer_IsFalse()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals);

        _registry.IsIgnored(new PeerId([1, 2, 4])).ShouldBeFalse();
    }

    [Fact]
    public void Note_MorePeersThanFit_DropsTheOneSilentLongest()
    {
        Refuse(_peer, PeerRegistry.MaxRefusals);
        for (int i = 0; i < PeerRegistry.MaxPeers; i++)
        {
            _time.Advance(TimeSpan.FromMilliseconds(1));
            _registry.Note(new PeerId(BitConverter.GetBytes(i)), RequestResult.Served);
        }

        _registry.IsIgnored(_peer).ShouldBeFalse();
    }

    [Fact]
    public void Note_Results_AreCounted()
    {
        _registry.Note(_peer, RequestResult.Served);
        _registry.Note(_peer, RequestResult.Refused);
        _registry.Note(_peer, RequestResult.Left);

        (_registry.Served, _registry.Refused, _registry.Dropped).ShouldBe((2L, 1L, 0L));
    }

    private void Refuse(PeerId peer, int times)
    {
        for (int i = 0; i < times; i++)
            _registry.Note(peer, RequestResult.Refused);
    }
}
