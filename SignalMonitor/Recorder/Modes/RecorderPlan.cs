using System.Collections.Immutable;
using System.Globalization;

namespace SignalMonitor.Recorder.Modes;

/// <summary>What is recorded of which channels, as it was configured. Immutable.</summary>
/// <param name="Groups">
/// The groups; the first has the channels that are in no other one, the others are in the order of the configuration.
/// </param>
/// <param name="Triggers">All triggers.</param>
internal sealed record RecorderPlan(ImmutableArray<GroupPlan> Groups, ImmutableArray<RecorderTriggerOptions> Triggers)
{
    /// <summary>True when every block is recorded as it was published.</summary>
    public bool IsWhole => Groups is [{ Mode: RecorderMode.All }];

    /// <summary>The plan of options that were checked.</summary>
    /// <param name="rest">What is recorded of channels that are in no group.</param>
    /// <param name="groups">The groups.</param>
    /// <param name="triggers">The triggers.</param>
    public static RecorderPlan Create(
        GroupPlan rest, RecorderGroupOptions[] groups, ImmutableArray<RecorderTriggerOptions> triggers)
    {
        ImmutableArray<int> all = [.. Enumerable.Range(0, triggers.Length)];
        return new RecorderPlan(
            [
                rest with { Triggers = all },
                .. groups.Select((group, index) => new GroupPlan(
                    NameOf(group, index),
                    [.. group.Channels],
                    group.Mode,
                    group.CycleSignal.Length > 0 ? group.CycleSignal : rest.CycleSignal,
                    group.Rate > 0 ? group.Rate : rest.RateHz,
                    group.Triggers.Length == 0 ? all
                        : [.. all.Where(index => group.Triggers.Contains(triggers[index].Name))])),
            ],
            triggers);
    }

    /// <summary>The name in force of a group.</summary>
    public static string NameOf(RecorderGroupOptions group, int index) => group.Name.Length > 0
        ? group.Name
        : string.Create(CultureInfo.InvariantCulture, $"{ShortOf(group.Mode)}{index}");

    private static string ShortOf(RecorderMode mode) => mode switch
    {
        RecorderMode.Cycles => "cycles",
        RecorderMode.Triggered => "trig",
        RecorderMode.Reduced => "reduced",
        _ => "all",
    };
}

/// <summary>What is recorded of a group of channels. Immutable.</summary>
/// <param name="Name">Its name; empty for the channels that are in no other group.</param>
/// <param name="Channels">Patterns of its channels; none for those that are in no other group.</param>
/// <param name="Mode">What is recorded of them.</param>
/// <param name="CycleSignal">With <see cref="RecorderMode.Cycles"/> the column that counts cycles.</param>
/// <param name="RateHz">With <see cref="RecorderMode.Reduced"/> samples a second that are stored of a column.</param>
/// <param name="Triggers">With <see cref="RecorderMode.Triggered"/> places of its triggers.</param>
internal sealed record GroupPlan(
    string Name,
    ImmutableArray<string> Channels,
    RecorderMode Mode,
    string CycleSignal,
    double RateHz,
    ImmutableArray<int> Triggers);
