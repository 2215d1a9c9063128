using FuncLibs.Journal.Records;
using HardwareConnector.Configuration;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Logging;

/// <summary>All log events of this host. Ids 2000-2999; never a line per block.</summary>
internal static partial class ConnectorLog
{
    [LoggerMessage(2001, LogLevel.Information, "publishing as {Publisher}, epoch {Epoch}, content {Content}")]
    public static partial void Identity(ILogger logger, Guid publisher, ulong epoch, string content);

    [LoggerMessage(2150, LogLevel.Error, "the description of {Source} cannot be published: {Fault}")]
    public static partial void SourceRefused(ILogger logger, string source, string fault);

    [LoggerMessage(2190, LogLevel.Information, "the transport is NetMQ, on this machine only. {Reason}")]
    public static partial void WithoutLibzmq(ILogger logger, string reason);

    [LoggerMessage(2002, LogLevel.Information, "rig {Rig} is connected")]
    public static partial void RigConnected(ILogger logger, string rig);

    [LoggerMessage(2003, LogLevel.Warning, "link to rig {Rig} ended: {Reason}; connecting again")]
    public static partial void LinkLost(ILogger logger, string rig, string reason);

    [LoggerMessage(
        2004,
        LogLevel.Warning,
        "no rig at {Rig} ({Reason}); start the simulator or the rig's adapter there, or set Source:Endpoint. The "
            + "connector keeps trying")]
    public static partial void NoRig(ILogger logger, string rig, string reason);

    [LoggerMessage(
        2160,
        LogLevel.Error,
        "the rig at {Rig} is not served: {Reason}. Compare Source:Tls with the rig's certificate; the connector keeps "
            + "trying")]
    public static partial void RigNotTrusted(ILogger logger, string rig, string reason);

    [LoggerMessage(
        2162, LogLevel.Error, "the watched consumer {Consumer} is gone: nothing was heard of it for {Seconds} s")]
    public static partial void WatchedConsumerGone(ILogger logger, string consumer, long seconds);

    [LoggerMessage(2163, LogLevel.Information, "the watched consumer {Consumer} is back")]
    public static partial void WatchedConsumerBack(ILogger logger, string consumer);

    [LoggerMessage(2170, LogLevel.Information, "blocks are published as {Content}, before as {Former} ({Why})")]
    public static partial void FormatChanged(ILogger logger, string former, string content, string why);

    [LoggerMessage(
        2171, LogLevel.Warning, "what is asked of the payload format cannot be done: {Fault}; {Content} stays in use")]
    public static partial void FormatRequestUnusable(ILogger logger, string fault, string content);

    [LoggerMessage(2172, LogLevel.Error, "{Failure}; no block was lost. Use `format use` to try again")]
    public static partial void FormatFailed(ILogger logger, string failure);

    [LoggerMessage(
        2173,
        LogLevel.Information,
        "canary {Content}: {Share} % of the blocks are compared; it is decided after {Blocks}")]
    public static partial void CanaryBegun(ILogger logger, string content, int share, int blocks);

    [LoggerMessage(2174, LogLevel.Information, "canary {Content} {State}: {Reason}")]
    public static partial void CanaryPassed(ILogger logger, string content, string state, string reason);

    [LoggerMessage(2175, LogLevel.Warning, "canary {Content} is rolled back: {Reason}; it was never published")]
    public static partial void CanaryRolledBack(ILogger logger, string content, string reason);

    [LoggerMessage(
        2176,
        LogLevel.Warning,
        "what came of the canary is not saved ({Reason}): after a restart it is compared again")]
    public static partial void VerdictNotSaved(ILogger logger, string reason);

    [LoggerMessage(2161, LogLevel.Warning, "{Warning}")]
    public static partial void LinkWarning(ILogger logger, string warning);

    [LoggerMessage(
        2005,
        LogLevel.Warning,
        "stream {Stream}: {Samples} samples of its base clock so far never became a block; the loss frames say which "
            + "and why")]
    public static partial void SamplesMissing(ILogger logger, string stream, ulong samples);

    [LoggerMessage(2006, LogLevel.Information, "the journal has {Segments} segments, {Bytes} bytes")]
    public static partial void JournalOpened(ILogger logger, int segments, long bytes);

    [LoggerMessage(
        2007,
        LogLevel.Warning,
        "the journal is damaged in {Range}; the rest is kept, and consumers that request the lost frames get a reason")]
    public static partial void JournalDamaged(ILogger logger, string range);

    [LoggerMessage(
        2008,
        LogLevel.Warning,
        "segment {Segment} is of another publisher or a newer program, or cannot be read; it is left alone")]
    public static partial void SegmentLeftAlone(ILogger logger, string segment);

    [LoggerMessage(
        2009, LogLevel.Information, "epoch {Epoch} of stream {Stream} ended at {Last}; the journal has it up to "
            + "{Recovered}; exact: {Exact}")]
    public static partial void EpochClosed(
        ILogger logger, ulong epoch, uint stream, ulong last, ulong recovered, bool exact);

    [LoggerMessage(
        2140,
        LogLevel.Warning,
        "no file of sample marks ({Reason}): samples measured while no connector runs will not be accounted for")]
    public static partial void NoSampleMarks(ILogger logger, string reason);

    [LoggerMessage(
        2010,
        LogLevel.Warning,
        "no position file ({Reason}): after an unclean stop the end of this epoch will not be exact")]
    public static partial void NoPosition(ILogger logger, string reason);

    [LoggerMessage(
        2011,
        LogLevel.Error,
        "NOT RECORDING: {Reason}; blocks are still published. Recording resumes by itself once the cause is removed")]
    public static partial void NotRecording(ILogger logger, string reason);

    [LoggerMessage(2012, LogLevel.Warning, "recording again; frames published meanwhile are missing from the journal")]
    public static partial void RecordingAgain(ILogger logger);

    [LoggerMessage(2013, LogLevel.Warning, "{Frames} published frames so far are not in the journal")]
    public static partial void JournalGaps(ILogger logger, long frames);

    [LoggerMessage(
        2014,
        LogLevel.Warning,
        "the state folder is older than its journal, as after restoring a backup: its epoch is {Epoch}, the journal's "
            + "{Recorded}. "
        + "Its numbers are raised, so that none is assigned twice: epoch {Now}, catalogue revision {Revision}, "
        + "{Streams} added streams")]
    public static partial void StateRestored(
        ILogger logger, ulong epoch, ulong recorded, ulong now, uint revision, int streams);

    [LoggerMessage(2100, LogLevel.Warning, "recording was interrupted and continues in a new segment: {Failure}")]
    public static partial void RecordingInterrupted(ILogger logger, string? failure);

    [LoggerMessage(
        2101,
        LogLevel.Error,
        "the state is NOT SAVED: {Reason}; blocks are still published, and numbers assigned meanwhile are only in "
            + "memory. "
        + "Saving is retried each second")]
    public static partial void StateNotSaved(ILogger logger, string reason);

    [LoggerMessage(
        2103,
        LogLevel.Warning,
        "a segment of the journal could not be repaired: {Failure}; it is read, and the repair is retried at the next "
            + "start")]
    public static partial void NotRepaired(ILogger logger, string failure);

    [LoggerMessage(2102, LogLevel.Information, "the state is saved again")]
    public static partial void StateSavedAgain(ILogger logger);

    [LoggerMessage(
        2120,
        LogLevel.Warning,
        "data waiting for the disk are in memory of this process ({Reason}): a kill loses published frames that are "
            + "not written yet; "
        + "see Journal:RingFolder")]
    public static partial void RingInProcess(ILogger logger, string reason);

    [LoggerMessage(
        2121,
        LogLevel.Warning,
        "the file {File}, which holds data waiting for the disk, was removed: a kill now loses unwritten frames; "
            + "restart when "
        + "convenient")]
    public static partial void RingTakenAway(ILogger logger, string? file);

    [LoggerMessage(
        2122,
        LogLevel.Information,
        "epoch {Epoch} ended without a clean stop: {Records} published frames that were not on disk are written now; "
            + "{Lost} could not be "
        + "written, {Damaged} bytes held no whole frame")]
    public static partial void RingRecovered(ILogger logger, ulong epoch, long records, long lost, long damaged);

    [LoggerMessage(2040, LogLevel.Warning, "found at stream {Stream} of the rig, so far: {Findings}")]
    public static partial void RigFindings(ILogger logger, string stream, string findings);

    [LoggerMessage(2057, LogLevel.Information, "rig of stream {Stream}: {Name} {Channel} at sample {Sample}: {Text}")]
    public static partial void RigEventInfo(
        ILogger logger, string stream, string name, string channel, long sample, string text);

    [LoggerMessage(2058, LogLevel.Warning, "rig of stream {Stream}: {Name} {Channel} at sample {Sample}: {Text}")]
    public static partial void RigEventWarning(
        ILogger logger, string stream, string name, string channel, long sample, string text);

    [LoggerMessage(2059, LogLevel.Warning, "{Count} events of rig {Rig} so far could not be used, the last: {Fault}")]
    public static partial void RigEventsUnusable(ILogger logger, string rig, long count, string? fault);

    [LoggerMessage(2060, LogLevel.Warning, "{Count} events of rig {Rig} so far were dropped: the rig sent too many")]
    public static partial void RigEventsLost(ILogger logger, string rig, long count);

    [LoggerMessage(
        2050,
        LogLevel.Information,
        "REPLAY of {Folder}, recorded as {Site}/{Rig}, at speed {Speed}; up to what was written at the start")]
    public static partial void Replaying(ILogger logger, string folder, string site, string rig, ReplaySpeed speed);

    [LoggerMessage(
        2051,
        LogLevel.Information,
        "end of recording {Folder}: {Blocks} blocks were replayed, {Unusable} could not be used")]
    public static partial void ReplayEnded(ILogger logger, string folder, long blocks, long unusable);

    [LoggerMessage(
        2052, LogLevel.Warning, "damaged in the recording {Folder}: {Range}; blocks in it are declared as a gap")]
    public static partial void RecordingDamaged(ILogger logger, string folder, DamagedRange range);

    [LoggerMessage(2053, LogLevel.Error, "{Fault}")]
    public static partial void GroundTruthFault(ILogger logger, string fault);

    [LoggerMessage(
        2054, LogLevel.Warning, "{Lines} lines are not in the truth file {File}: its disk was too slow, or it is full")]
    public static partial void GroundTruthDropped(ILogger logger, long lines, string file);

    [LoggerMessage(2055, LogLevel.Warning, "{Count} faults are scheduled by {File}; the last begins at sample {Last}")]
    public static partial void FaultsScheduled(ILogger logger, int count, string file, long last);

    [LoggerMessage(2030, LogLevel.Warning, "consumer {Consumer} is slow: {Places}")]
    public static partial void ConsumerSlow(ILogger logger, string consumer, string places);

    [LoggerMessage(2031, LogLevel.Warning, "consumer {Consumer} has been silent for {Seconds:0} s: {Places}")]
    public static partial void ConsumerGone(ILogger logger, string consumer, double seconds, string places);

    [LoggerMessage(2032, LogLevel.Information, "consumer {Consumer} keeps up again: {Places}")]
    public static partial void ConsumerKeeping(ILogger logger, string consumer, string places);

    [LoggerMessage(
        2033,
        LogLevel.Warning,
        "the quota removed {Segments} segments so far that consumers still needed: {Consumers}; requests for the "
            + "range are answered as gone")]
    public static partial void NeededRemoved(ILogger logger, long segments, string consumers);

    [LoggerMessage(2034, LogLevel.Warning, "retention leases of consumers: {Reason}")]
    public static partial void LeasesDamaged(ILogger logger, string reason);

    [LoggerMessage(
        2035,
        LogLevel.Warning,
        "retention leases of consumers cannot be saved ({Reason}); they apply, but not after a restart")]
    public static partial void LeasesNotSaved(ILogger logger, string reason);

    [LoggerMessage(
        2036,
        LogLevel.Warning,
        "the clock of this machine was stepped by {Seconds:+0.000000;-0.000000} s; due times of blocks come from the "
            + "rig and are not affected")]
    public static partial void ClockStepped(ILogger logger, double seconds);

    [LoggerMessage(2180, LogLevel.Information, "the bridge is connected to {Broker}, queue {Queue}")]
    public static partial void BridgeConnected(ILogger logger, string broker, string queue);

    [LoggerMessage(2181, LogLevel.Information, "the bridge is live: {Queue} has everything that is in the journal")]
    public static partial void BridgeLive(ILogger logger, string queue);

    [LoggerMessage(
        2182, LogLevel.Error, "the bridge is not connected: {Fault}. The journal keeps the frames; it keeps trying")]
    public static partial void BridgeFailed(ILogger logger, string fault);

    [LoggerMessage(
        2183,
        LogLevel.Warning,
        "the broker takes nothing ({Reason}); the journal keeps the frames. Free its disk or memory")]
    public static partial void BridgeBlocked(ILogger logger, string reason);

    [LoggerMessage(2184, LogLevel.Information, "the broker takes frames again")]
    public static partial void BridgeUnblocked(ILogger logger);

    [LoggerMessage(
        2185,
        LogLevel.Warning,
        "queue {Queue} is empty although frames were confirmed: it was deleted, or emptied. Everything that the journal "
            + "has is published again")]
    public static partial void BridgeQueueEmpty(ILogger logger, string queue);

    [LoggerMessage(2186, LogLevel.Warning, "{Damage}")]
    public static partial void BridgeCursorDamaged(ILogger logger, string damage);

    [LoggerMessage(
        2187,
        LogLevel.Warning,
        "the place of the bridge cannot be saved ({Fault}); after a restart frames are published again")]
    public static partial void BridgeCursorNotSaved(ILogger logger, string fault);

    [LoggerMessage(2188, LogLevel.Warning, "the bridge cannot read the journal ({Fault}); it keeps trying")]
    public static partial void BridgeDiskFailed(ILogger logger, string fault);

    [LoggerMessage(2189, LogLevel.Information, "the bridge was rewound: {What} is published again")]
    public static partial void BridgeRewound(ILogger logger, string what);

    [LoggerMessage(2191, LogLevel.Warning, "what is asked of the bridge cannot be done: {Fault}")]
    public static partial void BridgeRequestUnusable(ILogger logger, string fault);
}
