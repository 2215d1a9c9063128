namespace FuncLibs.Signals.Stateful;

/// <summary>Which values are part of a result.</summary>
public enum QualityKind : byte
{
    /// <summary>The last so many.</summary>
    Window,

    /// <summary>All since the beginning: a value that was not good, or a gap, leaves it uncertain from there on.</summary>
    Running,

    /// <summary>Only the oldest of the last so many, as a delay gives it; invalid until there is one.</summary>
    Delayed,
}
