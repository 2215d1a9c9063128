using Testing.Brokers;

namespace Integration.Brokers;

/// <summary>A broker that is killed (SIGKILL) and started again, 20 times in each run.</summary>
public sealed class BrokerKillTests
{
    private static readonly int Kills = Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1" ? 200 : 20;

    [RabbitMqFact]
    public void Kill_OfTheBroker_WhatWasConfirmedIsReadAndTheAccountCloses()
    {
        using RabbitMqServer server = RabbitMqServer.StartNew();
        using BridgedRig rig = new(server.Port, "killed");
        long confirmed = 0;

        for (int i = 0; i < Kills; i++)
        {
            server.Kill();
            server.Start();
            rig.WaitForRun();
            long now = rig.Bridge.GetProperty("confirmed").GetInt64();
            now.ShouldBeGreaterThan(confirmed);
            confirmed = now;
        }

        rig.Bridge.GetProperty("sessions").GetInt64().ShouldBeGreaterThan(Kills);
        BridgedRigTests.CheckAccount(rig);
    }
}
