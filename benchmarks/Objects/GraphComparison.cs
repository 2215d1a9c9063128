using System.Buffers;
using System.Text.Json;
using Benchmarks.Measuring;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;
using PolyType;

namespace Benchmarks.Objects;

/// <summary>
/// Times the graph format over the graph of the comparison, with references and without, against the libraries: into
/// new objects, into objects that are there (populate), and by the keys of lists (populate-merge).
/// </summary>
/// <param name="pace">How long.</param>
/// <param name="report">Receives the figures, <c>graph.&lt;case&gt;.&lt;us|bytes|alloc&gt;</c>.</param>
internal sealed class GraphComparison(ObjectPace pace, MetricReport report)
{
    private const string Prefix = "graph.";
    private const string Tree = "tree";
    private const string References = "references";

    private static readonly ObjectTypes Types = new() { Shapes = GraphShapes.GeneratedTypeShapeProvider };
    private static readonly ListMerge Merge = new() { Removes = true };

    private readonly List<Candidate> _candidates = [];

    /// <summary>Runs.</summary>
    /// <exception cref="InvalidDataException">A serializer gave another graph back.</exception>
    public void Run()
    {
        foreach (string format in (string[])[ObjectFormat.MessagePack, ObjectFormat.Nerdbank,
            ObjectFormat.NerdbankReferences])
            Add(format, ObjectSerializers.Create(format, Types)!);
        foreach ((string name, bool keeps) in ((string, bool)[])[(Tree, false), (References, true)])
        {
            IGraphSerializer serializer = ObjectSerializers.CreateGraph(keeps, Types);
            Add(name, serializer);
            AddPopulate(name, serializer);
        }

        Comparison.Repeat(_candidates, pace.WarmUp, pace.Case * _candidates.Count);
        foreach (Candidate candidate in _candidates)
        {
            new Repeats(candidate.MediansUs).AddTo(report, $"{candidate.Name}.us", "us");
            report.Add($"{candidate.Name}.alloc", candidate.AllocatedBytes, "B");
        }

        Compare($"serialize.{Tree}", $"serialize.{References}", "serialize.references.vs-tree");
        Compare(
            $"deserialize.{Tree}", $"deserialize.{ObjectFormat.MessagePack}", "deserialize.messagepack.vs-tree");
        Compare($"populate.{Tree}", $"deserialize.{Tree}", "deserialize.tree.vs-populate");
    }

    private void Add(string name, IObjectSerializer serializer)
    {
        ObjectSubject<MaterialTest> subject = new(name, serializer, MaterialTest.Create());
        ObjectWorker worker = subject.CreateWorker();
        report.Add($"{Prefix}{name}.bytes", subject.Bytes, "B");
        _candidates.Add(new Candidate($"{Prefix}serialize.{name}", worker.Write));
        _candidates.Add(new Candidate($"{Prefix}deserialize.{name}", worker.Read));
    }

    // Both in turns, so that each run changes what the one before left.
    private void AddPopulate(string name, IGraphSerializer serializer)
    {
        MaterialTest first = MaterialTest.Create();
        MaterialTest second = MaterialTest.CreateUpdate();
        MaterialTest target = MaterialTest.Create();
        byte[] bytes = Write(serializer, first);
        byte[] update = Write(serializer, second);
        Check(serializer.Populate(update, target), target, second);
        Check(serializer.Populate(bytes, target), target, first);
        _candidates.Add(new Candidate($"{Prefix}populate.{name}", () => serializer.Populate(bytes, target)));

        MaterialTest merged = MaterialTest.Create();
        bool isSecond = false;
        Check(serializer.Populate(update, merged, Merge), Sorted(merged), Sorted(second));
        Check(serializer.Populate(bytes, merged, Merge), Sorted(merged), Sorted(first));
        _candidates.Add(new Candidate($"{Prefix}populate-merge.{name}", () =>
        {
            isSecond = !isSecond;
            serializer.Populate(isSecond ? update : bytes, merged, Merge);
        }));
    }

    // A channel that is added comes last.
    private static MaterialTest Sorted(MaterialTest test)
    {
        foreach (TestSpecimen specimen in test.Series!.SelectMany(series => series.Specimens!))
            specimen.Channels = [.. specimen.Channels!.OrderBy(channel => channel.Id)];
        return test;
    }

    private void Compare(string better, string worse, string figure) => Claim
        .OfTimes(Prefix + better, Times(better), Prefix + worse, Times(worse))
        .AddTo(report, Prefix + figure);

    private Repeats Times(string name) => new(_candidates.Single(one => one.Name == Prefix + name).MediansUs);

    private static byte[] Write(IObjectSerializer serializer, MaterialTest graph)
    {
        ArrayBufferWriter<byte> output = new();
        ObjectOutcome written = serializer.Serialize(graph, output);
        return written.IsOk ? output.WrittenSpan.ToArray() : throw new InvalidDataException($"graph: {written}");
    }

    private static void Check(ObjectOutcome outcome, MaterialTest? read, MaterialTest expected)
    {
        if (!outcome.IsOk)
            throw new InvalidDataException($"graph: {outcome}");
        if (JsonSerializer.Serialize(read) != JsonSerializer.Serialize(expected))
            throw new InvalidDataException("a serializer gives another graph back");
    }
}

/// <summary>Shapes that the generator makes.</summary>
[GenerateShapeFor<MaterialTest>]
internal sealed partial class GraphShapes;
