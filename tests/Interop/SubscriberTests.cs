using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>
/// clients/python/subscriber.py on the running connector: topic, header with both CRCs, and payload, read without any
/// C# of ours.
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
                [.. snapshot.GetProperty("channels").EnumerateArray().Select(c => c.GetProperty("value").GetDouble())]);
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
        block.GetProperty("topic").GetString().ShouldBe("D/lab/rig1/main/");
        block.GetProperty("kind").GetString().ShouldBe("data");
        block.GetProperty("content").GetInt32().ShouldBe(1);
        block
            .GetProperty("epoch")
            .GetUInt64()
            .ShouldBe(system.Connector.Json("/health").GetProperty("epoch").GetUInt64());
    }

    private HostProcess Subscribe(int blocks) =>
        Python.Start("subscriber.py", system.Connector.Endpoint("publish"), $"{blocks}");

    private static Dictionary<long, JsonElement> Printed(HostProcess python)
    {
        python.Errors.ShouldBeEmpty();
        return python.Output.Select(line => JsonDocument.Parse(line).RootElement)
            .ToDictionary(block => block.GetProperty("sequence").GetInt64());
    }

    // In the order of the block, as the monitor shows them; the names differ, because Python has no catalogue.
    private static double[] Values(JsonElement block) =>
        [.. block.GetProperty("values").EnumerateObject().Select(value => value.Value.GetDouble())];
}
