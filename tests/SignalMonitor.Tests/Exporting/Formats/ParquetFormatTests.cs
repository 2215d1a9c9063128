using Parquet;
using SignalMonitor.Exporting.Formats;

namespace SignalMonitor.Tests.Exporting.Formats;

public sealed class ParquetFormatTests : IDisposable
{
    private readonly FormatRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task File_ReadBack_HasTheSameBitsAndTheUnits()
    {
        await _rig.WriteAsync(new ParquetFormat());
        await using FileStream file = File.OpenRead(_rig.Path);
        await using ParquetReader reader = await ParquetReader.CreateAsync(file);
        reader.Schema.DataFields.Select(field => field.Name)
            .ShouldBe(["time", "time_ns", "seconds", "servo1.force", "ad1"]);
        reader.CustomMetadata["units"].ShouldContain("\"servo1.force\":\"kN\"");
        using ParquetRowGroupReader group = reader.OpenRowGroupReader(0);
        double[] force = new double[FormatRig.Force.Length];
        await group.ReadAsync<double>(reader.Schema.DataFields[3], force.AsMemory());
        force.Select(BitConverter.DoubleToInt64Bits).ShouldBe(FormatRig.Force.Select(BitConverter.DoubleToInt64Bits));
    }

    [Fact]
    public async Task File_MoreRowsThanAGroup_HasThemAll()
    {
        const int Pieces = 10_000;
        await _rig.WriteAsync(new ParquetFormat(), Pieces);
        await using FileStream file = File.OpenRead(_rig.Path);
        await using ParquetReader reader = await ParquetReader.CreateAsync(file);
        reader.RowGroupCount.ShouldBe(2);
        long rows = 0;
        for (int i = 0; i < reader.RowGroupCount; i++)
        {
            using ParquetRowGroupReader group = reader.OpenRowGroupReader(i);
            rows += group.RowCount;
        }

        rows.ShouldBe(Pieces * FormatRig.Force.Length);
    }
}
