using System.Globalization;
using FuncLibs.Blocks;

namespace SignalMonitor.Inspection;

/// <summary>
/// A decoded block: what is in it, and the first values of each column by the paths that outcomes use.
/// </summary>
internal static class BlockText
{
    private const int MaxValues = 6;

    public static void Print(CDataBlock block, TextWriter output)
    {
        BlockCounts counts = block.Counts;
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"firstSampleIndex {block.FirstSampleIndex}, sampleRateHz {block.SampleRateHz}, counts servo "
                + $"{counts.Servo} temp {counts.Temp} ad {counts.AD} in {counts.BitIn} out {counts.BitOut}"));
        PrintGroup(block, BlockGroup.Servo, "servo", output);
        PrintGroup(block, BlockGroup.Temp, "temp", output);
        PrintGroup(block, BlockGroup.AD, "ad", output);
        PrintBits(block, BitGroup.In, "bitIn", output);
        PrintBits(block, BitGroup.Out, "bitOut", output);
    }

    private static void PrintGroup(CDataBlock block, BlockGroup group, string part, TextWriter output)
    {
        if (!block.IsPresent(group))
            output.WriteLine($"{part} nil");
        else if (block.ChannelCount(group) == 0)
            output.WriteLine($"{part} empty");
        for (int c = 0; c < block.ChannelCount(group); c++)
        {
            BlockChannel channel = block.Channel(group, c);
            string path = string.Create(CultureInfo.InvariantCulture, $"{part}[{c}]");
            output.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{path} id {channel.Id}, {channel.PointCount} points, {channel.SensorCount} sensors"));
            PrintColumns(channel, path, output);
        }
    }

    private static void PrintColumns(BlockChannel channel, string path, TextWriter output)
    {
        if (channel.Group == BlockGroup.AD)
        {
            PrintColumn<double>(path + ".values", channel.Values, output);
            return;
        }

        PrintColumn<long>(path + ".activeCtrl", channel.ActiveCtrl, output);
        PrintColumn<long>(path + ".count", channel.Count, output);
        PrintColumn<double>(path + ".command", channel.Command, output);
        PrintColumn<double>(path + ".output", channel.Output, output);
        for (int s = 0; s < channel.SensorCount; s++)
            PrintColumn<double>(
                string.Create(CultureInfo.InvariantCulture, $"{path}.sensor[{s}]"), channel.Sensor(s), output);
    }

    private static void PrintColumn<T>(string path, ReadOnlySpan<T> values, TextWriter output)
        where T : IFormattable
    {
        IEnumerable<string> shown = values[..Math.Min(MaxValues, values.Length)]
            .ToArray()
            .Select(v => v.ToString(null, CultureInfo.InvariantCulture));
        output.WriteLine($"  {path} = {string.Join(' ', shown)}{(values.Length > MaxValues ? " ..." : "")}");
    }

    private static void PrintBits(CDataBlock block, BitGroup group, string part, TextWriter output)
    {
        string bits =
            string.Concat(Enumerable.Range(0, block.BitCount(group)).Select(i => block.Bit(group, i) ? '1' : '0'));
        output.WriteLine(block.IsPresent(group) ? $"{part} = {bits}" : $"{part} nil");
    }
}
