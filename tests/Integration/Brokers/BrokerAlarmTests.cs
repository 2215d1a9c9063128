using Testing;
using Testing.Brokers;

namespace Integration.Brokers;

/// <summary>A broker without memory or without disk: it takes nothing until there is some again.</summary>
public sealed class BrokerAlarmTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    private readonly RabbitMqServer _server = new();

    [RabbitMqTheory]
    [InlineData("memory")]
    [InlineData("disk")]
    public void Alarm_WhileBlocksCome_TheJournalKeepsThemAndTheAccountCloses(string of)
    {
        _server.Start();
        using BridgedRig rig = new(_server.Port, of);

        Set(of, isAlarm: true);
        Eventually.True(
            () => rig.Bridge.GetProperty("state").GetString() == "blocked", "the bridge is blocked", Limit);
        string health = rig.Connector.Json("/health").ToString();
        health.ShouldContain("the bridge is behind: the broker takes nothing: low on " + of);
        Eventually.True(
            () => rig.Bridge.GetProperty("behind").GetInt64() > 200, "blocks wait in the journal", Limit);
        Set(of, isAlarm: false);
        Eventually.True(() => rig.Bridge.GetProperty("state").GetString() == "live", "the bridge is live", Limit);

        rig.Dropped.ShouldBe(0);
        rig.Bridge.GetProperty("missing").GetInt64().ShouldBe(0);
        BridgedRigTests.CheckAccount(rig);
    }

    public void Dispose() => _server.Dispose();

    private void Set(string of, bool isAlarm)
    {
        if (of == "disk" && isAlarm)
            _server.SetDiskAlarm();
        else if (of == "disk")
            _server.ClearDiskAlarm();
        else if (isAlarm)
            _server.SetMemoryAlarm();
        else
            _server.ClearMemoryAlarm();
    }
}
