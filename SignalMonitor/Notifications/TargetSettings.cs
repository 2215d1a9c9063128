using System.Globalization;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Notifications;

/// <summary>
/// What an admin changed of a target while the monitor runs. What is null is as configured. Servers, receivers and
/// secrets are none of it.
/// </summary>
internal sealed record TargetSettings
{
    /// <summary>Messages in a minute at most, as <see cref="NotificationOptions.PerMinute"/>.</summary>
    public const int MaxPerMinute = 600;

    /// <summary>A pause has an end, so that a target cannot be forgotten: minutes at most.</summary>
    public const int MaxPauseMinutes = 7 * 24 * 60;

    /// <summary>Kinds that can be chosen: a trial goes to every target.</summary>
    public const string KnownKinds = "alarm, test, trouble";

    /// <summary>As configured.</summary>
    public static TargetSettings Configured { get; } = new();

    /// <summary>Kinds that go to the target; null = as configured.</summary>
    public IReadOnlyList<NotificationKind>? Kinds { get; init; }

    /// <summary>Least severity; null = as configured.</summary>
    public NotificationSeverity? MinSeverity { get; init; }

    /// <summary>Messages in a minute at most, 1 to 600; null = as configured.</summary>
    public int? PerMinute { get; init; }

    /// <summary>Nothing goes to the target before, UTC ns; 0 = it is not paused.</summary>
    public long PausedUntilNs { get; init; }

    /// <summary>Who changed it last; empty = nobody.</summary>
    public string By { get; init; } = "";

    /// <summary>True when something is not as configured; a pause does not count.</summary>
    [JsonIgnore]
    public bool IsChanged => Kinds is not null || MinSeverity is not null || PerMinute is not null;

    /// <summary>Whether nothing goes to the target at a moment.</summary>
    /// <param name="utcNs">The moment, UTC ns.</param>
    public bool IsPaused(long utcNs) => utcNs < PausedUntilNs;

    /// <summary>What is not allowed in it, in one line that begins with the member; null = nothing.</summary>
    public string? FindFault()
    {
        if (Kinds is { } kinds && (kinds.Count == 0 || kinds.Any(kind => !IsChoice(kind))))
            return $"kinds: give one or more of {KnownKinds}; pause a target that is to be silent";
        if (MinSeverity is { } severity && !Enum.IsDefined(severity))
            return "minSeverity: it is info, warning or critical";
        return PerMinute is null or (>= 1 and <= MaxPerMinute)
            ? null
            : string.Create(
                CultureInfo.InvariantCulture, $"perMinute: {PerMinute} is not allowed; it is 1 to {MaxPerMinute}");
    }

    /// <summary>The settings in one line, for the audit log.</summary>
    /// <param name="route">What is configured.</param>
    /// <param name="perMinute">The configured rate.</param>
    public string Describe(NotificationRoute route, int perMinute)
    {
        string kinds = string.Join(", ", (Kinds ?? route.Kinds).Select(EnumWords.Get));
        string severity = EnumWords.Get(MinSeverity ?? route.MinSeverity);
        string pause = PausedUntilNs == 0
            ? "" : $"; paused until {UtcClock.TimeOf(PausedUntilNs).UtcDateTime:yyyy-MM-ddTHH:mm:ssZ}";
        return string.Create(
            CultureInfo.InvariantCulture, $"{kinds} from {severity} on; {PerMinute ?? perMinute} a minute{pause}");
    }

    private static bool IsChoice(NotificationKind kind) => Enum.IsDefined(kind) && kind != NotificationKind.Trial;
}
