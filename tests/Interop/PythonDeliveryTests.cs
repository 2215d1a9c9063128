using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>A connector with its own rig that publishes `columns-packed`.</summary>
public sealed class PackedPublisher : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public PackedPublisher() =>
        Connector = Hosts.StartSelfFed(_folder.File("state"), "--Publish:Content", "columns-packed");

    public HostProcess Connector { get; }

    public void Dispose()
    {
        Connector.Dispose();
        _folder.Dispose();
    }
}

/// <summary>
/// The subscriber of clients/python on a real connector, over a network that loses, doubles and damages frames.
/// </summary>
public sealed class PythonDeliveryTests(PackedPublisher publisher) : IClassFixture<PackedPublisher>
{
    private const int Blocks = 300;
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    [PythonFact]
    public void Subscriber_WhileFramesAreDropped_IsHealedFromTheJournal()
    {
        JsonElement found = Subscribe([]);
        (Number(found, "blocks"), Number(found, "lost"), Number(found, "samples")).ShouldBe((Blocks, 0, 1));
        (Is(found, "contiguous"), Is(found, "closes")).ShouldBe((true, true));
        Number(found, "replayed").ShouldBeGreaterThan(0);
        Number(found, "duplicates").ShouldBeGreaterThan(0);
        Number(found, "crc").ShouldBe(Number(found, "damaged"));
    }

    [PythonFact]
    public void Subscriber_WithoutAControlAddress_DeclaresWhatItLost()
    {
        JsonElement found = Subscribe(["--no-journal"]);
        (Number(found, "blocks"), Number(found, "replayed")).ShouldBe((Blocks, 0));
        (Is(found, "rising"), Is(found, "closes")).ShouldBe((true, true));
        Number(found, "lost").ShouldBeGreaterThan(0);
        found.GetProperty("reasons").EnumerateArray().Select(reason => reason.GetString())
            .ShouldBe(["no control address was given"]);
    }

    private JsonElement Subscribe(IEnumerable<string> options)
    {
        using HostProcess python = Python.Start(
            "subscribe_while_dropping.py",
            [
                publisher.Connector.Endpoint("publish"), publisher.Connector.Endpoint("control"), $"{Blocks}",
                .. options,
            ]);
        python.WaitForExit(Limit).ShouldBe(0, python.Everything);
        return JsonDocument.Parse(string.Concat(python.Output)).RootElement;
    }

    private static int Number(JsonElement found, string name) => found.GetProperty(name).GetInt32();

    private static bool Is(JsonElement found, string name) => found.GetProperty(name).GetBoolean();
}
