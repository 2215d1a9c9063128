using System.Globalization;
using System.Text.Json.Serialization;
using SignalMonitor.Notifications;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Notifications;

/// <summary>All targets.</summary>
/// <param name="Targets">In the order of the configuration.</param>
/// <param name="Faults">A line for each file of them that cannot be used.</param>
internal sealed record ListedTargets(IReadOnlyList<ListedTarget> Targets, IReadOnlyList<string> Faults);

/// <summary>A target as `/health` has it, and what goes to it now.</summary>
internal sealed record ListedTarget : TargetHealth
{
    private ListedTarget(TargetHealth health)
        : base(health)
    {
    }

    /// <summary>What goes to it now.</summary>
    public required ListedSettings Settings { get; init; }

    public static new ListedTarget Create(TargetStatus status) =>
        new(TargetHealth.Create(status)) { Settings = ListedSettings.Create(status) };
}

/// <summary>What goes to a target now.</summary>
/// <param name="Kinds">Kinds.</param>
/// <param name="MinSeverity">Least severity.</param>
/// <param name="PerMinute">Messages in a minute at most.</param>
/// <param name="Changed">Whether that is not as configured.</param>
/// <param name="By">Who changed it last; empty = nobody.</param>
internal sealed record ListedSettings(
    IReadOnlyList<string> Kinds, string MinSeverity, int PerMinute, bool Changed, string By)
{
    public static ListedSettings Create(TargetStatus status) => new(
        [.. (status.Settings.Kinds ?? status.Route.Kinds).Select(EnumWords.Get)],
        EnumWords.Get(status.Settings.MinSeverity ?? status.Route.MinSeverity),
        status.PerMinute,
        status.Settings.IsChanged,
        status.Settings.By);
}

/// <summary>What is to be changed of a target; what is null stays.</summary>
/// <param name="Kinds">Kinds that go to it.</param>
/// <param name="MinSeverity">Least severity.</param>
/// <param name="PerMinute">Messages in a minute at most.</param>
/// <param name="PauseMinutes">How long nothing goes to it from now on; 0 ends a pause.</param>
internal sealed record TargetRequest(
    IReadOnlyList<string>? Kinds = null, string? MinSeverity = null, int? PerMinute = null, int? PauseMinutes = null)
{
    /// <summary>What it asks for; the pause is not part of it.</summary>
    /// <param name="asked">The settings.</param>
    /// <param name="fault">What is wrong, in one line that begins with the member.</param>
    public bool TryRead(out TargetSettings asked, out string fault)
    {
        fault = "";
        asked = TargetSettings.Configured with { PerMinute = PerMinute };
        List<NotificationKind> kinds = [];
        foreach (string word in Kinds ?? [])
        {
            if (!EnumWords.TryParse(word, out NotificationKind kind))
                fault = $"kinds: '{word}' is none; there are {TargetSettings.KnownKinds}";
            else if (!kinds.Contains(kind))
                kinds.Add(kind);
        }

        NotificationSeverity severity = default;
        if (MinSeverity is not null && !EnumWords.TryParse(MinSeverity, out severity))
            fault = $"minSeverity: '{MinSeverity}' is none; there are {EnumWords.Get<NotificationSeverity>()}";
        asked = asked with
        {
            Kinds = Kinds is null ? null : kinds,
            MinSeverity = MinSeverity is null ? null : severity,
        };
        if (PauseMinutes is not (null or (>= 0 and <= TargetSettings.MaxPauseMinutes)))
            fault = string.Create(
                CultureInfo.InvariantCulture,
                $"pauseMinutes: {PauseMinutes} is not allowed; it is 0 to {TargetSettings.MaxPauseMinutes}, a week");
        if (this == new TargetRequest())
            fault = "nothing is to be changed: give kinds, minSeverity, perMinute or pauseMinutes";
        if (fault.Length == 0)
            fault = asked.FindFault() ?? "";
        return fault.Length == 0;
    }
}

/// <summary>Source-generated writer of targets.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ListedTargets))]
internal sealed partial class NotificationAnswerJson : JsonSerializerContext;

/// <summary>Reads the body; a member that is not known is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(TargetRequest))]
internal sealed partial class NotificationBodyJson : JsonSerializerContext;
