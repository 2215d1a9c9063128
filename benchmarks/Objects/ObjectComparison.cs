using Benchmarks.Measuring;
using FuncLibs.Objects;

namespace Benchmarks.Objects;

/// <summary>Times serializers over one object on one thread, in turns.</summary>
/// <param name="name">Begin of the names of figures.</param>
/// <param name="pace">How long.</param>
/// <param name="report">Receives the figures.</param>
internal sealed class ObjectComparison(string name, ObjectPace pace, MetricReport report)
{
    private const string RoundTrip = "roundtrip";

    private readonly Dictionary<string, Repeats> _times = [];

    /// <summary>Writes, reads and does both with each.</summary>
    public void Run(IReadOnlyList<IObjectSubject> subjects)
    {
        List<Candidate> candidates = [];
        foreach (IObjectSubject subject in subjects)
        {
            ObjectWorker worker = subject.CreateWorker();
            candidates.Add(new Candidate($"{subject.Name}.serialize", worker.Write));
            candidates.Add(new Candidate($"{subject.Name}.deserialize", worker.Read));
            candidates.Add(new Candidate($"{subject.Name}.{RoundTrip}", worker.Run));
        }

        Comparison.Repeat(candidates, pace.WarmUp, pace.Case * candidates.Count);
        foreach (Candidate candidate in candidates)
        {
            Repeats times = new(candidate.MediansUs);
            _times[candidate.Name] = times;
            times.AddTo(report, $"{name}.{candidate.Name}.us", "us");
            report.Add($"{name}.{candidate.Name}.alloc", candidate.AllocatedBytes, "B");
        }

        foreach (IObjectSubject subject in subjects)
            report.Add($"{name}.{subject.Name}.bytes", subject.Bytes, "B");
        string[] names = [.. subjects.Select(subject => subject.Name)];
        string best = Fastest(names.Where(ObjectSubject.IsMessagePack));
        Compare(best, ObjectFormat.JsonGenerated, "json-generated.vs-best-messagepack");
        Compare(best, Fastest(names.Where(ObjectSubject.IsJson)), "best-json.vs-best-messagepack");
    }

    private void Compare(string better, string worse, string figure) => Claim
        .OfTimes($"{name}: {better}", Times(better), worse, Times(worse))
        .AddTo(report, $"{name}.{figure}");

    private string Fastest(IEnumerable<string> names) => names.MinBy(one => Times(one).Median)!;

    private Repeats Times(string subject) => _times[$"{subject}.{RoundTrip}"];
}
