using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Journal.Reading;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Recording;

namespace HardwareConnector.Tests.History;

/// <summary>The buckets of a column by a plain loop over the frames in the journal;
/// the rates of the test rig divide a second in whole ns.</summary>
internal static class RecordedBuckets
{
    public static void ShouldHold(HistoryAnswer answer, Recorder recorder, StreamDescription stream, ulong last)
    {
        using RangeReader reader = recorder.Journal.NewReader();
        SerializerSet serializers = BuiltInSerializers.CreateRegistry().CreateSet();
        CDataBlock block = new(BlockLayout.Empty);
        Dictionary<string, double[][]> found =
            answer.Columns.ToDictionary(column => column.Name, _ => New(answer.Buckets));
        reader.Begin(new FrameRange(recorder.Journal.Epoch, answer.Stream, 1, last));
        while (reader.Next() == ReadStep.Frame)
        {
            serializers.Deserialize(reader.Frame.Content, reader.Payload, block).IsOk.ShouldBeTrue();
            for (int i = 0; i < stream.Servo.Length; i++)
            {
                BlockChannel channel = block.Channel(BlockGroup.Servo, i);
                Take(
                    found[$"servo{i + 1}.count"],
                    answer,
                    reader.Frame,
                    stream,
                    stream.Servo[i],
                    channel.Count.ToArray().Select(c => (double)c));
                Take(
                    found[$"servo{i + 1}.command"],
                    answer,
                    reader.Frame,
                    stream,
                    stream.Servo[i],
                    channel.Command.ToArray());
                Take(
                    found[$"servo{i + 1}.force"],
                    answer,
                    reader.Frame,
                    stream,
                    stream.Servo[i],
                    channel.Sensor(0).ToArray());
            }

            for (int i = 0; i < stream.AD.Length; i++)
                Take(
                    found[$"ad{i + 1}"],
                    answer,
                    reader.Frame,
                    stream,
                    stream.AD[i],
                    block.Channel(BlockGroup.AD, i).Values.ToArray());
        }

        HistoryColumn[] compared = [.. answer.Columns.Where(column => found[column.Name][4].Sum() > 0)];
        compared.Length.ShouldBe((3 * stream.Servo.Length) + stream.AD.Length);
        foreach (HistoryColumn column in compared)
        {
            double[][] expected = found[column.Name];
            column.Min.ShouldBe(expected[0], column.Name);
            column.Max.ShouldBe(expected[1], column.Name);
            column.First.ShouldBe(expected[2], column.Name);
            column.Last.ShouldBe(expected[3], column.Name);
            column.Counts.Select(count => (double)count).ShouldBe(expected[4], column.Name);
        }
    }

    private static double[][] New(int buckets)
    {
        double[][] found = [.. Enumerable.Range(0, 5).Select(_ => new double[buckets])];
        foreach (double[] values in found[..4])
            values.AsSpan().Fill(double.NaN);
        return found;
    }

    private static void Take(
        double[][] found,
        HistoryAnswer answer,
        in FrameHeader header,
        StreamDescription stream,
        ChannelDescription channel,
        IEnumerable<double> values)
    {
        long periodNs = (long)(1_000_000_000 / stream.BaseRateHz) * channel.RateDen / channel.RateNum;
        long ns = header.AcquiredNs - answer.T0;
        foreach (double value in values)
        {
            (long at, long b) = (ns, ns / answer.BucketNs);
            ns += periodNs;
            if (at < 0 || b >= answer.Buckets)
                continue;
            found[0][b] = double.MinNumber(found[0][b], value);
            found[1][b] = double.MaxNumber(found[1][b], value);
            found[2][b] = found[4][b] == 0 ? value : found[2][b];
            found[3][b] = value;
            found[4][b]++;
        }
    }
}
