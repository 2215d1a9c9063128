using System.Globalization;
using SignalMonitor.Exporting.Tables;
using SignalMonitor.Exporting.Formats;
using Testing;

namespace SignalMonitor.Tests.Exporting.Formats;

public sealed class TextFormatTests : IDisposable
{
    private readonly FormatRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Csv_FiniteValues_ReadBackToTheSameBits()
    {
        await _rig.WriteAsync(new CsvFormat(',', '.'));
        string[][] rows = [.. File.ReadAllLines(_rig.Path).Skip(1).Select(line => line.Split(','))];
        for (int i = 0; i < rows.Length; i++)
        {
            if (double.IsFinite(FormatRig.Force[i]))
                BitConverter.DoubleToInt64Bits(double.Parse(rows[i][2], CultureInfo.InvariantCulture))
                    .ShouldBe(BitConverter.DoubleToInt64Bits(FormatRig.Force[i]), rows[i][2]);
        }
    }

    [Fact]
    public async Task Csv_WhatIsNoNumber_IsEmptyAndInfiniteIsInf()
    {
        await _rig.WriteAsync(new CsvFormat(',', '.'));
        string[] fields = [.. File.ReadAllLines(_rig.Path).Skip(1).Select(line => line.Split(',')[2])];
        fields[8..11].ShouldBe(["", "inf", "-inf"]);
    }

    [Fact]
    public async Task Csv_ManyPieces_AreLongerThanTheBuffer()
    {
        await _rig.WriteAsync(new CsvFormat(',', '.'), pieces: 2000);
        string[] lines = File.ReadAllLines(_rig.Path);
        lines.Length.ShouldBe(1 + (2000 * FormatRig.Force.Length));
        lines[^1].ShouldStartWith("2023-11-14T22:13:47.999000000Z,27.999000000,");
    }

    [Fact]
    public async Task Csv_NameWithSeparatorAndQuote_IsQuoted()
    {
        using TemporaryFolder folder = new();
        ExportTable table = new(1, [new ExportColumn("ad1", "a,\"b\"", 0)]);
        await using (IExportWriter writer = await new CsvFormat(',', '.').CreateAsync(
            folder.File("x"), new ExportContent([table], [])))
            await writer.CompleteAsync(ExportRoom.Whole(default));
        File.ReadAllText(folder.File("x")).ShouldBe("time,seconds,\"ad1 [a,\"\"b\"\"]\"\r\n");
    }

    [Fact]
    public async Task JsonLines_WhatIsNoNumber_IsNullAndInfiniteIsText()
    {
        await _rig.WriteAsync(new JsonLinesFormat());
        string[] lines = File.ReadAllLines(_rig.Path);
        lines[8].ShouldContain("\"servo1.force [kN]\":null,");
        lines[9].ShouldContain("\"servo1.force [kN]\":\"Infinity\",");
    }
}
