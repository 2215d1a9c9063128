using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>
/// <c>python3 -m telemetry subscribe</c> of clients/python on the running connector: topic, header with both CRCs,
/// catalogue and payload, read without any C# of ours.
/// </summary>
public sealed class SubscriberTests(RunningSystem system) : IClassFixture<RunningSystem>
{
    private const int Blocks = 100;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    [PythonFact]
    public void Subscriber_Values_AreThoseOfTheMonitor()
    {
        using HostProcess python = Subscribe(-1);
        Eventually.True(() => Printed(python).Count > 0, "Python has joined", Limit);
        for (int look = 0; look < 5; look++)
        {
            JsonElement snapshot = system.View.Snapshot;
            long sequence = snapshot.GetProperty("sequence").GetInt64();
            JsonElement block = default;
            Eventually.True(
                () => Printed(python).TryGetValue(sequence, out block), "Python has the block of the snapshot", Limit);
            Values(block).ShouldBe(
            [
                .. snapshot.GetProperty("channels").EnumerateArray()
                    .Select(c => (c.GetProperty("name").GetString()!, c.GetProperty("value").GetDouble())),
            ]);
        }
    }

    [PythonFact]
    public void Subscriber_Sequences_HaveNoGap()
    {
        using HostProcess python = Subscribe(Blocks);
        python.WaitForExit().ShouldBe(0, python.Everything);
        long[] sequences = [.. Printed(python).Keys.Order()];
        (sequences.Length, sequences[^1] - sequences[0]).ShouldBe((Blocks, Blocks - 1));
    }

    [PythonFact]
    public void Subscriber_Header_NamesTheStream()
    {
        using HostProcess python = Subscribe(1);
        python.WaitForExit().ShouldBe(0, python.Everything);
        JsonElement block = Printed(python).Values.Single();
        block.GetProperty("stream").GetString().ShouldBe("main");
        block.GetProperty("content").GetInt32().ShouldBe(1);
        block
            .GetProperty("epoch")
            .GetUInt64()
            .ShouldBe(system.Connector.Json("/health").GetProperty("epoch").GetUInt64());
    }

    private HostProcess Subscribe(int blocks) => Python.StartSubscriber(system.Connector, blocks);

    private static Dictionary<long, JsonElement> Printed(HostProcess python) =>
        python.Output.Select(line => JsonDocument.Parse(line).RootElement)
            .ToDictionary(block => block.GetProperty("sequence").GetInt64());

    // In the order of the block, as the monitor shows them; a bit is true or false in Python.
    private static (string Name, double Value)[] Values(JsonElement block) =>
    [
        .. block.GetProperty("values").EnumerateObject().Select(value => (value.Name, value.Value.ValueKind switch
        {
            JsonValueKind.True => 1,
            JsonValueKind.False => 0,
            _ => value.Value.GetDouble(),
        })),
    ];
}
