using System.Globalization;
using System.Text.Json;
using FuncLibs.Signals.Buckets;
using SignalMonitor.Dashboard.Live;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Live;

/// <summary>
/// The golden batches of dashboard/tests/vectors, which the tests of the dashboard decode. With
/// TELEMETRY_WRITE_VECTORS=1 they are written instead of compared.
/// </summary>
public class LiveBatchTests
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    public static TheoryData<string> Names => ["empty", "buckets", "pairs", "mixed", "numbers"];

    [Theory]
    [MemberData(nameof(Names))]
    public void Written_Vector_IsItsGoldenBytes(string name)
    {
        byte[] bytes = Make(name).Written.ToArray();
        string json = Describe(LiveReading.Of(bytes));
        string file = Repository.PathOf("dashboard", "tests", "vectors", name);
        if (Environment.GetEnvironmentVariable("TELEMETRY_WRITE_VECTORS") == "1")
        {
            File.WriteAllBytes(file + ".bin", bytes);
            File.WriteAllText(file + ".json", json);
        }

        bytes.ShouldBe(File.ReadAllBytes(file + ".bin"));
        json.ShouldBe(File.ReadAllText(file + ".json"));
    }

    [Fact]
    public void Begin_Again_DiscardsWhatWasWritten()
    {
        LiveBatch batch = Make("mixed");
        batch.Begin(9, 10);

        (batch.IsEmpty, batch.Length).ShouldBe((true, LiveBatch.HeaderBytes));
        batch.BeginBuckets(new LiveSection(1, 1, 0, 1, 1, 0, 0));
        LiveReading.Of(batch.Written).Sections.ShouldHaveSingleItem().Buckets.ShouldHaveSingleItem().Count.ShouldBe(
            0, "an old bucket shows through");
    }

    [Fact]
    public void Written_EverySection_BeginsAtAMultipleOfEight()
    {
        LiveBatch batch = new();
        batch.Begin(1, 1);
        for (int signals = 1; signals < 6; signals++)
        {
            batch.BeginBuckets(new LiveSection(1, signals, 0, 1, 3, 0, 0));
            (batch.Length % 8).ShouldBe(0);
        }
    }

    [Fact]
    public void Write_Warm_DoesNotAllocate()
    {
        LiveBatch batch = new();
        Allocation.OfWarm(() =>
        {
            batch.Begin(1, 1);
            batch.BeginBuckets(new LiveSection(1, 8, 0, 1, 100, 0, 0));
            for (int i = 0; i < 800; i++)
                batch.Set(i, new Bucket(1, 2, 3, 4, 5));
        }).ShouldBe(0);
    }

    private static LiveBatch Make(string name)
    {
        const long T0 = 1_795_435_898_400_000_000;
        LiveBatch batch = new();
        batch.Begin(name == "empty" ? 1 : 4_000_000_001, T0 + 123_456_789);
        if (name is "buckets" or "mixed")
        {
            batch.BeginBuckets(new LiveSection(7, 2, T0, 12_500_000, 3, T0 + 30_000_000, 5) { IsReset = true });
            batch.Set(0, new Bucket(-1.5, 2.25, 0, 1, 375));
            batch.Set(2, new Bucket(0.1, 0.2, 0.15, 0.1, 12));
            batch.Set(3, new Bucket(1e-300, 1e300, 1, 2, 4_000_000_000));
            batch.Set(4, new Bucket(5, 5, 5, 5, 1));
        }

        if (name is "pairs" or "mixed")
        {
            batch.BeginPairs(new LiveSection(8, 1, T0 + 1, 0, 3, T0 + 30_000_000, 0) { IsCoarser = true });
            batch.Set(0, 0, 1, 2);
            batch.Set(1, 1e9 / 3, -1, 0.5);
            batch.Set(2, 2e9, 1e6, -2);
        }

        if (name is "numbers")
        {
            batch.BeginBuckets(
                new LiveSection(
                    uint.MaxValue,
                    1,
                    -5,
                    100_000_000,
                    3,
                    long.MaxValue,
                    long.MaxValue)
                { IsReset = true, IsCoarser = true });
            batch.Set(0, Bucket.From([double.NaN]));
            batch.Set(1, Bucket.From([double.PositiveInfinity, double.NegativeInfinity, double.NaN]));
            batch.Set(2, Bucket.From([-0.0, double.Epsilon, double.MaxValue]));
            batch.BeginPairs(new LiveSection(0, 1, 0, 0, 1, 0, 0));
            batch.Set(0, 0, double.NaN, double.NegativeInfinity);
        }

        return batch;
    }

    // Numbers of 64 bits, and what is no number, are texts.
    private static string Describe(LiveReading batch) => JsonSerializer.Serialize(
        new
        {
            batch = batch.Number,
            serverNs = Text(batch.ServerNs),
            sections = batch.Sections.Select(section => new
            {
                kind = section.Kind == 1 ? "buckets" : "pairs",
                reset = section.IsReset,
                coarser = section.IsCoarser,
                signals = section.Signals,
                id = section.Id,
                t0 = Text(section.T0),
                widthNs = Text(section.WidthNs),
                count = section.Count,
                untilNs = Text(section.UntilNs),
                dropped = section.Dropped.ToString(CultureInfo.InvariantCulture),
                min = section.Buckets.Select(bucket => Number(bucket.Min)),
                max = section.Buckets.Select(bucket => Number(bucket.Max)),
                first = section.Buckets.Select(bucket => Number(bucket.First)),
                last = section.Buckets.Select(bucket => Number(bucket.Last)),
                counts = section.Buckets.Select(bucket => bucket.Count),
                t = section.Pairs.Select(pair => Number(pair.T)),
                x = section.Pairs.Select(pair => Number(pair.X)),
                y = section.Pairs.Select(pair => Number(pair.Y)),
            }),
        },
        Indented) + "\n";

    private static string Text(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static object Number(double value) =>
        double.IsFinite(value) ? value : value.ToString(CultureInfo.InvariantCulture);
}
