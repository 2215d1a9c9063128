using FuncLibs.Hosting.State;
using FuncLibs.Journal;
using FuncLibs.Journal.Retention;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Consumers;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;
using Testing;

namespace HardwareConnector.Tests.Consumers;

/// <summary>
/// The book over a real state folder and journal, whose rig has described one stream of 100 blocks a second.
/// </summary>
internal sealed class ConsumerRegistryRig : IDisposable
{
    private readonly StateFolder _folder;

    public ConsumerRegistryRig(string folder)
    {
        _folder = StateFolder.Open(folder);
        PublisherState state = PublisherState.Open(_folder, Time);
        Identity = new PublisherIdentity(state.Publisher, Guid.NewGuid(), state.Epoch, "lab", "rig1");
        Recorder = Recorder.Open(
            _folder, state, new JournalOptions { RingBytes = 1 << 20 }, Path.Combine(folder, "journal"), Time);
        Rig = new RigRegistry(Identity, state, Recorder.Epochs);
        using SourceFeed feed = new(2);
        Rig.Describe(TestRig.Describe(feed));
        Registry = new ConsumerRegistry(Rig, Identity, Recorder, Time);
    }

    public FakeTime Time { get; } = new();

    public PublisherIdentity Identity { get; }

    public Recorder Recorder { get; }

    public RigRegistry Rig { get; }

    public ConsumerRegistry Registry { get; }

    public IReadOnlyList<RetentionLease> Claims => Recorder.Leases.Leases.All;

    public static PeerId Peer(int number) => new(BitConverter.GetBytes(number));

    public void Publish(ulong last) => Rig.All[0].Published(last);

    public void Report(int peer, ulong delivered, ulong lag = 0, ulong dropped = 0, ulong? epoch = null) =>
        Registry.Report(Peer(peer), new ConsumerStatus(1, delivered, lag, 0, dropped, 0.5, epoch ?? Identity.Epoch));

    public void Dispose()
    {
        Recorder.Dispose();
        _folder.Dispose();
    }
}
