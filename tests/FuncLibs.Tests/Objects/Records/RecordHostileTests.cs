using FuncLibs.Objects.Records;

namespace FuncLibs.Tests.Objects.Records;

/// <summary>Streams that are made to be slow: what is examined stays in proportion to their bytes.</summary>
public sealed class RecordHostileTests
{
    private const int Bytes = 1 << 20;

    // Each byte is searched, checked and moved a few times at most.
    private const int Most = 12;

    public static TheoryData<string, int> Streams
    {
        get
        {
            TheoryData<string, int> data = [];
            foreach (string stream in (string[])
                ["markers", "claims of 1 MiB", "claims of 64 MiB", "claims of the rest", "no header",
                    "far markers", "first bytes of markers"])
            {
                foreach (int chunk in (int[])[1, 28, 4096, int.MaxValue])
                    data.Add(stream, chunk);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Streams))]
    public void Read_HostileStream_IsExaminedInLinearTime(string stream, int chunk)
    {
        RecordReading read = RecordTrial.Read(Make(stream), chunk);

        read.Pieces.Count(piece => piece.Value is not null).ShouldBe(0);
        read.Examined.ShouldBeLessThan((long)Most * Bytes);
    }

    private static byte[] Make(string stream) => stream switch
    {
        "markers" => Repeat(_ => RecordFrame.Marker.ToArray()),
        "claims of 1 MiB" => Repeat(at => RecordTrial.Header(1 << 20, at)),
        "claims of 64 MiB" => Repeat(at => RecordTrial.Header(64 << 20, at)),
        "claims of the rest" => Repeat(at => RecordTrial.Header((uint)(Bytes - at), at)),
        "no header" => Repeat(_ => [.. RecordFrame.Marker, .. new byte[RecordFrame.HeaderBytes]]),
        "far markers" => Repeat(at => [.. RecordTrial.Header(64 << 20, at), .. new byte[60_000]]),
        _ => Repeat(_ => [0xC1, (byte)'O', (byte)'R']),
    };

    private static byte[] Repeat(Func<int, byte[]> piece)
    {
        List<byte> bytes = [];
        while (bytes.Count < Bytes)
            bytes.AddRange(piece(bytes.Count));
        return [.. bytes];
    }
}
