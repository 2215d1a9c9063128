using System.Collections.Immutable;

namespace FuncLibs.Signals.Limits;

/// <summary>Kinds and severities as database, JSON and wire spell them: lower case.</summary>
public static class LimitNames
{
    /// <summary>Names of the kinds, in the order of <see cref="LimitKind"/> from its second member on.</summary>
    public static ImmutableArray<string> Kinds { get; } =
        ["upper", "lower", "band", "rate", "underpeak", "peakvalleychange", "endofcount", "stale"];

    /// <summary>Names of the severities, in the order of <see cref="LimitSeverity"/>.</summary>
    public static ImmutableArray<string> Severities { get; } = ["watch", "warning", "distress", "critical", "severe"];

    /// <summary>Name of a kind; "unknown" for what is none.</summary>
    public static string Of(LimitKind kind) => kind - 1 is var i && i >= 0 && (int)i < Kinds.Length ? Kinds[(int)i] : "unknown";

    /// <summary>Name of a severity; "unknown" for what is none.</summary>
    public static string Of(LimitSeverity severity) => (int)severity < Severities.Length ? Severities[(int)severity] : "unknown";

    /// <summary>The kind of that name, in any case; <see cref="LimitKind.Unknown"/> when there is none.</summary>
    public static LimitKind KindOf(string? name) => (LimitKind)(Find(Kinds, name) + 1);

    /// <summary>The severity of that name, in any case; null when there is none.</summary>
    public static LimitSeverity? SeverityOf(string? name) => Find(Severities, name) is var i and >= 0 ? (LimitSeverity)i : null;

    private static int Find(ImmutableArray<string> names, string? name) => names.IndexOf(name ?? "", 0, StringComparer.OrdinalIgnoreCase);
}
