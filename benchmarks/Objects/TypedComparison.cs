using System.Text.Json.Nodes;
using Benchmarks.Measuring;
using FuncLibs.Objects;
using Nerdbank.MessagePack;
using Newtonsoft.Json.Linq;
using PolyType;
using PolyType.ReflectionProvider;

namespace Benchmarks.Objects;

/// <summary>
/// A record as its class, and as the loose model of the library: values by name, without a class. CBOR and protobuf
/// have none here.
/// </summary>
internal static class TypedComparison
{
    /// <summary>Times both of each library, in turns.</summary>
    /// <exception cref="InvalidDataException">A model does not give the record back.</exception>
    public static void Run(ObjectPace pace, MetricReport report)
    {
        Record23 record = Record23.Create();
        LooseModel[] models =
        [
            LooseModel.Create<Dictionary<string, object?>>(ObjectFormat.MessagePack, record, loose => loose),
            CreateNerdbank(record),
            LooseModel.Create<JsonNode>(
                ObjectFormat.JsonDefault, record, LooseJson.Copy, loose => LooseJson.Touch(loose)),
            LooseModel.Create<JToken>(ObjectFormat.Newtonsoft, record, loose => loose),
        ];
        List<Candidate> candidates = [];
        foreach (LooseModel model in models)
        {
            ObjectWorker typed = ObjectSubject.Create(model.Format, record).CreateWorker();
            candidates.Add(new Candidate($"{model.Format}.typed.serialize", typed.Write));
            candidates.Add(new Candidate($"{model.Format}.typed.deserialize", typed.Read));
            candidates.Add(new Candidate($"{model.Format}.untyped.serialize", model.Write));
            candidates.Add(new Candidate($"{model.Format}.untyped.deserialize", model.Read));
        }

        Comparison.Repeat(candidates, pace.WarmUp, pace.Case * candidates.Count);
        Dictionary<string, Repeats> times = candidates.ToDictionary(one => one.Name, one => new Repeats(one.MediansUs));
        foreach (Candidate candidate in candidates)
        {
            times[candidate.Name].AddTo(report, $"typed.{candidate.Name}.us", "us");
            report.Add($"typed.{candidate.Name}.alloc", candidate.AllocatedBytes, "B");
        }

        foreach (LooseModel model in models)
        {
            foreach (string operation in (string[])["serialize", "deserialize"])
            {
                (string typed, string untyped) =
                    ($"{model.Format}.typed.{operation}", $"{model.Format}.untyped.{operation}");
                Claim.OfTimes(typed, times[typed], untyped, times[untyped])
                    .AddTo(report, $"typed.{model.Format}.{operation}.vs-untyped");
            }
        }
    }

    // The facade has no loose model of this library: it needs a converter of its own, and shapes of what that makes.
    private static LooseModel CreateNerdbank(Record23 record)
    {
        MessagePackSerializer serializer = new MessagePackSerializer().WithObjectConverter();
        ITypeShape<object> shape = ReflectionTypeShapeProvider.Default.GetTypeShape<object>()!;
        return LooseModel.Create<object>(
            ObjectFormat.Nerdbank,
            record,
            (loose, output) =>
            {
                MessagePackWriter writer = new(output);
                serializer.Serialize(ref writer, loose, shape);
                writer.Flush();
            },
            input =>
            {
                MessagePackReader reader = new(input);
                return serializer.DeserializePrimitives(ref reader)!;
            });
    }
}
