namespace FuncLibs.Blocks.Rows;

/// <summary>Copies measured rows into a block that has room for them.</summary>
internal static class RowCopy
{
    public static void Fill(RowBlock rows, CDataBlock target)
    {
        target.FirstSampleIndex = rows.FirstSampleIndex;
        target.SampleRateHz = rows.SampleRate;
        target.Counts = new BlockCounts(rows.ServoChCount, rows.TempChCount, rows.ADCount, rows.InCount, rows.OutCount);
        FillChannels(target, BlockGroup.Servo, rows.ServoData);
        FillChannels(target, BlockGroup.Temp, rows.TempData);
        FillInputs(target, rows.ADData);
        FillBits(target, BitGroup.In, rows.BitIn);
        FillBits(target, BitGroup.Out, rows.BitOut);
    }

    private static void FillChannels(CDataBlock target, BlockGroup group, SingleChDatas[]? channels)
    {
        if (channels is null)
            return;
        target.SetGroup(group, channels.Length);
        for (int c = 0; c < channels.Length; c++)
        {
            BlockChannel channel = target.Channel(group, c);
            CData[] points = channels[c].Datas!;
            channel.Id = channels[c].ChannelId;
            channel.PointCount = points.Length;
            channel.SensorCount = points.Length == 0 ? 0 : points[0].Sensors!.Length;
            for (int p = 0; p < points.Length; p++)
                FillPoint(channel, p, points[p]);
        }
    }

    private static void FillPoint(BlockChannel channel, int p, CData point)
    {
        channel.ActiveCtrl[p] = point.ActiveCtrl;
        channel.Count[p] = point.Count;
        channel.Command[p] = point.Command;
        channel.Output[p] = point.Output;
        for (int s = 0; s < point.Sensors!.Length; s++)
            channel.Sensor(s)[p] = point.Sensors[s];
    }

    private static void FillInputs(CDataBlock target, SingleADDatas[]? inputs)
    {
        if (inputs is null)
            return;
        target.SetGroup(BlockGroup.AD, inputs.Length);
        for (int c = 0; c < inputs.Length; c++)
        {
            BlockChannel channel = target.Channel(BlockGroup.AD, c);
            channel.Id = inputs[c].ChannelId;
            channel.PointCount = inputs[c].Datas!.Length;
            inputs[c].Datas.CopyTo(channel.Values);
        }
    }

    private static void FillBits(CDataBlock target, BitGroup group, bool[]? bits)
    {
        if (bits is null)
            return;
        target.SetBits(group, bits.Length);
        target.BitBytes(group).Clear();
        for (int i = 0; i < bits.Length; i++)
            target.SetBit(group, i, bits[i]);
    }
}
