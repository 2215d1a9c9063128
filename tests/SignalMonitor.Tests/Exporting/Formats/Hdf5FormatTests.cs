using PureHDF;
using PureHDF.VOL.Native;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Tables;
using Testing;

namespace SignalMonitor.Tests.Exporting.Formats;

// The HDF5 library itself reads such a file in Interop.
public sealed class Hdf5FormatTests : IDisposable
{
    private readonly FormatRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Datasets_ReadBack_HaveTheSameBits()
    {
        await _rig.WriteAsync(new Hdf5Format(), pieces: 2);

        using NativeFile file = H5File.OpenRead(_rig.Path);
        IH5Group group = file.Group("1000hz");
        double[] force = group.Dataset("servo1.force").Read<double[]>();
        force.Select(BitConverter.DoubleToInt64Bits).ShouldBe(
            FormatRig.Force.Concat(FormatRig.Force).Select(BitConverter.DoubleToInt64Bits));
        long[] times = group.Dataset("time_ns").Read<long[]>();
        times.ShouldBe(Enumerable.Range(0, force.Length).Select(i => FormatRig.FirstNs + (i * 1_000_000L)));
        group.Dataset("seconds").Read<double[]>()[^1].ShouldBe((force.Length - 1) / 1000.0);
    }

    [Fact]
    public async Task Attributes_UnitsRateAndRun_AreThere()
    {
        await _rig.WriteAsync(new Hdf5Format());

        using NativeFile file = H5File.OpenRead(_rig.Path);
        file.Attribute("run").Read<string>().ShouldBe("T-17");
        file.Attribute("l0_mm").Read<double>().ShouldBe(50.5);
        IH5Group group = file.Group("1000hz");
        group.Attribute("rate_hz").Read<double>().ShouldBe(1000);
        group.Dataset("servo1.force").Attribute("unit").Read<string>().ShouldBe("kN");
        group.Dataset("ad1").Attribute("unit").Read<string>().ShouldBe("");
    }

    [Fact]
    public async Task Datasets_SeveralChunks_HaveAllRowsAndFewBytes()
    {
        const int Pieces = 5000;
        await _rig.WriteAsync(new Hdf5Format(), Pieces);

        using NativeFile file = H5File.OpenRead(_rig.Path);
        double[] ad = file.Group("1000hz").Dataset("ad1").Read<double[]>();
        ad.Length.ShouldBe(Pieces * FormatRig.Force.Length);
        ad.Select((value, row) => value == row % FormatRig.Force.Length).ShouldAllBe(same => same);
        new FileInfo(_rig.Path).Length.ShouldBeLessThan(ad.Length * 4 * sizeof(double));
        File.Exists(_rig.Path + Hdf5Format.RowsEnding).ShouldBeFalse();
    }

    [Fact]
    public async Task Tables_OfSeveralRates_AreGroupsOfOneFile()
    {
        using TemporaryFolder folder = new();
        ExportTable other = FormatRig.Table with { RateHz = 20 };
        ExportContent content = new([FormatRig.Table, other], []);
        await using (IExportWriter writer = await new Hdf5Format().CreateAsync(folder.File("x"), content))
        {
            await writer.WriteAsync(0, new FormatRig.FixedRows(0));
            await writer.WriteAsync(1, new FormatRig.FixedRows(0));
            await writer.WriteAsync(1, new FormatRig.FixedRows(1));
            await writer.CompleteAsync(ExportRoom.Whole(default));
        }

        using NativeFile file = H5File.OpenRead(folder.File("x"));
        file.Group("1000hz").Dataset("ad1").Space.Dimensions.ShouldBe([(ulong)FormatRig.Force.Length]);
        file.Group("20hz").Dataset("ad1").Space.Dimensions.ShouldBe([2 * (ulong)FormatRig.Force.Length]);
    }
}
