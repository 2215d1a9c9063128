using System.Buffers;
using FuncLibs.Runtime.Files;
using SignalMonitor.Pyramids;
using Testing;

namespace SignalMonitor.Tests.Pyramids;

public sealed class PyramidRowRecordTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(17_000_000_000, 2)]
    [InlineData(long.MaxValue, 1)]
    [InlineData(long.MinValue, 1)]
    public void ReadAll_RowOfATime_EndsBeforeOneThatNoClockHas(long bucket, int expected)
    {
        ArrayBufferWriter<byte> record = new();
        using (FileStream file = File.Create(_folder.File("rows")))
        {
            foreach (long each in (long[])[17_000_000_000, bucket])
            {
                PyramidRowRecord.Write(RowOf(each), 1, 1, record);
                file.Write(record.WrittenSpan);
            }
        }

        PyramidRowRecord.ReadAll(new DiskFiles(_folder.Path), "rows", out List<StoredRow> rows).IsOk.ShouldBeTrue();
        rows.Count.ShouldBe(expected);
    }

    private static PyramidRow RowOf(long bucket)
    {
        PyramidRow row = new(new PyramidColumns([new PyramidColumn("servo1.force", "kN", false)]));
        row.Begin(bucket, PyramidPoint.Beginning);
        return row;
    }
}
