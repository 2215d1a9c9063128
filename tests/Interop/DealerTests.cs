using System.Text.Json;
using Testing.Processes;

namespace Interop;

/// <summary>One dialogue of a Python DEALER with the connector of a running system.</summary>
public sealed class Dialogue : IDisposable
{
    private readonly RunningSystem? _system;

    public Dialogue()
    {
        if (Python.Missing is not null)
            return;
        _system = new RunningSystem();
        using HostProcess python = Python.Start("dealer.py", _system.Connector.Endpoint("control"));
        python.WaitForExit().ShouldBe(0, python.Everything);
        Answers = [.. python.Output.Select(line => JsonDocument.Parse(line).RootElement)];
        Health = _system.Connector.Json("/health");
    }

    /// <summary>
    /// Answers to hello, catalogue, snapshot, time, an unknown op, an op that is no text, and bytes that are no map.
    /// </summary>
    public JsonElement[] Answers { get; } = [];

    public JsonElement Health { get; }

    public void Dispose() => _system?.Dispose();
}

public sealed class DealerTests(Dialogue dialogue) : IClassFixture<Dialogue>
{
    [PythonFact]
    public void Hello_IsAnsweredByWelcome_WithTheIdentityOfHealth()
    {
        JsonElement welcome = dialogue.Answers[0];
        (Text(welcome, "op"), Text(welcome, "publisher"), Text(welcome, "instance"))
            .ShouldBe(("welcome", Text(dialogue.Health, "publisher"), Text(dialogue.Health, "instance")));
    }

    [PythonFact]
    public void Hello_Welcome_NamesTheStreams() =>
        Text(dialogue.Answers[0].GetProperty("streams")[0], "name").ShouldBe("main");

    [PythonFact]
    public void EveryAnswer_RepeatsTheIdThatCouldBeRead() =>
        dialogue.Answers.Select(answer => answer.GetProperty("id").GetInt32()).ShouldBe([1, 2, 3, 4, 5, 6, 0]);

    [PythonFact]
    public void Catalogue_DescribesTheRig()
    {
        JsonElement stream = dialogue.Answers[1].GetProperty("catalogue").GetProperty("streams")[0];
        JsonElement command = stream.GetProperty("groups").GetProperty("servo")[0].GetProperty("columns")[0];
        (Text(command, "name"), Text(command, "unit")).ShouldBe(("command", "kN"));
    }

    [PythonFact]
    public void Snapshot_CarriesTheLastBlock()
    {
        JsonElement snapshot = dialogue.Answers[2];
        snapshot.GetProperty("blocks").GetInt32().ShouldBe(1);
        Text(snapshot.GetProperty("data")[0], "topic").ShouldBe("D/lab/rig1/main/");
        snapshot.GetProperty("data")[0].GetProperty("sequence").GetInt64().ShouldBeGreaterThan(0);
    }

    [PythonFact]
    public void Time_IsStampedTwice()
    {
        JsonElement time = dialogue.Answers[3];
        time.GetProperty("t1").GetInt64().ShouldBe(12345);
        time.GetProperty("t3").GetInt64().ShouldBeGreaterThanOrEqualTo(time.GetProperty("t2").GetInt64());
    }

    [PythonTheory]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    public void BadRequest_IsAnsweredByError(int answer) => Text(dialogue.Answers[answer], "op").ShouldBe("error");

    [PythonFact]
    public void BadRequests_AreCounted() =>
        dialogue.Health.GetProperty("control").GetProperty("refused").GetInt32().ShouldBe(3);

    private static string Text(JsonElement json, string name) => json.GetProperty(name).GetString()!;
}
