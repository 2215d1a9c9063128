using System.Diagnostics.CodeAnalysis;
using DuckDB.NET.Data;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Tests.Evaluation;
using Testing;

namespace SignalMonitor.Tests.Exporting.Formats;

/// <summary>A foreign database reads what exports write, and computes by SQL what is in the source.</summary>
public sealed class DuckDbTests : IDisposable
{
    private readonly FormatRig _rig = new();
    private readonly DuckDBConnection _database = new("DataSource=:memory:");

    public DuckDbTests() => _database.Open();

    public void Dispose()
    {
        _database.Dispose();
        _rig.Dispose();
    }

    [Fact]
    public async Task Parquet_SpecialValues_AreThoseOfTheSource()
    {
        await _rig.WriteAsync(new ParquetFormat(), pieces: 3);
        string file = $"read_parquet('{_rig.Path}')";

        Row($"select count(*), count(*) filter (isnan(\"servo1.force\")), sum(ad1) from {file}")
            .ShouldBe([42L, 3L, 3.0 * 91]);
        Row($"""
            select min("servo1.force"), max("servo1.force") filter (isfinite("servo1.force")),
                count(*) filter ("servo1.force" = 'infinity') from {file}
            """).ShouldBe([double.NegativeInfinity, double.MaxValue, 3L]);
        Values<double>($"select \"servo1.force\" from {file} limit {FormatRig.Force.Length}")
            .Select(BitConverter.DoubleToInt64Bits).ShouldBe(FormatRig.Force.Select(BitConverter.DoubleToInt64Bits));
    }

    [Fact]
    public async Task Parquet_TimesAndUnits_AreThoseOfTheSource()
    {
        await _rig.WriteAsync(new ParquetFormat());

        Row($"""
            select min(time_ns), max(time_ns), min(epoch_us(time)), max(seconds), typeof(any_value(time))
            from read_parquet('{_rig.Path}')
            """).ShouldBe(
        [
            FormatRig.FirstNs, FormatRig.FirstNs + 13_000_000, FormatRig.FirstNs / 1000, 0.013,
            "TIMESTAMP WITH TIME ZONE",
        ]);
        Row($"""
            select decode(value) from parquet_kv_metadata('{_rig.Path}') where decode(key) = 'units'
            """).ShouldBe(["""{"time_ns":"ns","seconds":"s","servo1.force":"kN","ad1":""}"""]);
    }

    [Fact]
    public async Task Csv_SpecialValuesAndTimes_AreThoseOfTheSource()
    {
        await _rig.WriteAsync(new CsvFormat(',', '.', formatters: 2), pieces: 3);
        string file = $"read_csv('{_rig.Path}', types = {{'time': 'TIMESTAMP_NS'}})";

        // An empty field is a sample that is no number.
        Row($"""
            select count(*), count("servo1.force [kN]"), min("servo1.force [kN]"), max("servo1.force [kN]"),
                sum(ad1)::double, min(epoch_ns(time)), max(epoch_ns(time)), max(seconds) from {file}
            """).ShouldBe(
        [
            42L, 39L, double.NegativeInfinity, double.PositiveInfinity, 3.0 * 91, FormatRig.FirstNs,
            FormatRig.FirstNs + 41_000_000, 0.041,
        ]);
        Values<double>($"""
            select "servo1.force [kN]" from {file} where "servo1.force [kN]" is not null
            limit {FormatRig.Force.Length - 1}
            """).Select(BitConverter.DoubleToInt64Bits).ShouldBe(
                FormatRig.Force.Where(value => !double.IsNaN(value)).Select(BitConverter.DoubleToInt64Bits));
    }

    [Fact]
    public async Task Export_OfAJournal_HasTheSumsOfItsSamplesInBothFormats()
    {
        using RecordedRig rig = new();
        using TemporaryFolder folder = new();
        rig.Record(200);
        rig.Flush();
        foreach (string format in new[] { "csv", "parquet", "npy" })
        {
            (int code, _, string errors) = await MonitorCommand.RunAsync(
                Stream.Null,
                [
                    "export", "--source", rig.Folder, "--format", format, "--out", folder.File($"x.{format}"),
                    "--channels", "servo1.force",
                ]);
            code.ShouldBe(0, errors);
        }

        double[] samples = NpyOf(folder.File("x.npy/servo1.force.npy"));
        object[] expected = [(long)samples.Length, samples.Min(), samples.Max()];
        Row($"select count(*), min(f), max(f) from (select \"servo1.force\" f from '{folder.File("x.parquet")}')")
            .ShouldBe(expected);
        Row($"select count(*), min(f), max(f) from (select \"servo1.force [kN]\" f from '{folder.File("x.csv")}')")
            .ShouldBe(expected);
        Row($"""
            select count(*) from '{folder.File("x.csv")}' c positional join '{folder.File("x.parquet")}' p
            where c."servo1.force [kN]" = p."servo1.force" and c.seconds = p.seconds
            """).ShouldBe([(long)samples.Length]);
    }

    private static double[] NpyOf(string path)
    {
        const int HeaderBytes = 128;
        byte[] bytes = File.ReadAllBytes(path);
        double[] values = new double[(bytes.Length - HeaderBytes) / sizeof(double)];
        Buffer.BlockCopy(bytes, HeaderBytes, values, 0, bytes.Length - HeaderBytes);
        return values;
    }

    [SuppressMessage("Security", "CA2100", Justification = "The SQL is that of a test.")]
    private DuckDBCommand Command(string sql)
    {
        DuckDBCommand command = _database.CreateCommand();
        command.CommandText = sql;
        return command;
    }

    private object[] Row(string sql)
    {
        using DuckDBCommand command = Command(sql);
        using DuckDBDataReader reader = command.ExecuteReader();
        reader.Read().ShouldBeTrue();
        object[] values = new object[reader.FieldCount];
        reader.GetValues(values);
        return values;
    }

    private List<T> Values<T>(string sql)
    {
        using DuckDBCommand command = Command(sql);
        using DuckDBDataReader reader = command.ExecuteReader();
        List<T> values = [];
        while (reader.Read())
            values.Add(reader.GetFieldValue<T>(0));
        return values;
    }
}
