using FuncLibs.Objects.Records;
using Testing.Fuzzing;

namespace FuncLibs.Tests.Objects.Records;

/// <summary>
/// Random damage: the records that were not touched come out, no others do, and the account closes
/// (<see cref="RecordTrial.Read"/> checks that).
/// </summary>
public sealed class RecordDamageTests
{
    private const int Trials = 5000;
    private const int MaxDamages = 5;
    private const int MaxRange = 90;

    [Fact]
    public void Read_DamageInPlace_GivesExactlyTheRecordsThatWereNotTouched() =>
        Try(kinds: 4, (reading, untouched, payloads, trial) =>
        {
            reading.Pieces.Where(piece => piece.Outcome.IsOk).Select(piece => (int)piece.Outcome.Number)
                .ShouldBe(untouched, trial);
            reading.Pieces.Count(piece => piece.Value is not null).ShouldBe(untouched.Count, trial);
            Changed(reading, payloads).ShouldBeNull(trial);
        });

    [Fact]
    public void Read_PiecesMovedAndDoubled_GivesTheObjectOfEachWholeRecord() =>
        Try(kinds: 6, (reading, untouched, payloads, trial) =>
        {
            reading.Pieces.Where(piece => piece.Value is not null).Select(piece => (int)piece.Outcome.Number)
                .ShouldBe(untouched, trial);
            Changed(reading, payloads).ShouldBeNull(trial);
        });

    private static void Try(int kinds, Action<RecordReading, List<int>, byte[][], string> check)
    {
        for (int number = 1; number <= Trials; number++)
        {
            Mutator random = new((ulong)number);
            byte[][] payloads = [.. Enumerable.Range(0, 1 + random.Next(9)).Select(_ => Payload(random))];
            byte[] bytes = RecordTrial.Write(payloads, out List<Range> places);
            List<byte> changed = [.. bytes];
            for (int left = 1 + random.Next(MaxDamages); left > 0; left--)
                Damage(changed, random, kinds);
            byte[] damaged = [.. changed];

            RecordReading reading = RecordTrial.Read(
                damaged, random.Next(2) == 0 ? int.MaxValue : 1 + random.Next(50));

            check(reading, Untouched(damaged, bytes, places), payloads, $"trial {number}");
        }
    }

    // Pieces of markers and whole records are in payloads too.
    private static byte[] Payload(Mutator random)
    {
        List<byte> bytes = [];
        for (int pieces = random.Next(6); pieces > 0; pieces--)
        {
            bytes.AddRange(random.Next(4) switch
            {
                0 => RecordFrame.Marker[..(1 + random.Next(4))].ToArray(),
                1 => RecordTrial.Header((uint)random.Next(100), random.Next(10)),
                2 => RecordTrial.Write("nested"),
                _ => [.. Enumerable.Range(0, random.Next(30)).Select(_ => (byte)random.Next(256))],
            });
        }

        return [.. bytes];
    }

    private static void Damage(List<byte> bytes, Mutator random, int kinds)
    {
        if (bytes.Count == 0)
            return;
        int at = random.Next(bytes.Count);
        int count = Math.Min(bytes.Count - at, 1 + random.Next(MaxRange));
        switch (random.Next(kinds))
        {
            case 0:
                bytes[at] ^= (byte)(1 << random.Next(8));
                break;
            case 1:
                bytes.RemoveRange(at, count);
                break;
            case 2:
                byte[] inserted = random.Next(2) == 0 ? RecordFrame.Marker.ToArray()
                    : [.. Enumerable.Range(0, count).Select(_ => (byte)random.Next(256))];
                bytes.InsertRange(at, inserted);
                break;
            case 3:
                if (random.Next(4) == 0)
                    bytes.RemoveRange(at, bytes.Count - at);
                break;
            case 4:
                bytes.InsertRange(random.Next(bytes.Count), bytes.GetRange(at, count));
                break;
            default:
                List<byte> moved = bytes.GetRange(at, count);
                bytes.RemoveRange(at, count);
                bytes.InsertRange(random.Next(bytes.Count + 1), moved);
                break;
        }
    }

    // The first record that is read as something else than was written.
    private static string? Changed(RecordReading reading, byte[][] payloads) => reading.Pieces
        .Where(piece => piece.Value is { } value && !value.AsSpan().SequenceEqual(payloads[(int)piece.Outcome.Number]))
        .Select(piece => piece.Outcome.ToString()).FirstOrDefault();

    // The numbers of the records that are there as a whole, in the order in which they are there: a change may have put
    // the same bytes back.
    private static List<int> Untouched(byte[] damaged, byte[] bytes, List<Range> places)
    {
        List<(int At, int Number)> whole = [];
        for (int number = 0; number < places.Count; number++)
        {
            ReadOnlySpan<byte> record = bytes.AsSpan(places[number]);
            int from = 0;
            while (damaged.AsSpan(from).IndexOf(record) is >= 0 and var at)
            {
                whole.Add((from + at, number));
                from += at + 1;
            }
        }

        // A byte that ends one cannot begin the next as well.
        int end = 0;
        List<int> numbers = [];
        foreach ((int at, int number) in whole.Order().Where(one => one.At >= end))
        {
            numbers.Add(number);
            end = at + places[number].GetOffsetAndLength(bytes.Length).Length;
        }

        return numbers;
    }
}
