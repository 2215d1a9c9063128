using Testing;
using Testing.Processes;

namespace Integration.Brokers;

/// <summary>The verb `bridge rewind` beside a connector whose broker is away.</summary>
public sealed class BridgeVerbTests : IDisposable
{
    private const string Broker = "amqp://127.0.0.1:1";
    private const string Beyond = "9223372036854775807";

    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void Rewind_EpochBeyondTheNewest_IsRefused()
    {
        using HostProcess connector = StartConnector();

        using HostProcess verb = Rewind(Beyond);

        verb.WaitForExit().ShouldBe(2);
        verb.Everything.ShouldContain(
            $"epoch {Beyond} is none of this journal, whose newest is {EpochOf(connector)}: `journal info` lists them");
        File.Exists(_folder.File("bridge-rewind.json")).ShouldBeFalse();
    }

    [Fact]
    public void Rewind_NewestEpoch_IsAsked()
    {
        using HostProcess connector = StartConnector();

        using HostProcess verb = Rewind(EpochOf(connector));

        verb.WaitForExit().ShouldBe(0, verb.Everything);
        File.Exists(_folder.File("bridge-rewind.json")).ShouldBeTrue();
    }

    public void Dispose() => _folder.Dispose();

    private HostProcess StartConnector()
    {
        HostProcess connector = Hosts.StartSelfFed(_folder.Path, "--Bridge:Broker", Broker);
        Eventually.True(
            () => connector.Json("/health").GetProperty("streams") is { } streams && streams.GetArrayLength() > 0
                && streams[0].GetProperty("last").GetInt64() > 100,
            "blocks are in the journal");
        return connector;
    }

    private static string EpochOf(HostProcess connector) => connector.Json("/health").GetProperty("epoch").ToString();

    private HostProcess Rewind(string epoch) => HostProcess.Start(
        Hosts.Connector,
        ["bridge", "rewind", "--State:Folder", _folder.Path, "--Bridge:Broker", Broker, "--Epoch", epoch]);
}
