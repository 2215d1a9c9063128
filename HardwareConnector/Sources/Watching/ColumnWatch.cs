using System.Numerics;
using System.Runtime.InteropServices;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;

namespace HardwareConnector.Sources.Watching;

/// <summary>
/// Checks the last point of every measured column of a block. A column with the same bits over a second and at least
/// <see cref="MinBlocks"/> blocks is stuck until it changes, because a converter has noise. Commands and outputs may be
/// constant. Source thread; any thread may read the flags. Does not allocate per block.
/// </summary>
internal sealed class ColumnWatch
{
    /// <summary>
    /// So many equal points are not accidental, even for a coarse converter with noise below one count.
    /// </summary>
    public const int MinBlocks = 32;

    private readonly StreamDescription _stream;
    private readonly int[] _firstOfGroup;
    private readonly long[] _last;
    private readonly int[] _equal;
    private readonly bool[] _stuck;
    private readonly int _limit;

    /// <summary>Creates the watch; channels known before a new hello keep their state.</summary>
    public ColumnWatch(StreamDescription stream, ColumnWatch? before)
    {
        _stream = stream;
        _firstOfGroup =
        [
            0,
            Columns(stream, BlockGroup.Servo),
            Columns(stream, BlockGroup.Servo) + Columns(stream, BlockGroup.Temp),
        ];
        int columns = _firstOfGroup[^1] + Columns(stream, BlockGroup.AD);
        _last = new long[columns];
        _equal = new int[columns];
        _stuck = new bool[columns];
        _limit = (int)Math.Max(MinBlocks, Math.Ceiling(stream.BlocksPerSecond));
        if (before is not null)
            ContinueFrom(before);
    }

    /// <summary>Names of the stuck columns, as monitors show them: `servo1.force`. Allocates.</summary>
    public IEnumerable<string> Stuck()
    {
        if (!_stuck.AsSpan().Contains(true))
            return [];
        IEnumerable<SignalDescription> measured =
            new StreamSignals(_stream).All.Where(signal => IsMeasured(signal.Address));
        return measured.Where((_, i) => Volatile.Read(ref _stuck[i])).Select(signal => signal.Name);
    }

    /// <summary>Checks a block that fits the description.</summary>
    public void Observe(CDataBlock block, RigFindings findings)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            int at = _firstOfGroup[(int)group];
            for (int i = 0; i < block.ChannelCount(group); i++)
            {
                BlockChannel channel = block.Channel(group, i);
                int sensors = _stream.Channels(group)[i].Columns.Length - FirstSensor(group);
                for (int sensor = 0; sensor < sensors && channel.PointCount > 0; sensor++)
                    Inspect(
                        at + sensor,
                        group == BlockGroup.AD ? channel.Values[^1] : channel.Sensor(sensor)[^1],
                        findings);
                at += sensors;
            }
        }
    }

    private void ContinueFrom(ColumnWatch before)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            int at = _firstOfGroup[(int)group];
            int from = before._firstOfGroup[(int)group];
            foreach ((
                ChannelDescription now,
                ChannelDescription old) in _stream.Channels(group).Zip(before._stream.Channels(group)))
            {
                int columns = now.Columns.Length - FirstSensor(group);
                if (now.Id != old.Id || now.Columns.Length != old.Columns.Length)
                    break;
                before._last.AsSpan(from, columns).CopyTo(_last.AsSpan(at));
                before._equal.AsSpan(from, columns).CopyTo(_equal.AsSpan(at));
                before._stuck.AsSpan(from, columns).CopyTo(_stuck.AsSpan(at));
                (at, from) = (at + columns, from + columns);
            }
        }
    }

    private void Inspect(int column, double value, RigFindings findings)
    {
        long bits = BitConverter.DoubleToInt64Bits(value);
        bool same = bits == _last[column];
        _last[column] = bits;
        _equal[column] = same ? Math.Min(_equal[column] + 1, _limit) : 0;
        bool stuck = _equal[column] == _limit;
        if (stuck == _stuck[column])
            return;
        Volatile.Write(ref _stuck[column], stuck);
        if (stuck)
            findings.Count(RigFinding.Stuck);
    }

    private static bool IsMeasured(SignalAddress address) =>
        address.Group == SignalGroup.AD
            || (address.Group < SignalGroup.AD && address.Column >= ColumnIndex.FirstSensor);

    private static int Columns(StreamDescription stream, BlockGroup group) =>
        stream.Channels(group).Sum(channel => channel.Columns.Length - FirstSensor(group));

    private static int FirstSensor(BlockGroup group) => group == BlockGroup.AD ? 0 : ChannelDescription.ControlColumns;
}

/// <summary>Detects NaN and infinities.</summary>
internal static class NonFinite
{
    /// <summary>
    /// True for a NaN or an infinity. A finite number times 0 is 0; NaN and infinities become NaN, which a sum keeps.
    /// </summary>
    public static bool IsIn(ReadOnlySpan<double> values)
    {
        ReadOnlySpan<Vector<double>> vectors = MemoryMarshal.Cast<double, Vector<double>>(values);
        Vector<double> sum = Vector<double>.Zero;
        foreach (Vector<double> vector in vectors)
            sum += vector * Vector<double>.Zero;
        double rest = Vector.Sum(sum);
        foreach (double value in values[(vectors.Length * Vector<double>.Count)..])
            rest += value * 0;
        return double.IsNaN(rest);
    }
}
