namespace HardwareConnector.LinkChecks;

/// <summary>What the link of a rig can do wrong.</summary>
public enum LinkFaultKind
{
    /// <summary>No hello came in time, or another frame came before it.</summary>
    NoHello,

    /// <summary>The hello names another version of the protocol.</summary>
    WrongVersion,

    /// <summary>A hello that cannot be read, or that a connector refuses.</summary>
    BadHello,

    /// <summary>Bytes that are no frame, or a body that is not of the type of its frame.</summary>
    BadFrame,

    /// <summary>The connection ended while it was checked.</summary>
    ConnectionEnded,

    /// <summary>No block of a stream came.</summary>
    NoBlocks,

    /// <summary>A document that is not content 1.</summary>
    BadDocument,

    /// <summary>A block that the hello does not describe.</summary>
    NotDescribed,

    /// <summary>A live count above what the block holds.</summary>
    CountOutOfRange,

    /// <summary>The index of the first sample does not follow the block before.</summary>
    SampleIndexJump,

    /// <summary>Blocks come in bursts, or with long pauses.</summary>
    IrregularTimes,

    /// <summary>Samples come at another rate than in the hello.</summary>
    WrongRate,

    /// <summary>Due times and sample indices do not move on together.</summary>
    ClockStep,

    /// <summary>Due times are far from the UTC of this machine.</summary>
    ClockOffset,

    /// <summary>A cycle count went back.</summary>
    CountBack,

    /// <summary>NaN or infinite values.</summary>
    NonFinite,

    /// <summary>Values outside the range of their column.</summary>
    OutOfRange,

    /// <summary>The rig marked blocks as invalid.</summary>
    ErrorCode,

    /// <summary>Blocks without a sample.</summary>
    EmptyBlock,

    /// <summary>No heartbeat for longer than it may take.</summary>
    NoHeartbeat,

    /// <summary>An event or state frame that cannot be used.</summary>
    BadMessage,

    /// <summary>A column without a unit.</summary>
    UnitMissing,

    /// <summary>A unit that is unknown in formulas.</summary>
    UnitUnknown,

    /// <summary>A column without a range.</summary>
    RangeMissing,

    /// <summary>No TLS with the rig: one side does not trust the other, or does not speak TLS.</summary>
    NotSecure,
}

/// <summary>A fault: what, where, why it matters and what to do.</summary>
/// <param name="Kind">What kind of fault.</param>
/// <param name="Where">Stream, channel or the connection.</param>
/// <param name="What">The first occurrence.</param>
/// <param name="Times">How often it was seen.</param>
internal sealed record LinkFault(LinkFaultKind Kind, string Where, string What, int Times)
{
    /// <summary>Why it matters.</summary>
    public string Why => Advice(Kind).Why;

    /// <summary>What to do.</summary>
    public string Do => Advice(Kind).Do;

    private static (string Why, string Do) Advice(LinkFaultKind kind) => kind switch
    {
        LinkFaultKind.NoHello => (
            "the rig speaks first; without a hello the connector closes the link after 3 s",
            "send frame type 1 as soon as a connection is accepted; a rig that serves another connector already must "
                + "close this one with a state frame; a rig with TLS has tls://"),
        LinkFaultKind.WrongVersion => (
            "the connector refuses a hello of another version and closes the link", "send protocol: 1"),
        LinkFaultKind.BadHello => (
            "the connector refuses the hello and closes the link",
            "correct the member that is named; docs/wire-format.md lists them all"),
        LinkFaultKind.BadFrame => (
            "the connector closes the link",
            "begin each frame with u32 length (of type and body, little-endian) and u8 type"),
        LinkFaultKind.ConnectionEnded => (
            "the connector reconnects, and samples of the time between are declared missing",
            "keep the connection open, and send heartbeats while there are no blocks"),
        LinkFaultKind.NoBlocks => (
            "the stream stays without values", "send blocks, or a state frame `offline` with the reason"),
        LinkFaultKind.BadDocument => (
            "the connector closes the link",
            "write content 1: an array of 8 whose channels have the columns of the hello, in its order"),
        LinkFaultKind.NotDescribed => (
            "the connector closes the link",
            "make hello and blocks agree; send a new hello before the first block of another layout"),
        LinkFaultKind.CountOutOfRange => (
            "the connector closes the link",
            "send the number of live channels or bits, at most those of the block, or FFFF for all"),
        LinkFaultKind.SampleIndexJump => (
            "samples between two blocks are declared missing; blocks of the past are dropped",
            "count samples from the start of the rig; first index of a block = first index of the one before + its "
                + "points"),
        LinkFaultKind.IrregularTimes => (
            "latency and alarms are as late as the latest block, and queues fill in bursts",
            "send each block when its last sample is measured; set TCP_NODELAY; look for a slow loop or a buffer in "
                + "front of the socket"),
        LinkFaultKind.WrongRate => (
            "frequencies, rates and durations are computed from the rate of the hello", "announce the true baseRateHz"),
        LinkFaultKind.ClockStep => (
            "latency, plots and the time of alarms step with it",
            "take due times from the sample counter: start + index / rate; do not read the clock for each block"),
        LinkFaultKind.ClockOffset => (
            "values look late or of the future, and old ones are shown as stale",
            "send UTC in ns since 1970, and keep the clocks of rig and connector in step by NTP or PTP"),
        LinkFaultKind.CountBack => (
            "cycles are counted again", "let the count of a channel only grow during a test"),
        LinkFaultKind.NonFinite => (
            "these values have the quality invalid, and windows over them too",
            "send the last good value with an error code, or leave the channel out"),
        LinkFaultKind.OutOfRange => (
            "values at or beyond the range have the quality saturated",
            "give the measuring range in the unit of the values, and check the calibration"),
        LinkFaultKind.ErrorCode => (
            "a block with an error code is declared lost", "look up the code in the manual of the rig"),
        LinkFaultKind.EmptyBlock => (
            "an empty block carries nothing and costs a number", "send no block when nothing was measured"),
        LinkFaultKind.NoHeartbeat => (
            "without blocks and heartbeats the connector closes the link after 3 s",
            "send frame type 5, without a body, each second"),
        LinkFaultKind.BadMessage => (
            "an event that cannot be used is counted and dropped; a state that cannot be read closes the link",
            "correct the member that is named"),
        LinkFaultKind.UnitMissing => (
            "a formula cannot check what it adds or compares, and plots cannot be grouped by unit",
            "name the unit of the values (kN, mm, %, degC); a ratio has the unit 1"),
        LinkFaultKind.NotSecure => (
            "the connector reads nothing from a rig that it does not trust",
            "compare the rig's certificate with CaFile or Fingerprint, and this certificate with those that the rig "
                + "accepts; a rig without TLS has tcp://"),
        LinkFaultKind.UnitUnknown => (
            "formulas treat it as a unit of its own that nothing converts to",
            "use the spelling of docs/expressions.md"),
        _ => (
            "saturation is not seen, and plots cannot scale to the range",
            "give min and max of the measuring range, in the unit of the column"),
    };
}

/// <summary>The faults found so far: one entry for each kind and place, with the first occurrence and how often it was
/// seen.</summary>
internal sealed class LinkFaultLog
{
    private const int MaxEntries = 200;

    private readonly Dictionary<(LinkFaultKind, string), LinkFault> _faults = [];

    /// <summary>All of them, in the order in which they were seen first.</summary>
    public IReadOnlyList<LinkFault> All => [.. _faults.Values];

    /// <summary>True when a fault of this kind was seen at a place.</summary>
    public bool Has(LinkFaultKind kind, string where) => _faults.ContainsKey((kind, where));

    /// <summary>Adds an occurrence.</summary>
    public void Add(LinkFaultKind kind, string where, string what, int times = 1)
    {
        if (_faults.TryGetValue((kind, where), out LinkFault? known))
            _faults[(kind, where)] = known with { Times = known.Times + times };
        else if (_faults.Count < MaxEntries)
            _faults.Add((kind, where), new LinkFault(kind, where, what, times));
    }
}
