using System.Buffers;
using System.Text.Json;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;

namespace SignalMonitor.Tests.Alarms;

/// <summary>An engine that is fed one signal, and can be stopped and started between two blocks.</summary>
internal sealed class AlarmRig : IDisposable
{
    public const double RateHz = 1000;
    public const long StartNs = TestStream.AcquiredNs;
    public const long MsNs = 1_000_000;

    private IReadOnlyList<LimitDefinition> _limits;
    private ulong _sequence;

    public AlarmRig(params LimitDefinition[] limits)
    {
        _limits = limits;
        Engine.Switch(new AlarmSet(limits));
    }

    public static LimitDefinition Upper { get; } = new(1, "servo1.force", LimitKind.Upper, 10);

    public AlarmEngine Engine { get; private set; } = new(new AlarmEvents());

    public long Next { get; private set; }

    public AlarmState State => Engine.Board.Read()[0].Status.State;

    public AlarmRig Feed(params double[] values)
    {
        Engine.BeginBlock(1, ++_sequence);
        LimitColumn column = new(Next, RateHz, StartNs + SampleClock.NsOf(Next + values.Length, RateHz), values);
        for (int variable = 0; variable < Engine.Set.Variables.Length; variable++)
            Engine.Evaluate(variable, column);
        Engine.EndBlock();
        Next += values.Length;
        return this;
    }

    public AlarmRig Skip(int samples)
    {
        Next += samples;
        return this;
    }

    public AlarmCommandResult Execute(AlarmVerb verb, long untilMs = 0) => Engine.Execute(
        new AlarmCommand(1, verb, "ann", StartNs + (Next * MsNs), untilMs == 0 ? 0 : StartNs + (untilMs * MsNs)));

    public void Switch(params LimitDefinition[] limits)
    {
        _limits = limits;
        Engine.Switch(new AlarmSet(limits));
    }

    public List<AlarmEvent> Events()
    {
        List<AlarmEvent> events = [];
        while (Engine.Events.TryTake(out AlarmEvent made))
            events.Add(made);
        return events;
    }

    /// <summary>Stops, saves as JSON, starts from it.</summary>
    public void Restart(params LimitDefinition[] limits)
    {
        AlarmCheckpoint checkpoint = new();
        checkpoint.Take(Engine);
        AlarmPart before = new();
        before.Put(checkpoint.ToSaved(TestStream.Publisher, TestStream.Id));
        AlarmPart after = new();
        using JsonDocument json = JsonDocument.Parse(TextOf(before));
        after.Read(json.RootElement).ShouldBeNull();

        SavedAlarms saved = after.Find(TestStream.Publisher, TestStream.Id).ShouldNotBeNull();
        saved.TryMake(out AlarmSet? set).ShouldBeNull();
        Engine = new AlarmEngine(new AlarmEvents());
        Engine.Resume(set!, saved.Number);
        Switch(limits.Length > 0 ? limits : [.. _limits]);
    }

    public static string TextOf(AlarmPart part)
    {
        ArrayBufferWriter<byte> text = new();
        using (Utf8JsonWriter json = new(text))
            part.Write(json);
        return System.Text.Encoding.UTF8.GetString(text.WrittenSpan);
    }

    public void Dispose() => Engine.Events.Dispose();
}
