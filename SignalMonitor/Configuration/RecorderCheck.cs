using System.IO.Enumeration;
using FuncLibs.Hosting.Configuration;
using SignalMonitor.Recorder;
using SignalMonitor.Recorder.Modes;

namespace SignalMonitor.Configuration;

/// <summary>
/// Checks that each mode of the recorder has what it needs. Whether a stream has the channels is seen later.
/// </summary>
public sealed class RecorderCheck : IOptionsCheck<MonitorOptions>
{
    private const string Cycles = "the name of a column that counts cycles, such as servo0.count";
    private const string Column = "a column such as servo1.force, or an input such as ad7";
    private const string Line = "a digital line such as bitin3 or bitout1";
    private const string Name = "a name of its own for each";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        RecorderOptions recorder = options.Recorder;
        return
        [
            .. OfCycles("Recorder:", recorder.Mode, recorder.CycleSignal, otherwise: ""),
            .. OfTriggers("Recorder:Mode", recorder.Mode, recorder),
            .. OfGroups(recorder),
            .. OfTriggers(recorder),
        ];
    }

    private static IEnumerable<OptionFault> OfCycles(string key, RecorderMode mode, string signal, string otherwise)
    {
        if (mode == RecorderMode.Cycles && signal.Length == 0 && otherwise.Length == 0)
            yield return new OptionFault(key + "CycleSignal", "is empty", Cycles);
        else if (signal.Length > 0 && !signal.EndsWith(".count", StringComparison.Ordinal))
            yield return new OptionFault(key + "CycleSignal", $"'{signal}' counts nothing", Cycles);
    }

    private static IEnumerable<OptionFault> OfTriggers(string key, RecorderMode mode, RecorderOptions recorder)
    {
        if (mode == RecorderMode.Triggered && recorder.Triggers.Length == 0)
            yield return new OptionFault(
                key, "'triggered' has no trigger", "at least one of Recorder:Triggers, or another mode");
    }

    private static IEnumerable<OptionFault> OfGroups(RecorderOptions recorder)
    {
        RecorderGroupOptions[] groups = recorder.Groups;
        if (groups.Length > RecorderGroupOptions.MaxGroups)
            yield return new OptionFault(
                "Recorder:Groups", $"{groups.Length} groups", $"at most {RecorderGroupOptions.MaxGroups}");
        string[] names = [.. groups.Select(RecorderPlan.NameOf)];
        for (int i = 0; i < groups.Length; i++)
        {
            string key = $"Recorder:Groups:{i}:";
            if (groups[i].Channels.Length == 0)
                yield return new OptionFault(
                    key + "Channels", "is empty", "channels such as servo1, temp*, ad*, bitin");
            foreach (string pattern in groups[i].Channels.Where(pattern => !IsOfChannels(pattern)))
                yield return new OptionFault(
                    key + "Channels",
                    $"'{pattern}' is no pattern of channels",
                    "channels with all their columns: servo1, temp*, ad*, bitin, bitout");
            if (Array.IndexOf(names, names[i]) < i)
                yield return new OptionFault(key + "Name", $"'{names[i]}' is given more than once", Name);
            foreach (OptionFault fault in OfCycles(key, groups[i].Mode, groups[i].CycleSignal, recorder.CycleSignal))
                yield return fault;
            foreach (OptionFault fault in OfTriggers(key + "Mode", groups[i].Mode, recorder))
                yield return fault;
            foreach (string trigger in groups[i].Triggers.Where(
                name => !recorder.Triggers.Any(known => known.Name == name)))
            {
                yield return new OptionFault(
                    key + "Triggers",
                    $"there is no trigger '{trigger}'",
                    recorder.Triggers.Length == 0 ? "a name of Recorder:Triggers, which has none"
                        : "one of " + string.Join(", ", recorder.Triggers.Select(known => known.Name)));
            }
        }
    }

    private static IEnumerable<OptionFault> OfTriggers(RecorderOptions recorder)
    {
        RecorderTriggerOptions[] triggers = recorder.Triggers;
        if (triggers.Length > RecorderTriggerOptions.MaxTriggers)
            yield return new OptionFault(
                "Recorder:Triggers", $"{triggers.Length} triggers", $"at most {RecorderTriggerOptions.MaxTriggers}");
        for (int i = 0; i < triggers.Length; i++)
        {
            RecorderTriggerOptions one = triggers[i];
            string key = $"Recorder:Triggers:{i}:";
            if (Array.FindIndex(triggers, other => other.Name == one.Name) < i)
                yield return new OptionFault(key + "Name", $"'{one.Name}' is given more than once", Name);
            if (one.Kind is TriggerKind.Event or TriggerKind.Break)
            {
                if (one.Signal.Length > 0)
                    yield return new OptionFault(
                        key + "Signal", $"'{one.Signal}' is not looked at by this kind", "empty; Match chooses events");
                if (one.Match.Length == 0)
                    yield return new OptionFault(key + "Match", "is empty", "a pattern; * is any text");
                continue;
            }

            bool isBit = one.Kind == TriggerKind.Bit;
            if (one.Signal.Length == 0 || IsLine(one.Signal) != isBit)
                yield return new OptionFault(
                    key + "Signal",
                    one.Signal.Length == 0 ? "is empty" : $"'{one.Signal}' is {(isBit ? "no digital line" : "a line")}",
                    isBit ? Line : Column);
            if (!double.IsFinite(one.Level))
                yield return new OptionFault(key + "Level", $"{one.Level} is no level", "a finite number");
            bool isLevel = one.When is TriggerWhen.Above or TriggerWhen.Below;
            if (one.When is { } when && isLevel != (one.Kind == TriggerKind.Level))
                yield return new OptionFault(
                    key + "When",
                    $"'{when}' is nothing for this kind",
                    one.Kind == TriggerKind.Level ? "above or below" : "rising, falling or either");
        }
    }

    private static bool IsLine(string signal) => signal.StartsWith("bitin", StringComparison.Ordinal)
        || signal.StartsWith("bitout", StringComparison.Ordinal);

    // Lines have no group of their own: bitin3 would choose nothing.
    private static bool IsOfChannels(string pattern) => pattern.Length > 0
        && !pattern.Contains('.', StringComparison.Ordinal)
        && (!IsLine(pattern) || FileSystemName.MatchesSimpleExpression(pattern, "bitin", ignoreCase: false)
            || FileSystemName.MatchesSimpleExpression(pattern, "bitout", ignoreCase: false));
}
