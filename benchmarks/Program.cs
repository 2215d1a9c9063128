using System.CommandLine;
using Benchmarks.Archive;
using Benchmarks.Bridging;
using Benchmarks.Charts;
using Benchmarks.Dashboard;
using Benchmarks.Exporting;
using Benchmarks.History;
using Benchmarks.Journal;
using Benchmarks.Measuring;
using Benchmarks.Objects;
using Benchmarks.Outages;
using Benchmarks.Pacing;
using Benchmarks.Pipeline;
using Benchmarks.Pipeline.Relay;
using Benchmarks.Rig;
using Benchmarks.Rigs;
using Benchmarks.Scaling;
using Benchmarks.Serialization;
using Benchmarks.Sharing;
using Benchmarks.Signals;
using Benchmarks.Start;
using Benchmarks.TestRuns;
using Benchmarks.Transports;

var root = new RootCommand("Measures the library on this machine; every figure is checked before it is taken.")
{
    SerializationVerb.Create(),
    ObjectsVerb.Create(),
    PipelineVerb.Create(),
    RelayStage.Create(),
    JournalBenchmarkVerb.Create(),
    HistoryVerb.Create(),
    ExportBenchmarkVerb.Create(),
    RecorderVerb.Create(),
    ArchiveBenchmarkVerb.Create(),
    RigVerb.Create(),
    RigsVerb.Create(),
    ScaleVerb.Create(),
    BridgeBenchmarkVerb.Create(),
    ShareBenchmarkVerb.Create(),
    PacingVerb.Create(),
    SoakVerb.Create(),
    StartVerb.Create(),
    SignalsBenchmarkVerb.Create(),
    TransportVerb.Create(),
    DashboardVerb.Create(),
    ChartsVerb.Create(),
};
MachineFacts.Print();
return await root.Parse(args).InvokeAsync();
