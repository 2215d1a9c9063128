using System.Buffers;
using System.Text.Json;
using Benchmarks.Measuring;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;

namespace Benchmarks.Objects;

/// <summary>Times every serializer over one object, in turns; each has to give the object back first.</summary>
/// <param name="name">Begin of the names of figures.</param>
/// <param name="report">Receives the figures.</param>
internal sealed class ObjectComparison(string name, MetricReport report)
{
    private static readonly string[] Formats =
    [
        ObjectFormat.MessagePack, ObjectFormat.Nerdbank, ObjectFormat.JsonGenerated, ObjectFormat.JsonDefault,
        ObjectFormat.JsonPooled, ObjectFormat.Newtonsoft, ObjectFormat.Cbor, ObjectFormat.Protobuf,
    ];

    private static readonly ObjectTypes Types =
        new() { Json = ObjectJsonContext.Default, Shapes = ObjectShapes.GeneratedTypeShapeProvider };

    private static readonly ObjectLimits Limits = new() { MaxBytes = 512 << 20 };

    /// <summary>Runs.</summary>
    /// <param name="value">The object.</param>
    /// <param name="warmUp">How long before anything is timed.</param>
    /// <param name="duration">How long it is timed.</param>
    /// <returns>Bytes of each format.</returns>
    /// <exception cref="InvalidDataException">A serializer gave another object back.</exception>
    public IReadOnlyDictionary<string, int> Run<T>(T value, TimeSpan warmUp, TimeSpan duration)
    {
        List<Candidate> candidates = [];
        Dictionary<string, int> sizes = [];
        foreach (string format in Formats)
        {
            IObjectSerializer serializer = ObjectSerializers.Create(format, Types, Limits)!;
            byte[] bytes = Check(serializer, value);
            sizes[format] = bytes.Length;
            ArrayBufferWriter<byte> output = new(bytes.Length + 1024);
            candidates.Add(new Candidate($"{name}.{format}.serialize", Write));
            candidates.Add(new Candidate($"{name}.{format}.deserialize", () => Read(bytes)));
            candidates.Add(new Candidate(
                $"{name}.{format}.roundtrip",
                () =>
                {
                    Write();
                    Read(output.WrittenMemory);
                }));

            void Write()
            {
                output.ResetWrittenCount();
                serializer.Serialize(value, output);
            }

            void Read(ReadOnlyMemory<byte> input) => serializer.Deserialize<T>(input, out _);
        }

        Comparison.Run(candidates, warmUp, duration);
        foreach (Candidate candidate in candidates)
        {
            report.Add($"{candidate.Name}.us", candidate.MedianUs, "us");
            report.Add($"{candidate.Name}.alloc", candidate.AllocatedBytes, "B");
        }

        foreach ((string format, int bytes) in sizes)
            report.Add($"{name}.{format}.bytes", bytes, "B");
        double Us(string format) => candidates.Single(one => one.Name == $"{name}.{format}.roundtrip").MedianUs;
        double best = Math.Min(Us(ObjectFormat.MessagePack), Us(ObjectFormat.Nerdbank));
        report.Add($"{name}.json-generated.vs-best-messagepack", Us(ObjectFormat.JsonGenerated) / best, "x");
        return sizes;
    }

    private static byte[] Check<T>(IObjectSerializer serializer, T value)
    {
        ArrayBufferWriter<byte> output = new();
        ObjectOutcome written = serializer.Serialize(value, output);
        ObjectOutcome read = serializer.Deserialize(output.WrittenMemory, out T? again);
        if (!written.IsOk || !read.IsOk)
            throw new InvalidDataException($"{serializer.Name}: {(written.IsOk ? read : written)}");
        if (JsonSerializer.Serialize(again) != JsonSerializer.Serialize(value))
            throw new InvalidDataException($"{serializer.Name} gives another {typeof(T).Name} back");
        return output.WrittenSpan.ToArray();
    }
}
