using Simulator.Presets;
using Simulator.Tests.Commands;
using Testing;

namespace Simulator.Tests.Presets;

public sealed class TimeHistoryTests
{
    [Fact]
    public void Read_CsvWithHeading_TakesTheColumn()
    {
        using var folder = new TemporaryFolder();
        TimeHistory? history = Read(folder, "time;load\n0;1.5\n\n0.1;-2.5e0\n", 2, out PresetFaults faults);

        faults.Lines.ShouldBeEmpty();
        history.ShouldNotBeNull().Values.ToArray().ShouldBe([1.5, -2.5]);
        history.Max.ShouldBe(2.5);
    }

    [Fact]
    public void Read_BadLines_NamesEachWithItsNumber()
    {
        using var folder = new TemporaryFolder();
        TimeHistory? history = Read(folder, "1\nx\n3\nNaN\n", 1, out PresetFaults faults);

        history.ShouldBeNull();
        faults.Lines.ShouldBe([
            "axes[0].file: line 2 is 'x'; a finite number must be in the column",
            "axes[0].file: line 4 is 'NaN'; a finite number must be in the column",
        ]);
    }

    [Fact]
    public void Read_FirstLineABadNumber_IsNoHeading()
    {
        using var folder = new TemporaryFolder();
        Read(folder, "1.2.3\n4\n", 1, out PresetFaults faults).ShouldBeNull();

        faults.Lines.ShouldHaveSingleItem().ShouldContain("line 1 is '1.2.3'");
    }

    [Fact]
    public void Read_TooLarge_IsRefusedByItsSize()
    {
        using var folder = new TemporaryFolder();
        string file = Path.Combine(folder.Path, "large.csv");
        using (FileStream stream = File.Create(file))
            stream.SetLength(TimeHistory.MaxBytes + 1);
        var faults = new PresetFaults();

        TimeHistory.Read(file, 1, "file", faults).ShouldBeNull();
        faults.Lines.ShouldHaveSingleItem().ShouldContain("67108865 bytes; allowed are up to 67108864");
    }

    [Fact]
    public void Read_NoFile_IsReported()
    {
        var faults = new PresetFaults();

        TimeHistory.Read("nowhere.csv", 1, "file", faults).ShouldBeNull();
        faults.Lines.ShouldHaveSingleItem().ShouldContain("there is no file 'nowhere.csv'");
    }

    [Fact]
    public void Next_History_GoesStraightBetweenItsValuesAndRoundAgain()
    {
        using var folder = new TemporaryFolder();
        string file = Path.Combine(folder.Path, "history.txt");
        File.WriteAllText(file, "0\n4\n2\n");
        TimeHistory history = TimeHistory.Read(file, 1, "file", new PresetFaults())!;
        var segment = new SegmentPreset
        {
            Shape = CommandShape.File,
            History = history,
            FileRateHz = 4,
            Amplitude = 2,
            Cycles = 2,
        };
        double[] values = Course.Of(segment, 2 * Course.LoopHz);

        values[128].ShouldBe(4);
        values[256].ShouldBe(8);
        values[512].ShouldBe(4);
        values[640].ShouldBe(2);
        values[768 + 256].ShouldBe(8);
        values[^1].ShouldBe(0, 1e-9);
    }

    private static TimeHistory? Read(TemporaryFolder folder, string text, int column, out PresetFaults faults)
    {
        string file = Path.Combine(folder.Path, "history.csv");
        File.WriteAllText(file, text);
        faults = new PresetFaults();
        return TimeHistory.Read(file, column, "axes[0].file", faults);
    }
}
