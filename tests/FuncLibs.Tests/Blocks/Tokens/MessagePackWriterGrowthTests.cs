using System.Buffers;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Tests.Blocks.Tokens;

public sealed class MessagePackWriterGrowthTests
{
    /// <summary>Every token once falls on the end of a buffer; none may be counted twice or lost there.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    public void Write_AcrossBuffers_LosesNothing(int kind)
    {
        const int Count = 1000;
        var output = new ArrayBufferWriter<byte>(1);
        var writer = new MessagePackWriter(output);
        for (int i = 0; i < Count; i++)
            Write(ref writer, kind);
        writer.Flush();

        var reader = new MessagePackReader(output.WrittenSpan);
        int read = 0;
        while (!reader.IsAtEnd && reader.TrySkip(2))
            read++;
        (read, reader.IsAtEnd).ShouldBe((Count, true));
    }

    private static void Write(ref MessagePackWriter writer, int kind)
    {
        switch (kind)
        {
            case 0:
                writer.Write(70_000L);
                break;
            case 1:
                writer.Write(ulong.MaxValue);
                break;
            case 2:
                writer.Write(1.5);
                break;
            case 3:
                writer.Write("text");
                break;
            case 4:
                writer.WriteBin([1, 2, 3]);
                break;
            case 5:
                writer.WriteExtHeader(5, 2);
                writer.WriteRaw([1, 2]);
                break;
            default:
                writer.WriteArrayHeader(0);
                break;
        }
    }
}
