namespace Benchmarks.Objects;

/// <summary>How long a run of <c>benchmarks objects</c> takes.</summary>
/// <param name="IsQuick">Less of it: figures that are less steady.</param>
/// <param name="WarmUp">How long the cases of a mix run before they are timed.</param>
/// <param name="Case">How long one case takes, all its repeats together.</param>
internal sealed record ObjectPace(bool IsQuick, TimeSpan WarmUp, TimeSpan Case)
{
    /// <summary>A second a case.</summary>
    public static ObjectPace Quick { get; } = new(true, TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(1));

    /// <summary>20 seconds a case.</summary>
    public static ObjectPace Full { get; } = new(false, TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(20));
}

/// <summary>One part of <c>benchmarks objects</c>.</summary>
/// <param name="Name">Its name for <c>--only</c>.</param>
/// <param name="Run">Measures; throws <see cref="InvalidDataException"/> when a result is wrong.</param>
internal sealed record ObjectsPart(string Name, Action<ObjectPace, Measuring.MetricReport> Run);
