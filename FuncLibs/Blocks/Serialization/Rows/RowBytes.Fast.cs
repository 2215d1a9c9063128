using System.Runtime.Intrinsics;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Rows;

/// <summary>
/// Takes one group of columns out of a point: 128 bytes from <paramref name="Start"/> on become 8 words.
/// </summary>
/// <param name="Start">First byte of the window in the point.</param>
/// <param name="Order">For each byte of the words, its place in the window.</param>
/// <param name="Keep">Ones where a byte of the words comes out of the point; the others are 0.</param>
/// <param name="LowPlaces">Bits of the first 64 bytes that are the same in every point of the plan.</param>
/// <param name="LowBits">What is there.</param>
/// <param name="HighPlaces">The same of the second 64 bytes.</param>
/// <param name="HighBits">What is there.</param>
internal sealed record RowRead(
    int Start, Vector512<byte> Order, Vector512<byte> Keep,
    Vector512<byte> LowPlaces, Vector512<byte> LowBits, Vector512<byte> HighPlaces, Vector512<byte> HighBits);

/// <summary>Puts 64 bytes of a point together out of the words of two groups.</summary>
/// <param name="Group">The first of the two groups.</param>
/// <param name="Order">For each byte, its place in the 128 bytes of the groups.</param>
/// <param name="Places">Bits that are the same in every point of the plan.</param>
/// <param name="Bits">What is there.</param>
internal sealed record RowWrite(int Group, Vector512<byte> Order, Vector512<byte> Places, Vector512<byte> Bits);

/// <summary>Where each byte of a point comes from, worked out once for a <see cref="RowPlan"/>.</summary>
internal sealed class RowBytes
{
    private const int WordBytes = sizeof(long);
    private const int GroupBytes = WordBytes * RowPlan.Lanes;
    private const int NoSource = -1;

    // Of each byte: the bits that are fixed, what they are, and which byte of the channel's words the others are.
    private readonly List<(byte Places, byte Bits, int Source)> _bytes = [];

    public RowBytes(IntForm ctrl, IntForm count, int sensors)
    {
        AddFixed(MessagePackCode.FixArray | RowsGrammar.PointItems);
        AddInt(ctrl, ColumnIndex.ActiveCtrl);
        AddFloat(ColumnIndex.Command);
        AddFloat(ColumnIndex.Output);
        AddInt(count, ColumnIndex.Count);
        Span<byte> header = stackalloc byte[Primitives.MaxTokenHeader];
        foreach (byte part in header[..Primitives.WriteArrayHeader(header, sensors)])
            AddFixed(part);
        for (int sensor = 0; sensor < sensors; sensor++)
            AddFloat(ColumnIndex.FirstSensor + sensor);
    }

    public int Length => _bytes.Count;

    public RowRead ReadOf(int group)
    {
        int start = StartOf(group);
        int end = StartOf(group + 1);
        byte[] order = new byte[GroupBytes];
        byte[] keep = new byte[GroupBytes];
        byte[] places = new byte[2 * GroupBytes];
        byte[] bits = new byte[2 * GroupBytes];
        for (int i = start; i < end; i++)
        {
            (places[i - start], bits[i - start], int source) = _bytes[i];
            if (source == NoSource)
                continue;
            order[source - (group * GroupBytes)] = (byte)(i - start);
            keep[source - (group * GroupBytes)] = byte.MaxValue;
        }

        return new RowRead(
            start, Vector512.Create(order), Vector512.Create(keep),
            Vector512.Create(places, 0),
            Vector512.Create(bits, 0),
            Vector512.Create(places, GroupBytes),
            Vector512.Create(bits, GroupBytes));
    }

    public RowWrite WriteOf(int part)
    {
        byte[] order = new byte[GroupBytes];
        byte[] places = new byte[GroupBytes];
        byte[] bits = new byte[GroupBytes];
        var own = _bytes.Skip(part * GroupBytes).Take(GroupBytes).ToList();
        int group = own.Where(b => b.Source != NoSource).Select(b => b.Source / GroupBytes).DefaultIfEmpty().Min();
        for (int i = 0; i < own.Count; i++)
        {
            (places[i], bits[i], int source) = own[i];
            order[i] = source == NoSource ? (byte)0 : checked((byte)(source - (group * GroupBytes)));
        }

        return new RowWrite(group, Vector512.Create(order), Vector512.Create(places), Vector512.Create(bits));
    }

    // A group begins at the code of its first float; the first one has all that is before.
    private int StartOf(int group)
    {
        if (group == 0)
            return 0;
        int first = _bytes.FindIndex(b => b.Source >= group * GroupBytes);
        return first < 0 ? Length : first - 1;
    }

    private void AddFixed(int bits) => _bytes.Add((byte.MaxValue, (byte)bits, NoSource));

    private void AddFloat(int column)
    {
        AddFixed(MessagePackCode.Float64);
        for (int part = WordBytes - 1; part >= 0; part--)
            _bytes.Add((0, 0, (column * WordBytes) + part));
    }

    // What is fixed of a fixint, and of the first of 8 bytes, is that it is not negative.
    private void AddInt(IntForm form, int column)
    {
        const byte Sign = 0x80;
        int payload = Math.Max(1, form.Width - 1);
        if (form.Width > 1)
            AddFixed(form.Code);
        for (int part = payload - 1; part >= 0; part--)
            _bytes.Add((form.Width == 1 || part == WordBytes - 1 ? Sign : (byte)0, 0, (column * WordBytes) + part));
    }
}
