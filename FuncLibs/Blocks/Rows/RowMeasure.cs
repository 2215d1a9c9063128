namespace FuncLibs.Blocks.Rows;

/// <summary>Measures rows and checks that columns can hold them, before allocating for them.</summary>
internal sealed class RowMeasure(BlockLimits limits)
{
    private ShapeTotals _totals;

    public LayoutProbe Shape { get; } = new();

    public RowConversionOutcome Measure(RowBlock rows)
    {
        RowConversionOutcome outcome = MeasureChannels(BlockGroup.Servo, "servo", rows.ServoData);
        if (outcome.IsOk)
            outcome = MeasureChannels(BlockGroup.Temp, "temp", rows.TempData);
        if (outcome.IsOk)
            outcome = MeasureInputs(rows.ADData);
        if (outcome.IsOk)
            outcome = MeasureBits(BitGroup.In, "bitIn", rows.BitIn);
        return outcome.IsOk ? MeasureBits(BitGroup.Out, "bitOut", rows.BitOut) : outcome;
    }

    private static RowConversionOutcome Done => new(RowConversionStatus.Ok);

    private RowConversionOutcome MeasureChannels(BlockGroup group, string part, SingleChDatas[]? channels)
    {
        for (int c = 0; c < channels.AsSpan().Length; c++)
        {
            if (channels![c]?.Datas is not { } points)
                return new RowConversionOutcome(RowConversionStatus.Missing, new BlockPath(part, c, "datas"));
            int sensors = points is [{ Sensors: { } first }, ..] ? first.Length : 0;
            if (!TryAdd(group, new ChannelShape(points.Length, sensors)))
                return new RowConversionOutcome(
                    RowConversionStatus.LimitExceeded, new BlockPath(part, c, "datas"), points.Length);
            for (int p = 0; p < points.Length; p++)
            {
                var path = new BlockPath(part, c, "datas", p, Leaf: "sensors");
                if (points[p]?.Sensors is not { } held)
                    return new RowConversionOutcome(RowConversionStatus.Missing, path);
                if (held.Length != sensors)
                    return new RowConversionOutcome(RowConversionStatus.Ragged, path, held.Length);
            }
        }

        return Done;
    }

    private RowConversionOutcome MeasureInputs(SingleADDatas[]? inputs)
    {
        for (int c = 0; c < inputs.AsSpan().Length; c++)
        {
            var path = new BlockPath("ad", c, "datas");
            if (inputs![c]?.Datas is not { } values)
                return new RowConversionOutcome(RowConversionStatus.Missing, path);
            if (!TryAdd(BlockGroup.AD, new ChannelShape(values.Length)))
                return new RowConversionOutcome(RowConversionStatus.LimitExceeded, path, values.Length);
        }

        return Done;
    }

    private RowConversionOutcome MeasureBits(BitGroup group, string part, bool[]? bits)
    {
        int count = bits.AsSpan().Length;
        if (count > limits.Bits)
            return new RowConversionOutcome(RowConversionStatus.LimitExceeded, new BlockPath(part), count);
        Shape.SetBits(group, count);
        return Done;
    }

    private bool TryAdd(BlockGroup group, ChannelShape shape)
    {
        Shape.Add(group, shape);
        return _totals.TryAdd(group, shape, limits);
    }
}
