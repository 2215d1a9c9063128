using System.Text.Json;
using Testing;
using Testing.Processes;
using Xunit.Abstractions;
using static Integration.Kills.KillRig;

namespace Integration.Kills;

/// <summary>A monitor that dies, and continues where its saved position says.</summary>
public sealed class MonitorKillTests(ITestOutputHelper output) : IDisposable
{
    private const int Runs = 8;
    private readonly KillRig _rig = new();
    private readonly Random _random = new(11);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Kill_WhileATestRunIsRecorded_EveryBlockOfAllRunsIsDeliveredAndRecordedOnce()
    {
        _rig.BeginTestRun();
        for (int i = 0; i < Runs; i++)
        {
            WaitForBlocks(_random.Next(120));
            _rig.Kill(Role.Monitor);
            WaitForBlocks(_random.Next(60));
            _rig.Start(Role.Monitor);
        }

        _rig.ComeToRest();
        MonitorAccount account = _rig.View.Account;
        _rig.Stop(Role.Monitor);
        JsonElement recording = _rig.VerifyRecording();
        (IReadOnlyDictionary<ulong, long> lasts, long notRecorded) = _rig.OfAllRuns();
        long published = lasts.Values.Sum();
        output.WriteLine($"{Runs} kills, {published} blocks");
        recording.GetProperty("gaps").GetInt64().ShouldBe(0);
        recording.GetProperty("damaged").GetInt32().ShouldBe(0);
        recording.GetProperty("streams")[0].GetProperty("last").GetInt64().ShouldBe(published);
        account.ShouldBe(new MonitorAccount(published, published, DeclaredLost: 0, Missing: 0, SilentLoss: 0));
        notRecorded.ShouldBe(0);
        JsonElement saved = SavedStream();
        saved.GetProperty("account").GetProperty("delivered").GetInt64().ShouldBe(published);
    }

    [Fact]
    public void Start_DamagedPosition_IsReportedAndKeptAndReplaced()
    {
        _rig.Stop(Role.Monitor);
        string path = _rig.PositionFile;
        File.WriteAllText(path, File.ReadAllText(path)[..^9]);
        _rig.Start(Role.Monitor);
        _rig.Monitor.WaitForError("is damaged");
        _rig.WaitForRun();

        _rig.View.Health.GetProperty("position").GetProperty("fault").GetString()!.ShouldContain("position.json is damaged");
        File.Exists(path + ".damaged").ShouldBeTrue();
        Eventually.True(() => File.Exists(path), "a new position is saved");
        _rig.View.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }

    [Fact]
    public void Stop_Cleanly_GoesOnWithoutAnyBlockTwice()
    {
        WaitForBlocks(50);
        ulong computed = _rig.View.Snapshot.GetProperty("sequence").GetUInt64();
        _rig.Stop(Role.Monitor);
        JsonElement before = SavedStream();
        before.GetProperty("next").GetUInt64().ShouldBeGreaterThan(computed);
        _rig.Start(Role.Monitor);
        _rig.WaitForRun();

        JsonElement stream = _rig.View.Stream;
        stream.GetProperty("duplicates").GetInt64().ShouldBe(0);
        _rig.View.Health.GetProperty("position").GetProperty("resumedStreams").GetInt32().ShouldBe(1);
        stream
            .GetProperty("delivered")
            .GetInt64()
            .ShouldBeGreaterThan(before.GetProperty("account").GetProperty("delivered").GetInt64());
        _rig.View.Account.DeclaredLost.ShouldBe(0);
    }

    private JsonElement SavedStream() => JsonDocument.Parse(File.ReadAllText(_rig.PositionFile))
        .RootElement.GetProperty("parts").GetProperty("account")[0].GetProperty("position");

    private void WaitForBlocks(int blocks)
    {
        ulong from = _rig.PublishedNow() ?? 0;
        Eventually.True(() => _rig.PublishedNow() >= from + (ulong)blocks, $"{blocks} blocks are published");
    }
}
