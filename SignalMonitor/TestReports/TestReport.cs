using FuncLibs.Blocks.Catalogue;
using FuncLibs.Hosting.Certificates;
using SignalMonitor.Alarms;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;

namespace SignalMonitor.TestReports;

/// <summary>The content of a page about a test.</summary>
internal sealed class TestReport
{
    /// <summary>Changes of alarms, or events, that are listed; more are counted.</summary>
    public const int MaxListed = 200;

    /// <summary>Folder of the blocks.</summary>
    public required string Source { get; init; }

    /// <summary>The document of the recording; null for the journal of a connector.</summary>
    public RecordingSummary? Recording { get; init; }

    /// <summary>The test run; null for a journal.</summary>
    public RecordedRun? Run { get; init; }

    /// <summary>The certificate of the recording; null when there is none.</summary>
    public RunCertificate? Certificate { get; init; }

    /// <summary>Why there is no certificate although its file is there; null otherwise.</summary>
    public string? CertificateFault { get; init; }

    /// <summary>Events that were recorded, the first ones.</summary>
    public IReadOnlyList<RecordedEvent> Events { get; init; } = [];

    /// <summary>How many events there are.</summary>
    public long EventCount { get; init; }

    /// <summary>Control actions of the run, in order.</summary>
    public IReadOnlyList<AuditEntry> Actions { get; init; } = [];

    /// <summary>What was changed or removed among them.</summary>
    public IReadOnlyList<string> ActionFaults { get; init; } = [];

    /// <summary>What the stream is, at its last block.</summary>
    public StreamDescription? Stream { get; set; }

    /// <summary>Blocks that were read.</summary>
    public long Blocks { get; set; }

    /// <summary>Due time of the first block, UTC ns.</summary>
    public long FirstNs { get; set; }

    /// <summary>Due time of the last one.</summary>
    public long LastNs { get; set; }

    /// <summary>Breaks in the samples.</summary>
    public long Gaps { get; set; }

    /// <summary>Channels over the whole test.</summary>
    public List<ReportedChannel> Channels { get; } = [];

    /// <summary>Two channels of an axis over short pieces of the test.</summary>
    public List<ReportedLoop> Loops { get; } = [];

    /// <summary>What was computed for the page alone.</summary>
    public required ReportFormulas Formulas { get; init; }

    /// <summary>Strain (abscissa, %) and stress (ordinate, MPa) of a tensile test; empty for another test.</summary>
    public ReportedCurve StressStrain { get; } = new();

    /// <summary>Cyclic signals, in the order of <see cref="ReportFormulas.CyclicSignals"/>.</summary>
    public required IReadOnlyList<ReportedCycles> Cycles { get; init; }

    /// <summary>Calculated channels, with their values at the end.</summary>
    public VariablePlan? Plan { get; set; }

    /// <summary>Changes of alarms that the limits in force give over these blocks, the first ones.</summary>
    public List<AlarmEvent> Alarms { get; } = [];

    /// <summary>How many changes there are.</summary>
    public long AlarmCount { get; set; }

    /// <summary>Remarks for the reader.</summary>
    public List<string> Notes { get; } = [];
}
