using System.Collections.Immutable;

namespace SignalMonitor.Events;

/// <summary>Some events in a row.</summary>
/// <param name="All">The events, the oldest first.</param>
/// <param name="Missed">How many before them were forgotten already.</param>
internal readonly record struct DashboardEvents(ImmutableArray<DashboardEvent> All, long Missed);

/// <summary>One event.</summary>
/// <param name="Number">From 1.</param>
/// <param name="UtcNs">When it happened, UTC ns.</param>
/// <param name="Kind">What it is of.</param>
/// <param name="Stream">Name of the stream; empty for none.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Text">One line for people.</param>
internal readonly record struct DashboardEvent(
    long Number, long UtcNs, DashboardEventKind Kind, string Stream, DashboardEventSeverity Severity, string Text);

/// <summary>What an event is of.</summary>
internal enum DashboardEventKind
{
    /// <summary>An alarm changed its state.</summary>
    Alarm,

    /// <summary>A rig reports something.</summary>
    Rig,

    /// <summary>A break was found.</summary>
    Break,

    /// <summary>Definitions were taken over.</summary>
    Variables,

    /// <summary>A person noted something.</summary>
    Note,

    /// <summary>A connection, a stream or the database is lost or back; blocks were lost.</summary>
    Connection,

    /// <summary>A test run began or ended.</summary>
    TestRun,
}

/// <summary>How much an event matters.</summary>
internal enum DashboardEventSeverity
{
    /// <summary>Information only.</summary>
    Info,

    /// <summary>Somebody should look.</summary>
    Warning,

    /// <summary>Somebody must act.</summary>
    Critical,
}
