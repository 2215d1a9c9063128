using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Benchmarks.Measuring;
using FuncLibs.Objects;

namespace Benchmarks.Objects;

/// <summary>
/// Writes an object on 1 to 32 threads: JSON into a buffer that the thread keeps, over a pooled stream, and into a new
/// array each time, as a program does that takes what <c>SerializeToUtf8Bytes</c> gives; MessagePack beside them.
/// </summary>
/// <param name="pace">How long.</param>
/// <param name="report">Receives the figures.</param>
internal sealed class ObjectScaling(ObjectPace pace, MetricReport report)
{
    private const string JsonArray = "json-array";

    // As published.
    private const long Operations = 1_000_000;
    private const long OperationsWhenQuick = 100_000;
    private const long ListOperationsWhenQuick = 10_000;

    private static readonly int[] ThreadCounts = [1, 2, 4, 8, 16, 24, 32];
    private static readonly string[] Formats =
        [ObjectFormat.JsonGenerated, ObjectFormat.JsonPooled, ObjectFormat.MessagePack];

    /// <summary>One employee, then nine.</summary>
    /// <exception cref="InvalidDataException">A serializer failed, or operations are missing.</exception>
    public void Run()
    {
        Run(
            Employee.Create(),
            ObjectJsonContext.Default.Employee,
            "",
            pace.IsQuick ? OperationsWhenQuick : Operations);
        Run(
            Employee.List(),
            ObjectJsonContext.Default.EmployeeArray,
            "-list",
            pace.IsQuick ? ListOperationsWhenQuick : Operations);
    }

    private void Run<T>(T value, JsonTypeInfo<T> type, string suffix, long operations)
    {
        Dictionary<string, Func<ILoadWorker>> writers = [];
        foreach (string format in Formats)
        {
            IObjectSubject subject = ObjectSubject.Create(format, value);
            report.Add($"threads.{format}{suffix}.bytes", subject.Bytes, "B");
            writers[format] = () => new Writer(subject.CreateWorker());
        }

        writers[JsonArray] = () => new ArrayWriter<T>(value, type);
        Comparison.Heat([.. writers.Select(one => new Candidate(one.Key, one.Value().Run))], pace.WarmUp);
        foreach (int threads in ThreadCounts)
        {
            Dictionary<string, List<LoadFigures>> runs = Measure(writers, threads, operations);
            foreach (string format in runs.Keys)
            {
                Rates(runs, format).AddTo(report, $"threads.{format}{suffix}.{threads}.opsPerSecond", "1/s");
                CpuTimes(runs, format).AddTo(report, $"threads.{format}{suffix}.{threads}.cpuUs", "us");
            }

            Compare(runs, ObjectFormat.JsonGenerated, threads, suffix);
            Compare(runs, JsonArray, threads, suffix);
        }
    }

    private static Dictionary<string, List<LoadFigures>> Measure(
        Dictionary<string, Func<ILoadWorker>> writers, int threads, long operations)
    {
        Dictionary<string, List<LoadFigures>> runs =
            writers.Keys.ToDictionary(format => format, _ => new List<LoadFigures>());
        for (int repeat = 0; repeat < Repeats.Count; repeat++)
        {
            foreach ((string format, Func<ILoadWorker> create) in writers)
            {
                ILoadWorker[] workers = [.. Enumerable.Range(0, threads).Select(_ => create())];
                runs[format].Add(ThreadLoad.Run(workers, operations, isTimed: false));
            }
        }

        return runs;
    }

    private void Compare(Dictionary<string, List<LoadFigures>> runs, string other, int threads, string suffix)
    {
        const string Pooled = ObjectFormat.JsonPooled;
        string name = $"threads.{Pooled}{suffix}.{threads}";
        Claim.OfRates($"threads{suffix}.{threads}: {Pooled}", Rates(runs, Pooled), other, Rates(runs, other))
            .AddTo(report, $"{name}.vs-{other}");
        Claim.OfTimes($"threads{suffix}.{threads}, cpu: {Pooled}", CpuTimes(runs, Pooled), other, CpuTimes(runs, other))
            .AddTo(report, $"{name}.cpu.vs-{other}");
    }

    private static Repeats Rates(Dictionary<string, List<LoadFigures>> runs, string format) =>
        new([.. runs[format].Select(run => run.OpsPerSecond)]);

    private static Repeats CpuTimes(Dictionary<string, List<LoadFigures>> runs, string format) =>
        new([.. runs[format].Select(run => run.CpuUs)]);

    private sealed class Writer(ObjectWorker worker) : ILoadWorker
    {
        public void Run() => worker.Write();

        public void Check() => worker.Check();
    }

    private sealed class ArrayWriter<T>(T value, JsonTypeInfo<T> type) : ILoadWorker
    {
        private byte[] _last = [];

        public void Run() => _last = JsonSerializer.SerializeToUtf8Bytes(value, type);

        // A thread that came too late for any operation has nothing to compare.
        public void Check()
        {
            if (_last.Length > 0
                && JsonSerializer.Serialize(JsonSerializer.Deserialize(_last, type)) != JsonSerializer.Serialize(value))
                throw new InvalidDataException($"{JsonArray} gives another {typeof(T).Name} back");
        }
    }
}
