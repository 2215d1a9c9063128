using System.Text.Json.Serialization;
using FuncLibs.Signals.Limits;
using SignalMonitor.Saving;

namespace SignalMonitor.Alarms;

/// <summary>The part `alarms`: the state of every alarm, by stream.</summary>
internal sealed class AlarmPart() : StreamPart<SavedAlarms>(
    "alarms", "alarms", AlarmSavedJson.Default.SavedAlarmsArray);

/// <summary>All alarms of one stream at one position.</summary>
/// <param name="Publisher">Publisher of the stream.</param>
/// <param name="Stream">Its number.</param>
/// <param name="Number">Number of the newest event.</param>
/// <param name="Alarms">The alarms.</param>
internal sealed record SavedAlarms(Guid Publisher, uint Stream, long Number, IReadOnlyList<SavedAlarm> Alarms)
    : IStreamState
{
    /// <inheritdoc/>
    public string? Fault => TryMake(out _);

    /// <summary>Makes the set that an engine resumes from.</summary>
    /// <param name="set">The set; null when it has a fault.</param>
    /// <returns>Null, or what is wrong with it, as the end of a sentence.</returns>
    public string? TryMake(out AlarmSet? set)
    {
        set = null;
        if (Publisher == Guid.Empty || Number < 0 || Alarms.Any(alarm => alarm is null))
            return $"the alarms of stream {Stream} lack publisher, number or an alarm";
        if (LimitFaults.Check([.. Alarms.Select(alarm => alarm.Limit)]) is [string fault, ..])
            return fault;
        AlarmSet made = new([.. Alarms.Select(alarm => alarm.Limit)]);
        foreach (SavedAlarm saved in Alarms)
        {
            int place = made.PlaceOf(saved.Limit.Id);
            if (place < 0)
                return $"limit {saved.Limit.Id} is saved and disabled";
            if (saved.Standing.Fault is { } wrong)
                return $"limit {saved.Limit.Id} {wrong}";
            if (saved.Memory.Length > SavedAlarm.MaxMemory || !made.Alarms[place].TryLoad(saved.Standing, saved.Memory))
                return $"the saved state of limit {saved.Limit.Id} is not of its kind";
        }

        set = made;
        return null;
    }
}

/// <summary>One alarm as it is saved.</summary>
/// <param name="Limit">The limit as it was then: an edit that came meanwhile shows.</param>
/// <param name="Standing">Its state.</param>
/// <param name="Memory">State of its condition, as <see cref="Alarm.Save"/> writes it; base64 in JSON.</param>
internal sealed record SavedAlarm(LimitDefinition Limit, AlarmStatus Standing, byte[] Memory)
{
    /// <summary>Most bytes of a condition's state.</summary>
    public const int MaxMemory = 1024;
}

/// <summary>Generated JSON of saved alarms. <see cref="SavedAlarms.Fault"/> judges what was read.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    IgnoreReadOnlyProperties = true,
    UseStringEnumConverter = true,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(SavedAlarms[]))]
internal sealed partial class AlarmSavedJson : JsonSerializerContext;
