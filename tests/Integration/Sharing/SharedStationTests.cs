using Integration.Brokers;
using Testing;
using Testing.Processes;

namespace Integration.Sharing;

/// <summary>Stations that two monitors share, with what happens to either of them.</summary>
public sealed class SharedStationTests
{
    private const string Rig = "rig1";
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    [RabbitMqFact]
    public void Kill_OfTheHolder_TheOtherOneContinuesItsAccount()
    {
        using SharingLab lab = NewLab();

        lab.Monitor("a").Signal(ProcessSignals.Kill);

        lab.WaitForComputing("b", Rig);
        lab.WaitForBlocks("b", Rig);
        CheckAccount(lab, "b");
    }

    [RabbitMqFact]
    public void Stop_OfTheHolder_TheOtherOneContinuesItsAccount()
    {
        using SharingLab lab = NewLab();

        lab.Monitor("a").Signal(ProcessSignals.Terminate);
        lab.Monitor("a").WaitForExit().ShouldBe(0);

        lab.WaitForComputing("b", Rig);
        lab.WaitForBlocks("b", Rig);
        CheckAccount(lab, "b");
    }

    [RabbitMqFact]
    public void Standstill_OfTheHolder_WhatItWritesLaterIsNotInTheState()
    {
        using SharingLab lab = NewLab();
        int[] stopped = [lab.Monitor("a").Id, .. lab.ProcessesOf("a")];
        foreach (int process in stopped)
            ProcessSignals.Send(process, ProcessSignals.Stop);
        lab.WaitForComputing("b", Rig);

        foreach (int process in stopped)
            ProcessSignals.Send(process, ProcessSignals.Continue);

        Eventually.True(() => lab.Computed("a") == 0 && lab.ProcessesOf("a").Length == 0, "a has given it up", Limit);
        lab.WaitForBlocks("b", Rig);
        CheckAccount(lab, "b");
    }

    [RabbitMqFact]
    public void Standstill_OfTheProcessAlone_TheOtherOneTakesTheStation()
    {
        using SharingLab lab = NewLab();

        // The other one begins with what is saved, 30 s later.
        lab.WaitForPosition(Rig);
        ProcessSignals.Send(lab.ProcessesOf("a").Single(), ProcessSignals.Stop);

        lab.WaitForComputing("b", Rig);
        lab.WaitForBlocks("b", Rig);
        CheckAccount(lab, "b");
    }

    [RabbitMqFact]
    public void Standstill_OfTheMonitorAlone_ItsProcessEndsByItself()
    {
        using SharingLab lab = NewLab();
        lab.Monitor("a").Signal(ProcessSignals.Stop);
        try
        {
            Eventually.True(
                () => !lab.ProcessesOf("a").Any(ProcessSignals.IsAlive), "the process of a has ended", Limit);
        }
        finally
        {
            lab.Monitor("a").Signal(ProcessSignals.Continue);
        }

        lab.WaitForBlocks("b", Rig);
        CheckAccount(lab, "b");
    }

    [RabbitMqFact]
    public void Kill_OfTheProcessThatComputes_TheOtherOneTakesTheStation()
    {
        using SharingLab lab = NewLab();

        ProcessSignals.Send(lab.ProcessesOf("a").Single(), ProcessSignals.Kill);

        lab.WaitForComputing("b", Rig);
        lab.WaitForBlocks("b", Rig);
        CheckAccount(lab, "b");
    }

    [RabbitMqFact]
    public void Kill_OfTheBroker_TheStationIsComputedByOneOfThem()
    {
        using SharingLab lab = NewLab();

        lab.Broker.Kill();
        lab.Broker.Start();

        string? holder = null;
        Eventually.True(
            () => (holder = new[] { "a", "b" }.SingleOrDefault(one => lab.Computed(one) == 1)) is not null,
            "one of them computes it",
            Limit);
        lab.WaitForBlocks(holder!, Rig);
        CheckAccount(lab, holder!);
    }

    [RabbitMqFact]
    public void Start_OfASecondMonitor_EachHasItsShare()
    {
        using SharingLab lab = new(["rig1", "rig2"]);
        lab.StartMonitor("a");
        Eventually.True(() => lab.Computed("a") == 2, "the first has both", Limit);

        lab.StartMonitor("b");

        Eventually.True(() => lab.Computed("a") == 1 && lab.Computed("b") == 1, "each has one", Limit);
    }

    [RabbitMqFact]
    public void Stations_OfAnyMonitor_LeadsToThePageOfTheHolder()
    {
        using SharingLab lab = NewLab();
        Eventually.True(
            () => lab.Station("b", Rig).GetProperty("page").GetString() is not null, "b knows the page", Limit);

        lab.Monitor("b").Text($"/stations/lab/{Rig}").ShouldContain("<title>");
    }

    [RabbitMqFact]
    public void Stations_PageOnTheLoopbackOfAnotherMachine_SaysSo()
    {
        using SharingLab lab = NewLab();
        string claim = Directory.GetFiles(lab.Shared, "*.json", SearchOption.AllDirectories)
            .Single(file => Path.GetFileName(Path.GetDirectoryName(file)) == "claims");
        File.WriteAllText(
            claim, File.ReadAllText(claim).Replace(Environment.MachineName, "elsewhere", StringComparison.Ordinal));

        Eventually.True(
            () => lab.Monitor("b").Text($"/stations/lab/{Rig}").Contains("of elsewhere, for that machine alone"),
            "b says where it is",
            Limit);
    }

    [RabbitMqFact]
    public void Api_OfAMonitorThatShares_NamesThePages()
    {
        using SharingLab lab = NewLab();

        lab.Monitor("a").Text("/api/variables/force/reset").ShouldContain($"lab/{Rig} is at http://127.0.0.1:");
    }

    [RabbitMqFact]
    public void Folder_ThatVanishes_IsAFaultAndWhatRunsGoesOn()
    {
        using SharingLab lab = NewLab();
        Directory.Move(lab.Shared, lab.Shared + "-away");

        Eventually.True(
            () => lab.Station("a", Rig).GetProperty("fault").GetString() is not null
                && lab.Station("b", Rig).GetProperty("fault").GetString() is not null,
            "both say so",
            Limit);

        lab.Station("a", Rig).GetProperty("state").GetString().ShouldBe("Computing");
        Directory.Exists(lab.Shared).ShouldBeFalse();
        Directory.Move(lab.Shared + "-away", lab.Shared);
        Eventually.True(
            () => lab.Station("a", Rig).GetProperty("fault").GetString() is null
                && lab.Station("b", Rig).GetProperty("state").GetString() == "Standby",
            "both can use it again",
            Limit);
        CheckAccount(lab, "a");
    }

    // Computed by a, with b on standby, and blocks coming.
    private static SharingLab NewLab()
    {
        SharingLab lab = new([Rig]);
        try
        {
            lab.StartMonitor("a");
            lab.WaitForComputing("a", Rig);
            lab.StartMonitor("b");
            Eventually.True(
                () => lab.Station("b", Rig).GetProperty("state").GetString() == "Standby", "b is on standby", Limit);
            lab.StartRigs();
            lab.WaitForBlocks("a", Rig);
            return lab;
        }
        catch
        {
            lab.Dispose();
            throw;
        }
    }

    private static void CheckAccount(SharingLab lab, string monitor)
    {
        (long published, MonitorAccount account) = lab.ComeToRest(monitor, Rig);
        account.ShouldBe(new MonitorAccount(published, published, 0, 0, 0));
    }
}
