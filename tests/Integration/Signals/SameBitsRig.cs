using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Testing;
using Testing.Processes;

namespace Integration.Signals;

/// <summary>
/// A connector with a journal and its own rig. One monitor computes variables, is stopped, continues where it
/// stopped and computes live; a second one begins with a copy of what the first had saved when it was stopped, and
/// reads by replay what the first had live; with a third copy a variable is edited meanwhile.
/// </summary>
public sealed partial class SameBitsRig : IDisposable
{
    private const int LiveFrames = 150;
    private const string Switched = "computes from sequence";
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    /// <summary>A window, a filter, an integral, and the damage of the rainflow cycles.</summary>
    private static readonly string[] Formulas =
    [
        "movrms(servo1.force, 64)", "lowpass(servo1.force, 50, 2)", "integ(servo1.force)",
        "damage(servo1.force, sn(1e9, 3))",
    ];

    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;

    public SameBitsRig()
    {
        ImportVariables();
        _connector = Hosts.StartSelfFed(_folder.File("connector"));
        using (HostProcess before = StartMonitor("first", Hosts.AnyPort))
        {
            FirstSequence = FirstSequenceOf(before);
            new MonitorView(before).WaitForMore(100);
            before.Signal(ProcessSignals.Terminate);
            before.WaitForExit();
        }

        CopyState("first", "second");
        CopyState("first", "edited");
        Live = TakeLive();
        Edited = TakeEdited();
        Replayed = TakeReplayed();
    }

    /// <summary>The first block that the first monitor computed.</summary>
    public ulong FirstSequence { get; }

    /// <summary>What the first monitor published in its second run.</summary>
    internal SortedDictionary<long, long>[] Live { get; }

    /// <summary>What the second monitor published of the same samples.</summary>
    internal SortedDictionary<long, long>[] Replayed { get; }

    /// <summary>What a monitor published whose first variable was edited meanwhile.</summary>
    internal SortedDictionary<long, long>[] Edited { get; }

    public static TheoryData<int> Variables => [.. Enumerable.Range(0, Formulas.Length)];

    /// <summary>A variable as `eval` computes it from the journal, from the first block of the first monitor on:
    /// bits by sample index.</summary>
    public Dictionary<long, long> Evaluate(int variable, bool byName) =>
        Evaluate(byName ? NameOf(variable) : Formulas[variable], "first", "--from", $"{FirstSequence}");

    /// <summary>A variable as `eval` computes it from the journal for the monitor that was edited.</summary>
    public Dictionary<long, long> EvaluateAsEdited(int variable) => Evaluate(NameOf(variable), "edited", "--as-live");

    private Dictionary<long, long> Evaluate(string expression, string state, params IEnumerable<string> more)
    {
        string journal = Path.Combine(_folder.File("connector"), "journal");
        using HostProcess eval = HostProcess.Start(
            Hosts.Monitor,
            [
                "eval", "--expr", expression, "--source", journal, "--csv", "--State:Folder", _folder.File(state),
                .. more,
            ]);
        eval.WaitForExit(Limit).ShouldBe(0, eval.Everything);
        eval.Output.First().ShouldBe("index,value,quality");
        return eval.Output.Skip(1).Select(line => line.Split(',')).ToDictionary(
            cells => long.Parse(cells[0], CultureInfo.InvariantCulture),
            cells => BitConverter.DoubleToInt64Bits(double.Parse(cells[1], CultureInfo.InvariantCulture)));
    }

    public void Dispose()
    {
        _connector.Signal(ProcessSignals.Continue);
        _connector.Dispose();
        _folder.Dispose();
    }

    private static string NameOf(int variable) => $"v{variable}";

    private void ImportVariables()
    {
        string file = _folder.File("variables.json");
        File.WriteAllText(file, JsonSerializer.Serialize(new
        {
            format = "telemetry-variables/1",
            station = "lab/rig1",
            variables = Formulas.Select((formula, i) => new { name = NameOf(i), expression = formula }),
        }));
        Directory.CreateDirectory(_folder.File("first"));
        using HostProcess import =
            HostProcess.Start(Hosts.Monitor, "signals", "import", file, "--State:Folder", _folder.File("first"));
        import.WaitForExit(Limit).ShouldBe(0, import.Everything);
    }

    private SortedDictionary<long, long>[] TakeLive()
    {
        using HostProcess monitor = StartMonitor("first", Hosts.AnyPort);
        using DerivedSubscriber subscriber = new(monitor.Endpoint("derived"), Formulas.Length);
        new MonitorView(monitor).WaitForStatus("ok");
        int before = subscriber.Frames;
        subscriber.TakeUntil(() => subscriber.Frames >= before + LiveFrames, "values come live");
        monitor.Signal(ProcessSignals.Terminate);
        monitor.WaitForExit();
        return subscriber.Values;
    }

    private SortedDictionary<long, long>[] TakeEdited()
    {
        using HostProcess monitor = StartMonitor("edited", Hosts.AnyPort);
        using DerivedSubscriber subscriber = new(monitor.Endpoint("derived"), Formulas.Length);
        subscriber.TakeUntil(() => subscriber.Frames >= LiveFrames, "values come before the edit");
        using HostProcess edit = HostProcess.Start(
            Hosts.Monitor,
            [
                "signals", "set", NameOf(0), "--Expression", "movrms(servo1.force, 32)", "--State:Folder",
                _folder.File("edited"),
            ]);
        edit.WaitForExit(Limit).ShouldBe(0, edit.Everything);
        subscriber.TakeUntil(() => monitor.Errors.Count(IsSwitch) == 2, "the edit is taken over");
        int before = subscriber.Frames;
        subscriber.TakeUntil(() => subscriber.Frames >= before + LiveFrames, "values come after the edit");
        monitor.Signal(ProcessSignals.Terminate);
        monitor.WaitForExit();
        return subscriber.Values;
    }

    // The connector stands still until the subscriber is there: what is replayed at once would be missed otherwise.
    private SortedDictionary<long, long>[] TakeReplayed()
    {
        _connector.Signal(ProcessSignals.Stop);
        using HostProcess monitor = StartMonitor("second", Hosts.AnyPort, "--Derived:QueueBlocks", "4096");
        using DerivedSubscriber subscriber = new(monitor.Endpoint("derived"), Formulas.Length);
        _connector.Signal(ProcessSignals.Continue);
        long last = Live[0].Keys.Last();
        subscriber.TakeUntil(() => subscriber.Values[0].Keys.LastOrDefault() >= last, "all that was live is replayed");
        return subscriber.Values;
    }

    private HostProcess StartMonitor(string state, string derived, params IEnumerable<string> more) =>
        Hosts.StartMonitor(_folder.File(state), _connector, ["--Derived:Endpoint", derived, .. more]);

    private void CopyState(string from, string to)
    {
        Directory.CreateDirectory(_folder.File(to));
        foreach (string file in Directory.EnumerateFiles(_folder.File(from)))
            File.Copy(file, Path.Combine(_folder.File(to), Path.GetFileName(file)));
    }

    private static ulong FirstSequenceOf(HostProcess monitor)
    {
        monitor.WaitForError(Switched);
        return ulong.Parse(
            Sequence().Match(monitor.Errors.First(IsSwitch)).Groups[1].ValueSpan, CultureInfo.InvariantCulture);
    }

    private static bool IsSwitch(string line) => line.Contains(Switched, StringComparison.Ordinal);

    [GeneratedRegex("computes from sequence ([0-9]+) of")]
    private static partial Regex Sequence();
}
