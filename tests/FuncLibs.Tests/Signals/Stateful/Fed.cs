using System.Buffers;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Tests.Signals.Stateful;

/// <summary>A stateful function of one or two columns, fed the same way.</summary>
internal sealed class Fed(ISignalState state)
{
    public ISignalState State => state;

    public void Apply(long index, ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        if (state is IBinaryState binary)
            binary.Apply(index, a, b, y);
        else
            ((IUnaryState)state).Apply(index, a, y);
    }

    /// <summary>Everything in one block each between the gaps; a gap leaves 7 indices out.</summary>
    public double[] Whole(double[] a, double[] b, params int[] gaps) => InBlocks(a, b, () => int.MaxValue, gaps);

    /// <summary>In blocks of lengths that somebody chooses.</summary>
    public double[] InBlocks(double[] a, double[] b, Func<int> length, params int[] gaps)
    {
        double[] y = new double[a.Length];
        int missing = 0;
        for (int done = 0; done < a.Length;)
        {
            if (gaps.Contains(done))
            {
                state.Gap();
                missing += 7;
            }

            int border = gaps.Append(a.Length).Where(gap => gap > done).Min();
            int count = Math.Min(length(), border - done);
            Apply(done + missing, a.AsSpan(done, count), b.AsSpan(done, count), y.AsSpan(done, count));
            done += count;
        }

        return y;
    }

    public byte[] Saved()
    {
        var bytes = new ArrayBufferWriter<byte>();
        state.Save(new StateWriter(bytes));
        return bytes.WrittenSpan.ToArray();
    }

    public bool Load(ReadOnlySpan<byte> bytes)
    {
        var reader = new StateReader(bytes);
        return state.TryLoad(ref reader) && reader.IsAtEnd;
    }

    /// <summary>Bits, with one NaN for all.</summary>
    public static long[] Bits(IEnumerable<double> values) =>
        [.. values.Select(value => BitConverter.DoubleToInt64Bits(double.IsNaN(value) ? double.NaN : value))];
}
