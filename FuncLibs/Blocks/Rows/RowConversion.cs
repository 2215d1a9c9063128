namespace FuncLibs.Blocks.Rows;

/// <summary>
/// Between <see cref="RowBlock"/> and <see cref="CDataBlock"/>, both ways. Counts are kept as they are, and so is the
/// difference between an absent and an empty group.
/// </summary>
public static class RowConversion
{
    /// <summary>
    /// Puts rows into a block, which is relaid out when it is too small. On failure the block is cleared and invalid.
    /// </summary>
    /// <param name="rows">The rows.</param>
    /// <param name="target">The block to fill.</param>
    /// <param name="limits">What a block may hold; the wire's limits when left out.</param>
    public static RowConversionOutcome ToBlock(RowBlock rows, CDataBlock target, BlockLimits? limits = null)
    {
        limits ??= BlockLimits.Default;
        target.Clear();
        var measure = new RowMeasure(limits);
        RowConversionOutcome outcome = measure.Measure(rows);
        if (!outcome.IsOk)
            return outcome;
        if (!measure.Shape.Fits(target.Layout))
            measure.Shape.Relayout(target, limits);
        RowCopy.Fill(rows, target);
        target.IsValid = true;
        return outcome;
    }

    /// <summary>A block as new row objects.</summary>
    public static RowBlock ToRows(CDataBlock block) => new()
    {
        ServoData = Channels(block, BlockGroup.Servo),
        TempData = Channels(block, BlockGroup.Temp),
        ADData = Inputs(block),
        BitIn = Bits(block, BitGroup.In),
        BitOut = Bits(block, BitGroup.Out),
        FirstSampleIndex = block.FirstSampleIndex,
        ServoChCount = block.Counts.Servo,
        TempChCount = block.Counts.Temp,
        ADCount = block.Counts.AD,
        InCount = block.Counts.BitIn,
        OutCount = block.Counts.BitOut,
        SampleRate = block.SampleRateHz,
    };

    private static SingleChDatas[]? Channels(CDataBlock block, BlockGroup group)
    {
        if (!block.IsPresent(group))
            return null;
        var channels = new SingleChDatas[block.ChannelCount(group)];
        for (int c = 0; c < channels.Length; c++)
        {
            BlockChannel channel = block.Channel(group, c);
            channels[c] = new SingleChDatas { ChannelId = channel.Id, Datas = Points(channel) };
        }

        return channels;
    }

    private static CData[] Points(BlockChannel channel)
    {
        var points = new CData[channel.PointCount];
        for (int p = 0; p < points.Length; p++)
        {
            double[] sensors = new double[channel.SensorCount];
            for (int s = 0; s < sensors.Length; s++)
                sensors[s] = channel.Sensor(s)[p];
            points[p] = new CData
            {
                ActiveCtrl = (short)channel.ActiveCtrl[p],
                Command = channel.Command[p],
                Output = channel.Output[p],
                Count = channel.Count[p],
                Sensors = sensors,
            };
        }

        return points;
    }

    private static SingleADDatas[]? Inputs(CDataBlock block)
    {
        if (!block.IsPresent(BlockGroup.AD))
            return null;
        var inputs = new SingleADDatas[block.ChannelCount(BlockGroup.AD)];
        for (int c = 0; c < inputs.Length; c++)
        {
            BlockChannel channel = block.Channel(BlockGroup.AD, c);
            inputs[c] = new SingleADDatas { ChannelId = channel.Id, Datas = channel.Values.ToArray() };
        }

        return inputs;
    }

    private static bool[]? Bits(CDataBlock block, BitGroup group)
    {
        if (!block.IsPresent(group))
            return null;
        bool[] bits = new bool[block.BitCount(group)];
        for (int i = 0; i < bits.Length; i++)
            bits[i] = block.Bit(group, i);
        return bits;
    }
}

/// <summary>How putting rows into a columnar block ended.</summary>
public enum RowConversionStatus : byte
{
    /// <summary>Nothing was tried: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>The block holds the rows.</summary>
    Ok,

    /// <summary>The points of one channel differ in their sensor counts: columns cannot hold them.</summary>
    Ragged,

    /// <summary>A channel, its points, a point or its sensors are null: columns have no place for that.</summary>
    Missing,

    /// <summary>The rows are more than <see cref="BlockLimits"/> allows.</summary>
    LimitExceeded,
}

/// <summary>Outcome of <see cref="RowConversion.ToBlock"/>.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Path">Where in the rows it went wrong.</param>
/// <param name="Value">The offending number, or null.</param>
public readonly record struct RowConversionOutcome(
    RowConversionStatus Status, BlockPath Path = default, long? Value = null)
{
    /// <summary>True when the block holds the rows.</summary>
    public bool IsOk => Status == RowConversionStatus.Ok;

    /// <inheritdoc/>
    public override string ToString() => IsOk ? "ok" : $"{Status} at {Path}{(Value is null ? "" : $", found {Value}")}";
}
