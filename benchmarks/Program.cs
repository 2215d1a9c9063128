using System.CommandLine;
using Benchmarks.Charts;
using Benchmarks.Journal;
using Benchmarks.Measuring;
using Benchmarks.Outages;
using Benchmarks.Pipeline;
using Benchmarks.Serialization;

var root = new RootCommand("Measures the library on this machine; every figure is checked before it is taken.")
{
    SerializationVerb.Create(),
    PipelineVerb.Create(),
    JournalVerb.Create(),
    SoakVerb.Create(),
    ChartsVerb.Create(),
};
MachineFacts.Print();
return await root.Parse(args).InvokeAsync();
